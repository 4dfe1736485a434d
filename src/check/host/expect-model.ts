import * as z from "zod";
import { counted } from "../../base/counted.ts";
import { type Json, valueAt } from "../../jsonrpc/json.ts";
import { inconclusive, notApplicable, type Outcome, overall, satisfied, violated } from "../outcome.ts";
import { bounds, inWords, within } from "./bounds.ts";
import { expectation } from "./expectation.ts";
import { hostEvents, type HostTrace, type ModelAsked } from "./host-event.ts";
import { keepsSchema } from "./keeps-schema.ts";
import { chatRequests, hasChatMembers, isNameOf, type ModelMessage, messagesOf, offeredTools } from "./model-requests.ts";
import { asText, sameJson } from "./server-messages.ts";

const which = z.union([z.int().nonnegative(), z.literal("last")]).describe("which request to the model, from 0, or the last");
const json: z.ZodType<Json, Json> = z.json();

function chosen(trace: HostTrace, at: number | "last" | undefined): ModelAsked | undefined {
  return chatRequests(trace).at(at === "last" ? -1 : (at ?? 0));
}

function missing(trace: HostTrace, at: number | "last" | undefined): Outcome {
  const all = chatRequests(trace);
  const where = all.at(-1) ?? hostEvents(trace, "asked").at(-1);
  if (where === undefined) return inconclusive("the host was asked nothing");
  return violated(
    where,
    `the model was asked ${counted(all.length, "time")}, expected ${at === "last" ? "at least once" : `more than ${at ?? 0} times`}`,
  );
}

/** The model was asked for an answer so often. */
export const asked = expectation(z.strictObject({ times: bounds }), true, ({ times }, trace) => {
  const all = chatRequests(trace);
  if (within(all.length, times))
    return satisfied(all.length > 0 ? all : hostEvents(trace, "asked"), "the host was asked nothing");
  const where = all[0] ?? hostEvents(trace, "asked")[0];
  return where === undefined
    ? inconclusive("the host was asked nothing")
    : violated(where, `the model was asked ${counted(all.length, "time")}, expected ${inWords(times)}`);
});

/** The tools a request offers: these among them (after the server's name in any usual form), none of those, or so many. */
export const offered = expectation(
  z.strictObject({
    request: which.optional(),
    tools: z.array(z.string()).optional(),
    lacks: z.array(z.string()).optional(),
    named: z.array(z.string()).optional().describe("verbatim"),
    count: bounds.optional(),
  }),
  true,
  ({ request, tools, lacks, named, count }, trace) => {
    const found = chosen(trace, request);
    if (found === undefined) return missing(trace, request);
    const names = offeredTools(found).map(({ name }) => name);
    const wrong = [
      ...(tools ?? []).flatMap((tool) => (names.some((name) => isNameOf(name, tool)) ? [] : [`not ${tool}`])),
      ...(named ?? []).flatMap((tool) => (names.includes(tool) ? [] : [`not ${tool}`])),
      ...(lacks ?? []).flatMap((tool) => names.filter((name) => isNameOf(name, tool)).map((name) => `also ${name}`)),
      ...(count === undefined || within(names.length, count) ? [] : [`${names.length} tools, expected ${inWords(count)}`]),
    ];
    return wrong.length === 0
      ? satisfied([found])
      : violated(found, `the model was offered ${names.slice(0, 12).join(", ") || "no tool"}: ${wrong.slice(0, 5).join(", ")}`);
  },
);

/** The schema and description a tool reached the model with; the schema may say besides whether it is closed (`keepsSchema`). */
export const offeredAs = expectation(
  z.strictObject({ request: which.optional(), tool: z.string(), schema: json.optional(), describes: z.string().optional() }),
  true,
  ({ request, tool, schema, describes }, trace) => {
    const found = chosen(trace, request);
    if (found === undefined) return missing(trace, request);
    const one = offeredTools(found).find(({ name }) => isNameOf(name, tool));
    if (one === undefined) return violated(found, `${tool} was not offered to the model`);
    if (schema !== undefined && !keepsSchema(one.schema, schema))
      return violated(found, `${tool} was offered with ${JSON.stringify(one.schema)}, expected ${JSON.stringify(schema)}`);
    if (describes !== undefined && !one.description.includes(describes))
      return violated(found, `the description of ${tool} lacks "${describes}"`);
    return satisfied([found]);
  },
);

/** The names offered to the model fit a pattern, and none appears twice. */
export const names = expectation(
  z.strictObject({ request: which.optional(), pattern: z.string() }),
  true,
  ({ request, pattern }, trace) => {
    const found = chosen(trace, request);
    if (found === undefined) return missing(trace, request);
    const all = offeredTools(found).map(({ name }) => name);
    if (all.length === 0) return violated(found, "the model was offered no tool");
    const bad = all.filter((name, index) => !new RegExp(pattern, "u").test(name) || all.indexOf(name) !== index);
    return bad.length === 0
      ? satisfied([found])
      : violated(
          found,
          `names that do not fit or appear twice: ${bad
            .slice(0, 5)
            .map((name) => JSON.stringify(name))
            .join(", ")}`,
        );
  },
);

/** A request to the model holds, or lacks, texts in messages of a role. */
export const told = expectation(
  z.strictObject({
    request: which.optional(),
    role: z.string().optional(),
    last: z.literal(true).optional().describe("only the last message of the role"),
    has: z.array(z.string()).optional(),
    lacks: z.array(z.string()).optional(),
  }),
  true,
  ({ request, role, last, has, lacks }, trace) => {
    const found = chosen(trace, request);
    if (found === undefined) return missing(trace, request);
    const text = messagesOf(found)
      .filter((message) => role === undefined || message.role === role)
      .slice(last === true ? -1 : 0)
      .map((message) => message.text)
      .join("\n\u0000\n");
    const wrong = [
      ...(has ?? []).filter((one) => !text.includes(one)).map((one) => `lacks "${one}"`),
      ...(lacks ?? []).filter((one) => text.includes(one)).map((one) => `has "${one}"`),
    ];
    return wrong.length === 0
      ? satisfied([found])
      : violated(
          found,
          `what the model was told${request === undefined ? "" : ` in request ${request}`}${role === undefined ? "" : ` in messages of ${role}`} ${wrong.join(", ")}: ${JSON.stringify(text.slice(0, 300))}`,
        );
  },
);

/** The roles of a request's messages, in order; system messages are left out unless named. */
export const history = expectation(
  z.strictObject({ request: which.optional(), roles: z.array(z.string()).min(1) }),
  true,
  ({ request, roles }, trace) => {
    const found = chosen(trace, request);
    if (found === undefined) return missing(trace, request);
    const seen = withoutContext(messagesOf(found), trace)
      .map(({ role }) => role)
      .filter((role) => roles.includes("system") || roles.includes(role) || (role !== "system" && role !== "developer"));
    return seen.join() === roles.join()
      ? satisfied([found])
      : violated(found, `the history has ${seen.join(", ")}, expected ${roles.join(", ")}`);
  },
);

/**
 * The history without what a host tells of itself, of the place and the time, as a user in front of what it was asked: as good a place for
 * that as a system message.
 */
function withoutContext(messages: readonly ModelMessage[], trace: HostTrace): readonly ModelMessage[] {
  const said = hostEvents(trace, "asked").flatMap(({ what }) => valueAt(what, "chat", "say") ?? []);
  const first = messages.findIndex(({ role, text }) => role === "user" && said.some((one) => text.includes(asText(one))));
  const isContext = ({ role }: ModelMessage, at: number): boolean => role === "user" && at < first;
  return messages.filter((message, at) => !isContext(message, at));
}

/** In every request, each tool result follows the assistant message whose call it answers, and every call has one result. */
export const paired = expectation(z.strictObject({}), true, (_wanted, trace) =>
  overall(
    chatRequests(trace).flatMap((request) => {
      const messages = messagesOf(request);
      const calls = messages.flatMap((message) => message.calls);
      if (calls.length === 0) return [];
      const results = messages.filter(({ role }) => role === "tool");
      const firstCall = messages.findIndex((message) => message.calls.length > 0);
      const early = messages.findIndex(({ role }) => role === "tool");
      const unpaired = results.filter(({ answers }) => answers !== undefined && !calls.some(({ id }) => sameJson(id, answers)));
      const untimely = withoutOpenCall(messages);
      if (results.length !== calls.length)
        return [
          { ref: request, wrong: `${counted(calls.length, "call")} in the history and ${counted(results.length, "result")}` },
        ];
      if (early < firstCall) return [{ ref: request, wrong: "a result before the call it answers" }];
      if (unpaired.length > 0)
        return [{ ref: request, wrong: `a result for ${JSON.stringify(unpaired[0]?.answers)}, which is the id of no call` }];
      if (untimely !== undefined)
        return [{ ref: request, wrong: `a result for ${JSON.stringify(untimely)}, where no call with that id waits for one` }];
      return [{ ref: request }];
    }),
    "no request to the model had a call in its history",
  ),
);

/** The id that a result answers though no call before it with that id is without one; a host may give the same id in each turn. */
function withoutOpenCall(messages: readonly ModelMessage[]): Json | undefined {
  const open: Json[] = [];
  for (const { role, calls, answers } of messages) {
    open.push(...calls.flatMap(({ id }) => id ?? []));
    if (role !== "tool" || answers === undefined) continue;
    const at = open.findIndex((id) => sameJson(id, answers));
    if (at === -1) return answers;
    open.splice(at, 1);
  }
  return undefined;
}

/** What the request to the model holds at a JSON pointer. */
export const requestField = expectation(
  z.strictObject({ request: which.optional(), path: z.string(), equals: json.optional(), absent: z.literal(true).optional() }),
  true,
  ({ request, path, equals, absent }, trace) => {
    const found = chosen(trace, request);
    if (found === undefined) return missing(trace, request);
    if (!hasChatMembers(found)) return notApplicable("requests on the wire of its model have other members");
    if (path === "/tools" && (found.builtIn ?? []).length > 0) return notApplicable("the host has tools of its own");
    const value = pointed(found.body, path);
    if (absent === true)
      return value === undefined ? satisfied([found]) : violated(found, `the request has ${path}: ${JSON.stringify(value)}`);
    const right = equals === undefined ? value !== undefined : sameJson(value, equals);
    return right
      ? satisfied([found])
      : violated(
          found,
          `${path} of the request is ${JSON.stringify(value) ?? "absent"}${equals === undefined ? "" : `, expected ${JSON.stringify(equals)}`}`,
        );
  },
);

/** The value at a JSON pointer (RFC 6901); `-1` stands for the last item of an array. */
export function pointed(value: Json | undefined, path: string): Json | undefined {
  return path
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce<Json | undefined>((here, step) => {
      if (Array.isArray(here)) return (here as readonly Json[]).at(Number(step));
      if (typeof here === "object" && here !== null && Object.hasOwn(here, step))
        return (here as { readonly [name: string]: Json })[step];
      return undefined;
    }, value);
}
