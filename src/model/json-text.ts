/** Whether a text is JSON. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * The arguments of a call as the JSON of an `arguments` member that takes an object: the text as it is, so that its numbers
 * keep their digits; what is not JSON, or is wanted as a string, as a string. Never holds a line break.
 */
export function objectMember(text: string, as: "object" | "string" | undefined): string {
  if (as === "string" || !isJson(text)) return JSON.stringify(text);
  return /[\r\n]/.test(text) ? JSON.stringify(JSON.parse(text)) : text;
}

/** The same for an `arguments` member that takes a string. */
export function stringMember(text: string, as: "object" | "string" | undefined): string {
  return as === "object" ? objectMember(text, as) : JSON.stringify(text);
}

/** JSON of an object whose members are JSON already; members without a value are left out. */
export function objectOf(members: Readonly<Record<string, string | undefined>>): string {
  const written = Object.entries(members).filter(([, json]) => json !== undefined);
  return `{${written.map(([key, json]) => `${JSON.stringify(key)}:${json}`).join(",")}}`;
}
