import { posix } from "node:path";
import type { World } from "../../config/world/world.ts";
import type { HostProfile } from "../../profile/host-profile.ts";
import { allowed, type Decision, refused } from "../decision.ts";
import { leadsTo } from "./leads-to.ts";
import { pathArguments } from "./path-arguments.ts";
import { pathsIn } from "./path-text.ts";

/** What the guard asks of the machine. */
export type PathWorld = Pick<World, "realpath" | "readlink" | "home">;

/**
 * Whether the arguments of a tool call stay within a directory. Every value that is a path, by its name or by the look of it, is judged in each reading a server
 * may give it: as written, percent-decoded, with backslashes as separators, as a file URL, with `~` expanded. Both the path's words and
 * the place they lead to through links have to lie within. A link that is changed between this check and the call is beyond a host; the
 * server is the last line.
 */
export function judgePaths(
  args: unknown,
  root: string | undefined,
  settings: HostProfile["policy"]["path"],
  world: PathWorld,
): Decision {
  if (settings.mode === "off" || root === undefined) return allowed;
  const maybe = settings.maybe === null ? undefined : wordPattern(settings.maybe);
  const found = pathArguments(args, { path: wordPattern(settings.keys), maybe });
  if (found === "too deep") return denied("the arguments are nested too deeply to be checked");
  for (const { text, place } of found) {
    if (text.length > settings.maxChars) return denied(`${place} has more than ${settings.maxChars} characters`);
    const paths = maybe === undefined ? [text] : pathsIn(text);
    for (const reading of paths.flatMap((path) => readings(path, world.home))) {
      if (reading === undefined || !isWithin(reading, root, world)) return denied(`${place} lies outside ${root}`);
    }
  }
  return allowed;
}

function wordPattern(words: string): RegExp {
  return new RegExp(`^(?:${words})$`, "i");
}

/** "Access denied": these two words are what people search for. */
function denied(reason: string): Decision {
  return refused("path.outside", `Access denied: ${reason}`);
}

/** Whether a path, relative ones taken from the root, stays below it in words and in fact. */
function isWithin(path: string, root: string, world: PathWorld): boolean {
  const lexical = posix.resolve(root, path);
  const realRoot = world.realpath(root) ?? posix.resolve(root);
  // A root may itself be reached through a link: both of its names are its own.
  const inWords = isBelow(lexical, posix.resolve(root)) || isBelow(lexical, realRoot);
  const target = leadsTo(path, realRoot, world);
  return inWords && target !== undefined && isBelow(target, realRoot);
}

/** On the boundary of a segment: /tmp/a does not admit /tmp/ab. */
function isBelow(path: string, root: string): boolean {
  return path === root || path.startsWith(root.endsWith("/") ? root : `${root}/`);
}

/** A path, or undefined for what cannot lie within any directory. */
type PathReading = string | undefined;

/** Every way in which a server may understand the text. */
function readings(text: string, home: string | undefined): readonly PathReading[] {
  const forms = new Set<string>([text]);
  for (const form of decoded(text)) forms.add(form);
  return [...forms].flatMap((form) => readingsOf(form, home));
}

function readingsOf(text: string, home: string | undefined): readonly PathReading[] {
  if (text.includes("\0")) return [undefined];
  if (/^file:/i.test(text)) return [fileUrlPath(text)];
  if (/^(?:[A-Za-z]:[\\/]|\\\\)/.test(text)) return [undefined];
  const slashed = text.replaceAll("\\", "/");
  return [...new Set([text, slashed])].map((one) => homePath(one.trim(), home));
}

function homePath(text: string, home: string | undefined): PathReading {
  if (text === "~" || text.startsWith("~/")) return home === undefined ? undefined : posix.join(home, text.slice(1));
  // Another user's home, for servers that expand it.
  return /^~[a-z_][a-z0-9_-]*(?:\/|$)/i.test(text) ? undefined : text;
}

/** Decoded as often as it changes, up to three times; text that cannot be decoded is what it is. */
function decoded(text: string): readonly string[] {
  const forms: string[] = [];
  let form = text;
  for (let round = 0; round < 3; round++) {
    const next = decodeOnce(form);
    if (next === form) break;
    forms.push(next);
    form = next;
  }
  return forms;
}

/** Single sequences are decoded where the whole cannot be: a server may be as forgiving. */
function decodeOnce(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text.replace(/%(2e|2f|5c|00|7e)/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  }
}

function fileUrlPath(text: string): PathReading {
  const match = /^file:(?:\/\/([^/]*))?(\/.*)$/i.exec(text);
  const host = match?.[1] ?? "";
  const path = match?.[2];
  if (path === undefined || (host !== "" && host.toLowerCase() !== "localhost")) return undefined;
  const [plain = ""] = path.split(/[?#]/);
  return decodeOnce(plain).includes("\0") ? undefined : decodeOnce(plain);
}
