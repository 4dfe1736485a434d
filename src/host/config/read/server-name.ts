/** What a server's name must not contain: it becomes part of tool names and of paths. */
const forbidden = /[/\\:*?"<>|]/u;

/** Invisible or direction-changing characters: names are shown to people and compared by machines. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** What is wrong with a server's name, or undefined. */
export function serverNameFault(name: string, maxChars: number): string | undefined {
  if (name === "") return "the name is empty";
  if (name === "__proto__") return "the name cannot be a member of a JSON object";
  if (Array.from(name).length > maxChars) return `the name has more than ${maxChars} characters`;
  const found = forbidden.exec(name)?.[0];
  if (found !== undefined) return `the name contains "${found}"; none of / \\ : * ? " < > | may be in it`;
  return invisible.test(name) ? "the name contains control characters" : undefined;
}
