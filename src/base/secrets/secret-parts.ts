import { isEveryday } from "./everyday.ts";
import { isPathToken } from "./public-url.ts";

/** Values under these names are secret also when they are short. */
const secretName =
  /key|token|secret|passw|passphrase|pwd|auth|credential|cookie|session|bearer|dsn|jwt|signature|(?:^|[^a-z])(?:pw|pass|pin|otp|sig|sid)(?:[^a-z]|$)/i;

/** Shorter values would be found everywhere; a name that speaks of a secret lowers the bar. */
const leastLength = 8;
const leastSecretLength = 4;

/** How deep a value is looked into: a header may hold a URL, a variable JSON with URLs in it. */
const deepest = 4;

/**
 * What is secret in the value of a named variable, header or query: the value itself, or, where its form is known, what in it is
 * secret. That is the credential after an auth scheme, user, password, query and long path segments of a URL, the strings in JSON,
 * the values of cookies, each line of a text of several.
 */
export function secretParts(name: string, value: string, depth = 0): string[] {
  const text = value.trim();
  if (depth > deepest || text === "") return [];
  const inside = (more: string, of = name): string[] => secretParts(of, more, depth + 1);
  const [, scheme, credential] = /^(Bearer|Basic|Digest|Token|ApiKey)\s+(\S.*)$/is.exec(text) ?? [];
  if (scheme !== undefined && credential !== undefined)
    return [...inside(credential, "authorization"), ...(/^basic$/i.test(scheme) ? userAndPassword(credential) : [])];
  const parsed = jsonOf(text);
  if (parsed !== undefined) return leavesOf(name, parsed).flatMap(([of, leaf]) => inside(leaf, of));
  if (/[\r\n]/.test(text)) return text.split(/[\r\n]+/).flatMap((line) => inside(line));
  if (/^[a-z][a-z0-9+.-]*:\/\/\S+$/i.test(text) && URL.canParse(text)) return urlSecrets(new URL(text));
  const cookies = /^(set-)?cookie\b/i.test(name) ? text.split(/;\s*/) : [];
  return [
    ...cookies.flatMap((pair) => inside(pair.slice(pair.indexOf("=") + 1), "cookie value")),
    ...(text.length >= (secretName.test(name) ? leastSecretLength : leastLength) && !isEveryday(text) ? [text] : []),
  ];
}

/** What is secret in a URL: user, password, both as they are sent, the values of its query, long path segments. */
export function urlSecrets(url: URL): string[] {
  const user = decoded(url.username);
  const password = decoded(url.password);
  return [
    ...[user, password].flatMap((part) => secretParts("password", part, deepest)),
    ...(password === "" ? [] : [`${user}:${password}`]),
    ...queryOf(url).flatMap(([name, value]) => secretParts(name, decoded(value.replaceAll("+", " ")), 1)),
    ...url.pathname.split("/").filter(isPathToken).map(decoded),
  ];
}

/** The members of a URL's query, and of its fragment where that is written like one: names and values as they stand there, none empty. */
export function queryOf(url: URL): [string, string][] {
  return [url.search, url.hash.includes("=") ? url.hash : ""]
    .flatMap((query) => query.slice(1).split("&"))
    .map((pair): [string, string] =>
      pair.includes("=") ? [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)] : ["", pair],
    )
    .filter(([, value]) => value !== "");
}

/** The two halves of a Basic credential, and both together. */
function userAndPassword(base64: string): string[] {
  const pair = /^[A-Za-z0-9+/]+={0,2}$/.test(base64) && base64.length % 4 === 0 ? utf8(atob(base64)) : "";
  const cut = pair.indexOf(":");
  if (cut === -1) return [];
  return [pair, ...[pair.slice(0, cut), pair.slice(cut + 1)].flatMap((part) => secretParts("password", part, deepest))];
}

function utf8(binary: string): string {
  return new TextDecoder().decode(Uint8Array.from(binary, (character) => character.charCodeAt(0)));
}

function jsonOf(text: string): unknown {
  if (!/^[[{"]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The strings and numbers in a value, each with the name it stands under. */
function leavesOf(name: string, value: unknown): [string, string][] {
  if (typeof value === "string" || typeof value === "number") return [[name, String(value)]];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => leavesOf(Array.isArray(value) ? name : key, member));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
