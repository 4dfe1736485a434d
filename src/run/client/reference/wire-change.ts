import * as z from "zod";
import { parseFrame } from "../../../jsonrpc/frame.ts";
import { isObject } from "../../../jsonrpc/json.ts";
import { applyPatch } from "../../../mock/script/json-patch.ts";
import { patchOperation } from "../../../mock/script/rule.ts";
import type { ClientTransport, HeaderChanges, HttpClientTransport, Sent } from "../../../transport/client-transport.ts";

/** A deviation of a client on the wire: what becomes of messages it is about to send. */
export const wireChange = z.strictObject({
  on: z
    .string()
    .describe(
      "a method; `*` for every message, `request` and `notification` for those, `answer` for answers to the server, GET, DELETE or POST; auth:register, auth:authorize, auth:token for what an authorization server is sent, auth:code and auth:refresh for kinds of the last",
    ),
  nth: z.int().positive().optional().describe("only the so-manieth of them, from 1"),
  from: z.int().positive().optional().describe("only from the so-manieth on"),
  patch: z.array(patchOperation).optional().describe("changes the message"),
  replace: z
    .array(z.tuple([z.string(), z.string()]))
    .optional()
    .describe("changes its text; the first occurrence of each"),
  close: z.string().optional().describe("put behind its text"),
  omit: z.literal(true).optional().describe("does not send it"),
  repeat: z.literal(true).optional().describe("sends it twice"),
  before: z.string().optional().describe("sends this text in front of it, as a message of its own"),
  after: z.string().optional().describe("sends this text after it, as a message of its own"),
  fields: z
    .record(z.string(), z.json())
    .optional()
    .describe("members of what an authorization server is sent, or with null without"),
  headers: z.record(z.string(), z.string().nullable()).optional().describe("HTTP headers it is sent with, or with null without"),
});

/** A deviation of a client on the wire. */
export type WireChange = z.infer<typeof wireChange>;

/** A transport whose messages are changed before they are sent. */
export function deviantTransport(inner: ClientTransport, changes: readonly WireChange[]): ClientTransport {
  const counts = changes.map(() => 0);
  const changesFor = (names: readonly string[]): readonly WireChange[] =>
    changes.filter((change, index) => {
      if (!names.includes(change.on)) return false;
      const count = (counts[index] = (counts[index] ?? 0) + 1);
      return (change.nth === undefined || change.nth === count) && (change.from === undefined || change.from <= count);
    });

  function send(text: string, headers: HeaderChanges = {}): Sent {
    let changed = text;
    let sentHeaders = headers;
    let copies = 1;
    const own = changesFor(namesOf(text));
    for (const change of own) {
      const value: unknown = JSON.parse(changed);
      if (change.patch !== undefined && isObject(value)) changed = JSON.stringify(applyPatch(value, change.patch, {}));
      if (change.headers !== undefined) sentHeaders = { ...sentHeaders, ...change.headers };
      if (change.omit === true) copies = 0;
      if (change.repeat === true) copies = 2;
    }
    for (const [from, to] of own.flatMap(({ replace = [] }) => replace)) changed = changed.replace(from, () => to);
    for (const { close } of own) changed += close ?? "";
    for (const { before } of own) if (before !== undefined) inner.send(before, sentHeaders);
    const sent = copies === 0 ? nothing() : inner.send(changed, sentHeaders);
    if (copies === 2) inner.send(changed, sentHeaders);
    for (const { after } of own) if (after !== undefined) inner.send(after, sentHeaders);
    return sent;
  }

  if (inner.kind !== "http") return { ...inner, send };
  const http = inner as HttpClientTransport;
  const deviant: HttpClientTransport = {
    ...http,
    send,
    openStream(lastEventId) {
      const [change] = changesFor(["GET"]);
      if (change?.omit === true) return nothing();
      if (change?.headers === undefined) return http.openStream(lastEventId);
      const resumed = lastEventId === undefined ? {} : { "Last-Event-ID": lastEventId };
      return http.http({ method: "GET", headers: { ...resumed, ...change.headers } });
    },
    async close(how, graceMs) {
      const omitted = how === "delete" && changesFor(["DELETE"]).some(({ omit }) => omit === true);
      await http.close(omitted ? "drop" : how, graceMs);
    },
  };
  return deviant;
}

/** What became of a message that was not sent: nothing, and nothing comes of it. */
const nothing = (): Sent => ({});

/** The names by which a message is found. */
function namesOf(text: string): readonly string[] {
  const frame = parseFrame(text);
  if (frame.kind === "request" || frame.kind === "notification") return ["*", "POST", frame.kind, frame.method];
  return ["*", "POST", "answer"];
}
