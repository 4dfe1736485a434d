import { stringify } from "yaml";
import * as z from "zod";
import type { Json } from "../../../jsonrpc/json.ts";
import type { ServerEntry } from "../mock/mock-servers.ts";
import { tomlText } from "./toml-text.ts";

const json: z.ZodType<Json, Json> = z.json();
const object = z.record(z.string(), json);
const entry = object.describe(
  'an entry, in which "{id}", "{program}", "{args}", "{words}" (program and arguments), "{url}", "{env}" and "{headers}" stand for what a server has; members for what it has not are left out',
);

/** The form of a host's own in which it reads its servers, as data. */
export const ownForm = z.strictObject({
  form: z.literal("own"),
  file: z.string().optional().describe("its name in the directory of a case; default servers.json"),
  syntax: z.enum(["json", "yaml", "toml"]).optional().describe("default json"),
  at: z.string().optional().describe("the member of the document that holds the servers; default mcpServers"),
  list: z.literal(true).optional().describe("whether they are a list, and not members by their ids"),
  entries: z
    .strictObject({ stdio: entry.optional(), http: entry.optional(), sse: entry.optional() })
    .describe("what is written for a server, by how it is reached"),
  more: object.optional().describe("further members of the document, with the placeholders of words"),
});
/** A form of a host's own: see the schema of the same name. */
export type OwnForm = z.infer<typeof ownForm>;

/** The servers of a case as a host's own form has them; `more` are further members of the document. */
export function ownConfigText(form: OwnForm, servers: readonly ServerEntry[], more: Readonly<Record<string, unknown>>): string {
  const { at = "mcpServers", list, syntax = "json" } = form;
  const entries = servers.map((server) => [server.id, entryOf(form, server)] as const);
  const held = list === true ? entries.map(([, one]) => one) : Object.fromEntries(entries);
  const whole = { ...more, [at]: held };
  if (syntax === "yaml") return stringify(whole);
  return syntax === "toml" ? tomlText(whole) : JSON.stringify(whole, null, 2);
}

function entryOf({ entries }: OwnForm, { id, command, transport, url, env, headers, more }: ServerEntry): object {
  const [program, ...args] = command ?? [];
  const shape = entries[command === undefined ? (transport === "sse" ? "sse" : "http") : "stdio"] ?? {};
  const values = { id, program, args: command === undefined ? undefined : args, words: command, url, env, headers };
  return { ...(filled(shape, values) as object), ...more };
}

/** A shape with what stands for something replaced; undefined where there is nothing that it could stand for. */
function filled(shape: unknown, values: Readonly<Record<string, unknown>>): unknown {
  if (typeof shape === "string") {
    const name = /^\{([a-z]+)\}$/.exec(shape)?.[1];
    return name !== undefined && Object.hasOwn(values, name) ? values[name] : shape;
  }
  if (Array.isArray(shape)) return shape.map((item) => filled(item, values));
  if (typeof shape !== "object" || shape === null) return shape;
  const members = Object.entries(shape).map(([key, item]) => [key, filled(item, values)] as const);
  const there = members.filter(([, item]) => item !== undefined);
  return there.length === 0 && members.length > 0 ? undefined : Object.fromEntries(there);
}
