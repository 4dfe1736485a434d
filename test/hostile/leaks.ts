/** The ways a value may be written that a reader, a person or a program, would see through at once. */
export const writings: Readonly<Record<string, (value: string) => string>> = {
  plainly: (value) => value,
  "as JSON": (value) => JSON.stringify(value).slice(1, -1),
  "as PHP writes JSON": (value) => JSON.stringify(value).slice(1, -1).replaceAll("/", "\\/"),
  "as .NET writes JSON": (value) =>
    JSON.stringify(value)
      .slice(1, -1)
      .replace(/[^\w\s\\"=:;,.(){}[\]$-]/gu, inUnits)
      .replaceAll('\\"', "\\u0022"),
  "in escapes throughout": inUnits,
  "in a URL": encodeURIComponent,
  "in a form": (value) => new URLSearchParams({ a: value }).toString().slice(2),
  "in markup": (value) => value.replace(/[<>&"']/g, (character) => `&#${character.charCodeAt(0)};`),
  "in Base64": (value) => Buffer.from(value).toString("base64"),
  "in Base64 behind one byte": (value) => Buffer.from(`:${value}`).toString("base64"),
  "in Base64 behind two bytes": (value) => Buffer.from(`::${value}`).toString("base64"),
  "in the Base64 of URLs": (value) => Buffer.from(`?>:${value}`).toString("base64url"),
};

function inUnits(text: string): string {
  return text.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`);
}

/** Which of the secrets somebody can read in a text who undoes, over and over, how it may be written. */
export function leaksIn(text: string, secrets: readonly string[]): string[] {
  const views = [text];
  for (let round = 0; round < 4; round++) {
    const next = undone(views.at(-1) ?? "");
    if (next === views.at(-1)) break;
    views.push(next);
  }
  const runs = new Set(views.flatMap((view) => [...view.matchAll(/[A-Za-z0-9+/_-]{10,}/g)].map(([run]) => run)));
  const bytes = [...runs].flatMap(read);
  return secrets.filter((secret) => [...views, bytes.join("\n")].some((view) => view.includes(secret)));
}

/** What a run of Base64 says, wherever in it that begins. */
function read(run: string): string[] {
  return [0, 1, 2, 3].map((from) => Buffer.from(run.slice(from), "base64").toString("utf8"));
}

function undone(text: string): string {
  return text
    .replace(/\\+u([0-9a-f]{4})/gi, (_whole, unit: string) => String.fromCharCode(Number.parseInt(unit, 16)))
    .replace(/\\+(["\\/'])/g, "$1")
    .replace(/&#x([0-9a-f]+);/gi, (_whole, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/&#(\d+);/g, (_whole, code: string) => String.fromCodePoint(Number(code)))
    .replace(
      /&(amp|lt|gt|quot|apos);/g,
      (_whole, name: string) => ({ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" })[name] ?? "",
    )
    .replace(/(?:%[0-9a-f]{2})+/gi, (run) => {
      try {
        return decodeURIComponent(run);
      } catch {
        return run;
      }
    });
}
