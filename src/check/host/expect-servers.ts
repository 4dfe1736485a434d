import * as z from "zod";
import { counted } from "../../base/counted.ts";
import { asObject, isObject, type Json, type JsonObject } from "../../jsonrpc/json.ts";
import { inconclusive, overall, satisfied, violated } from "../outcome.ts";
import { bounds, inWords, within } from "./bounds.ts";
import { expectation } from "./expectation.ts";
import { hostEvents, type HostTrace } from "./host-event.ts";
import { hasFields, requestsTo } from "./http-requests.ts";
import { asText, callsTo, holds, messagesTo, ofMethod, parsed, requestSent, sameJson } from "./server-messages.ts";

const json: z.ZodType<Json, Json> = z.json();
const object = z.record(z.string(), json);
const server = z.string().optional();

/** The events a statement about absence rests on: what the host was asked. */
function asked(trace: HostTrace, why: string) {
  return satisfied(hostEvents(trace, "asked"), why);
}

/** A tool reached its server, with these arguments, so often. */
export const called = expectation(
  z.strictObject({ server, tool: z.string(), arguments: object.optional(), times: bounds.optional() }),
  true,
  ({ server: name, tool, arguments: wanted, times }, trace) => {
    const calls = callsTo(trace, name, tool);
    const right = wanted === undefined ? calls : calls.filter((call) => sameJson(call.arguments ?? {}, wanted));
    if (within(right.length, times))
      return satisfied(
        right.map(({ event }) => event),
        `${tool} was not called`,
      );
    const all = callsTo(trace, name);
    const [first] = calls.length > 0 ? calls : all;
    const saw =
      calls.length > 0
        ? `${counted(calls.length, "time")}, with ${calls
            .slice(0, 3)
            .map((one) => JSON.stringify(one.arguments) ?? "nothing")
            .join(", ")}`
        : "not at all";
    const [ask] = hostEvents(trace, "asked");
    const where = first?.event ?? ask;
    if (where === undefined) return inconclusive("the host was asked nothing");
    const on = name === undefined ? "" : ` on ${name}`;
    return violated(
      where,
      `${tool}${on} was called ${saw}; expected ${inWords(times)}${wanted === undefined ? "" : ` with ${JSON.stringify(wanted)}`}${all.length > 0 && calls.length === 0 ? ` (called: ${all.map((one) => asText(one.name)).join(", ")})` : ""}`,
    );
  },
);

/** No such tool call reached a server. */
export const notCalled = expectation(
  z.strictObject({ server, tool: z.string().optional() }),
  false,
  ({ server: name, tool }, trace) => {
    const [call] = callsTo(trace, name, tool);
    if (call !== undefined)
      return violated(
        call.event,
        `${asText(call.name)} was called with ${JSON.stringify(call.arguments) ?? "nothing"}, expected no call`,
      );
    return asked(trace, "the host was asked nothing");
  },
);

/** A server got so many messages of a method, holding these params. */
export const saw = expectation(
  z.strictObject({ server, method: z.string(), params: object.optional(), times: bounds.optional() }),
  true,
  ({ server: name, method, params, times }, trace) => {
    const all = ofMethod(messagesTo(trace, name), method);
    const right = params === undefined ? all : all.filter(({ message }) => holds(message["params"], params));
    if (within(right.length, times))
      return times === 0
        ? asked(trace, "the host was asked nothing")
        : satisfied(
            right.map(({ event }) => event),
            `no ${method}`,
          );
    const where = all[0]?.event ?? messagesTo(trace, name).at(-1)?.event ?? hostEvents(trace, "asked")[0];
    if (where === undefined) return inconclusive("the host was asked nothing");
    const detail =
      all.length > right.length
        ? ` (${all
            .map(({ message }) => JSON.stringify(message["params"]) ?? "no params")
            .slice(0, 3)
            .join(", ")})`
        : "";
    return violated(
      where,
      `${name ?? "a server"} got ${counted(right.length, "time")} ${method}${params === undefined ? "" : ` with ${JSON.stringify(params)}`}${detail}, expected ${inWords(times)}`,
    );
  },
);

/** The first messages of every connection of a server, in this order. */
export const order = expectation(
  z.strictObject({ server, methods: z.array(z.string()).min(2) }),
  true,
  ({ server: name, methods }, trace) => {
    // Asking which revisions a server speaks comes before everything else, and is not part of the order.
    const all = messagesTo(trace, name).filter(
      ({ message }) => typeof message["method"] === "string" && message["method"] !== "server/discover",
    );
    const instances = [...new Set(all.map(({ event }) => event.instance))];
    return overall(
      instances.flatMap((instance) => {
        const own = all.filter(({ event }) => event.instance === instance).slice(0, methods.length);
        const [first] = own;
        if (first === undefined) return [];
        const seen = own.map(({ message }) => asText(message["method"]));
        const right = methods.every((method, index) => seen[index] === method);
        return [
          right
            ? { ref: first.event }
            : { ref: first.event, wrong: `${first.event.server} got ${seen.join(", ")}, expected ${methods.join(", ")}` },
        ];
      }),
      "no server got a message",
    );
  },
);

/** Every message to servers is well-formed JSON-RPC 2.0 on one line, with request ids that are unique on their connection. */
export const wellFormed = expectation(z.strictObject({ server }), true, ({ server: name }, trace) => {
  const used = new Set<string>();
  return overall(
    hostEvents(trace, "server-received")
      .filter((event) => name === undefined || event.server === name)
      .map((event) => {
        const message = parsed(event.text);
        if (!isObject(message))
          return { ref: event, wrong: `the host sent ${event.text.slice(0, 80)}, which is not a JSON object` };
        if (message["jsonrpc"] !== "2.0") return { ref: event, wrong: 'a message without "jsonrpc": "2.0"' };
        if (!("method" in message))
          return "result" in message === "error" in message
            ? { ref: event, wrong: "a message that is neither a request nor an answer" }
            : { ref: event };
        if (typeof message["method"] !== "string")
          return { ref: event, wrong: `the method ${JSON.stringify(message["method"])}, which is no text` };
        if (message["params"] !== undefined && !isObject(message["params"]))
          return { ref: event, wrong: "params that are not an object" };
        if (!("id" in message)) return { ref: event };
        const id = message["id"];
        if (typeof id !== "string" && !Number.isInteger(id)) return { ref: event, wrong: `the request id ${JSON.stringify(id)}` };
        const key = `${event.instance}\n${JSON.stringify(id)}`;
        if (used.has(key)) return { ref: event, wrong: `the request id ${JSON.stringify(id)} twice on one connection` };
        used.add(key);
        return { ref: event };
      }),
    "no server got a message",
  );
});

/** The host answered a request of the server with a result or with an error of this code. */
export const replied = expectation(
  z.strictObject({ server, id: json, result: json.optional(), code: z.int().optional() }),
  true,
  ({ server: name, id, result, code }, trace) => {
    const replies = messagesTo(trace, name).filter(({ message }) => !("method" in message) && sameJson(message["id"], id));
    const [first] = replies;
    if (first === undefined) {
      const sent = requestSent(trace, id);
      return sent === undefined
        ? inconclusive("the server sent no such request")
        : violated(sent, `the request ${JSON.stringify(id)} of the server was not answered`);
    }
    const { message, event } = first;
    const error = asObject(message["error"])["code"];
    if (result !== undefined && !holds(message["result"], result))
      return violated(event, `answered with ${event.text.slice(0, 200)}, expected the result ${JSON.stringify(result)}`);
    if (code !== undefined && error !== code)
      return violated(event, `answered with ${event.text.slice(0, 200)}, expected the error ${code}`);
    return satisfied([event]);
  },
);

/** Every HTTP request to a server that carries one of these methods has this header, or lacks it (`null`). */
export const header = expectation(
  z.strictObject({
    server,
    name: z.string(),
    value: z.string().nullable().optional(),
    matches: z.string().optional(),
    methods: z.array(z.string()).optional(),
    after: z.string().optional(),
  }),
  true,
  ({ server: where, name, value, matches, methods, after }, trace) => {
    const all = messagesTo(trace, where).filter(({ event }) => event.headers !== undefined);
    const start = after === undefined ? -1 : all.findIndex(({ message }) => message["method"] === after);
    if (after !== undefined && start === -1) return inconclusive(`no ${after} reached a server over HTTP`);
    return overall(
      all
        .slice(start + 1)
        // A host that is a process for each step introduces itself anew, and may ask first which revisions there are.
        .filter(({ message }) => after === undefined || ![after, "server/discover"].includes(methodOf(message)))
        .filter(({ message }) => methods === undefined || methods.includes(methodOf(message)))
        .map(({ event, message }) => {
          const seen = event.headers?.[name.toLowerCase()];
          const right =
            value === null
              ? seen === undefined
              : seen !== undefined &&
                (value === undefined || seen === value) &&
                (matches === undefined || new RegExp(matches, "i").test(seen));
          const said = seen === undefined ? `no ${name} with` : `${name}: ${seen} for`;
          return right ? { ref: event } : { ref: event, wrong: `${said} ${methodOf(message)}` };
        }),
      "no such message reached a server over HTTP",
    );
  },
);

/**
 * A server got so many HTTP requests of this method, with these header fields (regular expressions; `null`: without the field),
 * and the first of them so long after the first message of a method. Only what came after that message counts then.
 */
export const http = expectation(
  z.strictObject({
    server,
    method: z.string(),
    times: bounds.optional(),
    headers: z.record(z.string(), z.string().nullable()).optional(),
    after: z.string().optional().describe("the method of a message"),
    atLeastMs: z.int().positive().optional(),
    withinMs: z.int().positive().optional(),
  }),
  true,
  ({ server: name, method, times, headers = {}, after, atLeastMs, withinMs }, trace) => {
    const [start] = after === undefined ? [] : ofMethod(messagesTo(trace, name), after);
    if (after !== undefined && start === undefined) return inconclusive(`no ${after} reached a server`);
    const all = requestsTo(trace, name, start?.event.seq ?? 0);
    const ofThis = all.filter((event) => event.method === method);
    const right = ofThis.filter((event) => hasFields(event, headers));
    const where = ofThis[0] ?? all[0] ?? hostEvents(trace, "asked")[0];
    if (where === undefined) return inconclusive("the host was asked nothing");
    if (!within(right.length, times))
      return violated(
        where,
        `${right.length} ${method} requests${Object.keys(headers).length === 0 ? "" : ` with ${JSON.stringify(headers)}`}, expected ${inWords(times)}`,
      );
    const [first] = right;
    const waited = first === undefined || start === undefined ? undefined : first.at - start.event.at;
    if (first !== undefined && waited !== undefined && (waited < (atLeastMs ?? 0) || waited > (withinMs ?? Infinity)))
      return violated(
        first,
        `${method} came ${Math.round(waited)} ms after ${after}, expected ${inWords({ min: atLeastMs, max: withinMs })}`,
      );
    return right.length === 0 ? asked(trace, "the host was asked nothing") : satisfied(right);
  },
);

/** The method of a message, in words where it is an answer. */
const methodOf = (message: JsonObject): string => (typeof message["method"] === "string" ? message["method"] : "answer");
