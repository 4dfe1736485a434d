import * as z from "zod";
import { revisions } from "../../spec/revision.ts";
import type { Json } from "../../jsonrpc/json.ts";

/** Any JSON value in a script. */
export const jsonValue: z.ZodType<Json, Json> = z.json();

/** A JSON object in a script. */
export const jsonObject = z.record(z.string(), jsonValue);

const bytes = z.union([
  z.string(),
  z.strictObject({ base64: z.string() }),
  z.strictObject({ fill: z.int().nonnegative() }).describe("that many letters"),
]);
/** Text or bytes of a `raw`, `write`, `body` or `stderr` act. */
export type Bytes = z.infer<typeof bytes>;

/** One change of a JSON document: RFC 6902 operations without `move` and `test`, and `fill` for very long strings. */
export const patchOperation = z.discriminatedUnion("op", [
  z.strictObject({ op: z.literal("add"), path: z.string(), value: jsonValue }),
  z.strictObject({ op: z.literal("replace"), path: z.string(), value: jsonValue }),
  z.strictObject({ op: z.literal("remove"), path: z.string() }),
  z.strictObject({ op: z.literal("copy"), from: z.string(), path: z.string() }),
  z
    .strictObject({ op: z.literal("take"), from: z.string(), path: z.string(), asText: z.literal(true).optional() })
    .describe("puts what is at `from` in the request that is answered, or its JSON text"),
  z
    .strictObject({
      op: z.literal("fill"),
      path: z.string(),
      chars: z.int().nonnegative().optional(),
      line: z.int().positive().optional(),
    })
    .refine(({ chars, line }) => (chars === undefined) !== (line === undefined), "takes either chars or line")
    .describe("puts a string of that many letters, or one that makes the message that many bytes long"),
]);

/** A change of the text of a message after it was written as JSON. */
const textChange = z.strictObject({
  before: z.string().optional(),
  after: z.string().optional(),
  replace: z
    .array(z.tuple([z.string(), z.string()]))
    .optional()
    .describe("first occurrence of each, in order"),
  cut: z.int().nonnegative().optional().describe("keeps only so many characters"),
  ending: z.string().optional().describe("what ends the line on stdio, instead of a line feed"),
});

/** How one message is framed as a server-sent event. `null` leaves a field out. */
const sseChange = z.strictObject({
  event: z.string().nullable().optional(),
  id: z.string().nullable().optional(),
  retry: z.int().nonnegative().optional(),
  prime: z.boolean().optional(),
  close: z.boolean().optional().describe("false keeps the stream open after the answer"),
});

/** How bytes are written: so many at a time, with a pause of so many milliseconds between. */
const pace = z.strictObject({ bytes: z.int().positive(), every: z.number().nonnegative() });

const errorObject = z.looseObject({ code: jsonValue.optional(), message: jsonValue.optional(), data: jsonValue.optional() });

/** A change the server announces in the way of the era: to subscribers only where the revision demands it. */
export const change = z.strictObject({
  lists: z.array(z.enum(["tools", "prompts", "resources"])).optional(),
  resources: z.array(z.string()).optional().describe("URIs of updated resources"),
});

const acts = {
  answer: z.literal(true).describe("the correct answer, here rather than at the end"),
  result: jsonObject.describe("answers with this result instead of the correct answer"),
  error: errorObject.describe("answers with this error instead of the correct answer"),
  raw: bytes.describe("answers with this text, verbatim, instead of a message"),
  omit: z.literal(true).describe("does not answer, or does not send the message"),
  end: z.literal(true).describe("ends the exchange without an answer: on HTTP the response, with what was sent so far"),
  ignore: z.literal(true).describe("acts as if the event or notification had not happened"),
  patch: z.array(patchOperation).describe("changes the message about to be sent"),
  merge: jsonObject.describe("merges into the message about to be sent (RFC 7396)"),
  text: textChange,
  repeat: z.int().min(2).describe("sends the message so many times"),
  pace: pace.describe("writes the message, or the body, in pieces"),
  gzip: z.literal(true).describe("compresses the HTTP body and says so in Content-Encoding"),
  notify: z.strictObject({ method: z.string(), params: jsonObject.optional() }),
  request: z.strictObject({ method: z.string(), params: jsonObject.optional(), id: jsonValue.optional() }),
  change,
  push: jsonObject.describe("sends this message where unrelated messages go (on HTTP the GET stream)"),
  write: bytes.describe("writes to the channel, verbatim"),
  stderr: bytes,
  pause: z.number().nonnegative().describe("milliseconds"),
  status: z.int().min(100).max(599).describe("HTTP status instead of the correct one"),
  headers: z.record(z.string(), z.string().nullable()).describe("HTTP headers to set, or with null to remove"),
  body: bytes.describe("HTTP body instead of the correct one"),
  as: z.enum(["json", "sse"]).describe("answers a POST in this form"),
  sse: sseChange,
  absolute: z.literal(true).describe("names the endpoint of HTTP+SSE by an absolute URL"),
  detach: z
    .literal(true)
    .describe("closes the connection of the event stream; what follows waits for the client to come back for it"),
  divert: z.literal(true).describe("sends the answer where unrelated messages go"),
  drop: z.literal(true).describe("closes the connection at once; at the `start` of an HTTP server, stops listening"),
  forget: z.literal(true).describe("ends the session: its id is unknown from now on"),
  exit: z
    .union([z.int().min(0).max(255), z.literal("SIGKILL")])
    .describe("ends the process with this status, or as another process ends it, by SIGKILL"),
  keep: z.int().positive().describe("takes so many bytes of memory and never gives them back"),
  spawn: z.literal("grandchild").describe("starts a process that outlives this one for a minute"),
};

/** The name of an act. */
export type ActName = keyof typeof acts;

/** One act: an object with exactly one member. */
const act = z.union(
  Object.entries(acts).map(([name, value]) => z.strictObject({ [name]: value })) as unknown as [z.ZodType<Act>, z.ZodType<Act>],
  { error: `expected an object with one of ${Object.keys(acts).join(", ")}` },
);

/** One act: an object with exactly one member, named after what is done. */
export type Act = { readonly [Name in ActName]?: z.infer<(typeof acts)[Name]> };

const oneOrMore = <T extends z.ZodType>(item: T) => z.union([item, z.array(item)]);

/** What must hold for a rule to apply; everything that is given must hold. */
const condition = z.strictObject({
  params: jsonObject.optional().describe("members the params must contain; nested objects likewise"),
  lacks: oneOrMore(z.string()).optional().describe("JSON pointers to members the params must not have"),
  path: z.string().optional().describe("the path of the HTTP request"),
  query: z.record(z.string(), z.string()).optional().describe("members the query of the HTTP request must have"),
  headers: z.record(z.string(), z.string().nullable()).optional().describe("HTTP request headers; null demands absence"),
  era: z.enum(["stateful", "stateless"]).optional(),
  revision: oneOrMore(z.enum(revisions)).optional(),
  transport: oneOrMore(z.enum(["stdio", "http", "sse"])).optional(),
  nth: oneOrMore(z.int().positive()).optional().describe("which of the events that match otherwise, from 1"),
  from: z.int().positive().optional().describe("from which of them on"),
});

/**
 * When `on` happens and `when` holds, `do` is done. `on` is a method that came in, `*` for any request, `out:<method>` for a
 * notification or request about to be sent, `out:*` for every message about to be sent, or an event: `start`, `eof`,
 * `SIGTERM`, `SIGINT`, `invalid` (a frame that is not a valid message), `POST`, `GET`, `DELETE`, `endpoint` (the first event of
 * HTTP+SSE, whose data `text` and `absolute` can change).
 */
export const rule = z.strictObject({ on: z.string().min(1), when: condition.optional(), do: z.array(act) });

/** A rule of a mock script: see the schema of the same name. */
export type Rule = z.infer<typeof rule>;
export type PatchOperation = z.infer<typeof patchOperation>;
export type TextChange = z.infer<typeof textChange>;
export type SseChange = z.infer<typeof sseChange>;
/** Pieces and pauses of writing. */
export type Pace = z.infer<typeof pace>;
/** Lists and resources that changed. */
export type Change = z.infer<typeof change>;
