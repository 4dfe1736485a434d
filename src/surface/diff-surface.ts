import { asObject, isArray, isObject, type Json, type JsonObject } from "../jsonrpc/json.ts";
import type { Change, PartChange } from "./change.ts";
import { schemaChanges, texts } from "./diff-schema.ts";
import { annotationChanges } from "./diff-annotations.ts";
import { canonicalText, sameJson } from "../jsonrpc/sorted-json.ts";
import { type Surface, surfaceKeys, type SurfaceList, surfaceLists } from "./surface.ts";

/** What one item of each list is called. */
const nouns: Readonly<Record<SurfaceList, string>> = {
  tools: "tool",
  prompts: "prompt",
  resources: "resource",
  resourceTemplates: "resource template",
};

/** What two surfaces differ in, the breaking changes first. Lists that one of them lacks are not compared: `uncompared` tells. */
export function diffSurface(was: Surface, is: Surface): Change[] {
  const all = [
    ...surfaceLists.flatMap((list) => listChanges(list, was[list], is[list])),
    ...capabilityChanges(was.capabilities, is.capabilities),
    ...plainChanges(was, is),
  ];
  const rank = { breaking: 0, compatible: 1, cosmetic: 2 } as const;
  return all.toSorted((a, b) => rank[a.kind] - rank[b.kind]);
}

/** The lists of which one of the two surfaces knows nothing, because nobody asked for them. */
export function uncompared(was: Surface, is: Surface): SurfaceList[] {
  return surfaceLists.filter((list) => was[list] === undefined || is[list] === undefined);
}

function listChanges(list: SurfaceList, was: readonly JsonObject[] | undefined, is: readonly JsonObject[] | undefined): Change[] {
  if (was === undefined || is === undefined) return [];
  const [before, after] = [byKey(list, was), byKey(list, is)];
  const gone = [...before].filter(([key]) => !after.has(key));
  const added = [...after].filter(([key]) => !before.has(key));
  const renamed = new Map(gone.flatMap(([key, item]) => twin(list, item, added).map((now) => [key, now] as const)));
  return [
    ...gone.map(([key]): Change => {
      const now = renamed.get(key);
      const message = now === undefined ? "is gone" : `is gone; ${now} is new, and the same but for its name`;
      return { kind: "breaking", what: `${nouns[list]} ${key}`, message };
    }),
    ...added.map(([key, item]): Change => {
      const said = list === "tools" || list === "prompts" ? texts(undefined, item["description"]) : {};
      return { kind: "compatible", what: `${nouns[list]} ${key}`, message: "is new", ...said };
    }),
    ...[...before].flatMap(([key, item]) => {
      const now = after.get(key);
      return now === undefined ? [] : itemChanges(list, item, now).map((one) => ({ ...one, what: `${nouns[list]} ${key}` }));
    }),
  ];
}

/** The items by what identifies them; of two that say the same the last one counts, as in most hosts. */
function byKey(list: SurfaceList, items: readonly JsonObject[]): Map<string, JsonObject> {
  const key = surfaceKeys[list];
  return new Map(items.flatMap((item) => (typeof item[key] === "string" ? [[item[key], item] as const] : [])));
}

/** The names of new items that are the same as one that is gone but for the name and the title. */
function twin(list: SurfaceList, item: JsonObject, added: readonly (readonly [string, JsonObject])[]): string[] {
  const rest = (one: JsonObject): string | undefined => canonicalText({ ...one, [surfaceKeys[list]]: "", name: "", title: "" });
  return added
    .filter(([, one]) => rest(one) === rest(item))
    .map(([key]) => key)
    .slice(0, 1);
}

/** Members with a meaning of their own; whatever else an item has is words. */
function itemChanges(list: SurfaceList, was: JsonObject, is: JsonObject): PartChange[] {
  const special = {
    tools: { inputSchema: given, outputSchema: returned, annotations: annotationChanges, execution: executionChanges },
    prompts: { arguments: argumentChanges },
    resources: { mimeType: replaced },
    resourceTemplates: { mimeType: replaced },
  } as const;
  const known: Readonly<Record<string, (was: Json | undefined, is: Json | undefined) => PartChange[]>> = special[list];
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter((name) => !sameJson(was[name], is[name]));
  return names.flatMap((name): PartChange[] => {
    const compare = known[name];
    if (compare !== undefined) return compare(was[name], is[name]).map((one) => ({ ...one, at: `/${name}${one.at}` }));
    return [{ kind: "cosmetic", at: `/${name}`, message: `${name} changed`, ...texts(was[name], is[name]) }];
  });
}

/** Arguments are an object, whether a schema says so or not. */
const given = (was: Json | undefined, is: Json | undefined): PartChange[] =>
  schemaChanges({ type: "object", ...asObject(was) }, { type: "object", ...asObject(is) }, "given");

function returned(was: Json | undefined, is: Json | undefined): PartChange[] {
  if (is === undefined) return [{ kind: "breaking", at: "", message: "nothing is said any more of what is returned" }];
  if (was === undefined) return [{ kind: "compatible", at: "", message: "says from now on what is returned" }];
  return schemaChanges(was, is, "returned");
}

function replaced(was: Json | undefined, is: Json | undefined): PartChange[] {
  const kind = was === undefined ? "compatible" : "breaking";
  return [{ kind, at: "", message: `was ${JSON.stringify(was) ?? "not told"}, is ${JSON.stringify(is) ?? "not told"}` }];
}

/** Whether a tool can, may not or must be called as a task. */
function executionChanges(was: Json | undefined, is: Json | undefined): PartChange[] {
  const supportOf = (value: Json | undefined): Json => asObject(value)["taskSupport"] ?? "forbidden";
  const [before, after] = [supportOf(was), supportOf(is)];
  if (before === after) return [{ kind: "cosmetic", at: "", message: "changed", ...texts(was, is) }];
  const kind = before === "forbidden" && after === "optional" ? "compatible" : after === "optional" ? "compatible" : "breaking";
  return [{ kind, at: "/taskSupport", message: `calls as tasks were ${JSON.stringify(before)}, are ${JSON.stringify(after)}` }];
}

function argumentChanges(was: Json | undefined, is: Json | undefined): PartChange[] {
  const [before, after] = [argumentSchema(was), argumentSchema(is)];
  return schemaChanges(before, after, "given").map((one) => ({ ...one, at: one.at.replace(/^\/properties/, "") }));
}

/** The arguments of a prompt as the schema they amount to. */
function argumentSchema(value: Json | undefined): JsonObject {
  const all = (isArray(value) ? value : []).flatMap((one) => {
    const { name, title, description, required } = asObject(one);
    return typeof name === "string" ? [{ name, words: { title, description }, required: required === true }] : [];
  });
  return {
    properties: Object.fromEntries(all.map(({ name, words }) => [name, words])),
    required: all.filter(({ required }) => required).map(({ name }) => name),
  };
}

function capabilityChanges(was: JsonObject, is: JsonObject, path = ""): Change[] {
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap((name): Change[] => {
    const [before, after] = [present(was[name]), present(is[name])];
    const what = `capability ${path}${name}`;
    if (before && !after) return [{ kind: "breaking", what, message: "is gone" }];
    if (!before && after) return [{ kind: "compatible", what, message: "is new" }];
    return isObject(was[name]) && isObject(is[name]) ? capabilityChanges(was[name], is[name], `${path}${name}.`) : [];
  });
}

const present = (value: Json | undefined): boolean => value !== undefined && value !== false && value !== null;

function plainChanges(was: Surface, is: Surface): Change[] {
  const all: readonly (readonly [string, string | undefined, string | undefined])[] = [
    ["instructions", was.instructions, is.instructions],
    ["name", was.server.name, is.server.name],
    ["version", was.server.version, is.server.version],
    ["revision", was.revision, is.revision],
  ];
  return all
    .filter(([, before, after]) => before !== after)
    .map(([what, before, after]) => ({ kind: "cosmetic", what, message: "changed", ...texts(before, after) }));
}
