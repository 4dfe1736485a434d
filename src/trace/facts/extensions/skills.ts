import { type Json, type JsonObject, asObject, isArray, isObject, valueAt } from "../../../jsonrpc/json.ts";
import { answered, calls } from "../../call.ts";
import type { Trace } from "../../trace.ts";

/** What an entry says of a skill, in a list or when it was asked for. */
export type SkillEntry = {
  readonly seq: number;
  readonly how: "listed" | "got";
  readonly entry: JsonObject;
};

/** The entries of skills a server gave, in order. */
export function skillEntries(trace: Trace): SkillEntry[] {
  const listed = answered(calls(trace, "skills/list")).flatMap(({ answer }) => {
    const skills = valueAt(answer.frame.result, "skills");
    return (isArray(skills) ? skills : []).map((entry): SkillEntry => ({
      seq: answer.seq,
      how: "listed",
      entry: asObject(entry),
    }));
  });
  const got = answered(calls(trace, "skills/get")).flatMap(({ answer }): SkillEntry[] => {
    const entry = valueAt(answer.frame.result, "skill");
    return entry === undefined ? [] : [{ seq: answer.seq, how: "got", entry: asObject(entry) }];
  });
  return [...listed, ...got].toSorted((a, b) => a.seq - b.seq);
}

/** The skill an entry is of: the name in its frontmatter, and its directory, that of its SKILL.md. */
export function skillOf({ entry }: SkillEntry): { readonly name: Json | undefined; readonly root: string | undefined } {
  const { uri } = entry;
  const root = typeof uri === "string" && uri.endsWith("/SKILL.md") ? uri.slice(0, -"/SKILL.md".length) : undefined;
  return { name: valueAt(entry, "frontmatter", "name"), root };
}

/** A file of a skill, as its entry lists it. */
export type SkillFile = { readonly seq: number; readonly file: JsonObject };

/** The files an entry lists; none where it says that they are made as they are asked for. */
export function skillFiles({ seq, entry }: SkillEntry): SkillFile[] {
  const { resources } = entry;
  return isArray(resources) ? resources.filter(isObject).map((file) => ({ seq, file })) : [];
}

/** What a URI was read as. */
export type ReadFile = { readonly seq: number; readonly uri: string; readonly contents: JsonObject };

/** What was read, by each URI that was asked for. */
export function readFiles(trace: Trace): ReadFile[] {
  return answered(calls(trace, "resources/read")).flatMap(({ request, answer }) => {
    const uri = valueAt(request.frame.params, "uri");
    const contents = valueAt(answer.frame.result, "contents");
    if (typeof uri !== "string" || !isArray(contents)) return [];
    const own = contents.filter(isObject).find((one) => one["uri"] === uri || contents.length === 1);
    return own === undefined ? [] : [{ seq: answer.seq, uri, contents: own }];
  });
}

/** The bytes of what was read; undefined where they cannot be told. */
export function bytesOf({ contents }: ReadFile): Uint8Array | undefined {
  const { text, blob } = contents;
  if (typeof text === "string") return new TextEncoder().encode(text);
  if (typeof blob !== "string") return undefined;
  try {
    return Uint8Array.from(atob(blob), (one) => one.charCodeAt(0));
  } catch {
    return undefined; // not base64, which another check says
  }
}
