import * as z from "zod";
import { revisions } from "../../spec/revision.ts";
import { fileOperations } from "../world/files.ts";
import { logLevels } from "./log-levels.ts";
import { recordedExchange } from "./recorded.ts";
import { change, jsonObject, jsonValue, rule } from "./rule.ts";
import { show } from "./show.ts";
import { tellable } from "../world/tell.ts";

/** Something to ask the client for: a request to it in stateful revisions, an input request in stateless ones. */
const ask = z.strictObject({
  key: z.string().min(1),
  method: z.enum(["elicitation/create", "sampling/createMessage", "roots/list"]),
  params: jsonObject.optional(),
  after: z
    .string()
    .optional()
    .describe("the key of another ask that must be answered first; in stateless revisions a round of its own"),
  withoutState: z
    .literal(true)
    .optional()
    .describe("in stateless revisions: no requestState is given or needed, each retry stands for itself"),
  optional: z.literal(true).optional().describe("left out when the client did not declare that it can answer"),
});
/** A question of the server to the client. */
export type Ask = z.infer<typeof ask>;

const behaviour = {
  asks: z.array(ask).optional().describe("asked one after the other before the answer; the answers become part of the text"),
  slow: z.number().nonnegative().optional().describe("milliseconds of work before the answer"),
  progress: z.int().positive().optional().describe("steps reported during the work, when the caller gave a token"),
  logs: z.array(z.strictObject({ level: z.enum(logLevels), logger: z.string().optional(), data: jsonValue })).optional(),
  changes: change.optional().describe("announced before the answer"),
};

const simpleAnswers = z.strictObject({
  ...behaviour,
  echo: z.literal(true).optional().describe("a text with the arguments as JSON"),
  content: z.array(jsonObject).optional(),
  structured: jsonValue.optional().describe("structuredContent, with its JSON as text"),
  echoStructured: z.literal(true).optional().describe("the arguments as structuredContent"),
  sum: z.array(z.string()).optional().describe("names of number arguments; structuredContent is { sum }"),
  isError: z.boolean().optional(),
  files: z.enum(fileOperations).optional().describe("does this with the `files` of the script, in memory"),
  tells: z.enum(tellable).optional().describe("what the server knows of itself and its client, as structuredContent"),
});

const toolAnswers = simpleAnswers.extend({
  becomesTask: z
    .enum(["wanted", "needed"])
    .optional()
    .describe("answered with a task handle to clients that declare the extension; if needed, with an error to others"),
  cases: z
    .array(z.strictObject({ when: jsonObject, answers: simpleAnswers }))
    .optional()
    .describe("the first whose `when` the arguments contain counts instead"),
});
/** How a tool answers a call. */
export type ToolAnswers = z.infer<typeof toolAnswers>;

const tool = z.looseObject({
  name: z.string(),
  description: z.string().optional(),
  inputSchema: jsonObject,
  outputSchema: jsonObject.optional(),
  annotations: jsonObject.optional(),
  answers: toolAnswers,
  copies: z.int().positive().optional().describe("so many tools, with -1, -2 … after the name"),
});
/** A tool as a script describes it: its definition and, in `answers`, its behaviour. */
export type MockTool = z.infer<typeof tool>;

const contents = { text: z.string().optional(), blob: z.string().optional().describe("base64"), ...behaviour };

const resource = z.looseObject({
  uri: z.string(),
  name: z.string(),
  mimeType: z.string().optional(),
  answers: z.strictObject(contents),
});
/** A resource as a script describes it. */
export type MockResource = z.infer<typeof resource>;

const resourceTemplate = z.looseObject({
  uriTemplate: z.string(),
  name: z.string(),
  mimeType: z.string().optional(),
  values: z.record(z.string(), z.array(z.string())).describe("for each variable the values that exist; also its completions"),
  answers: z.strictObject(contents).describe("the text may hold {variable}"),
});
/** A resource template as a script describes it; it stands for a closed set of resources. */
export type MockResourceTemplate = z.infer<typeof resourceTemplate>;

const prompt = z.looseObject({
  name: z.string(),
  arguments: z
    .array(z.looseObject({ name: z.string(), required: z.boolean().optional(), completes: z.array(z.string()).optional() }))
    .optional(),
  answers: z.strictObject({
    ...behaviour,
    description: z.string().optional(),
    messages: z.array(jsonObject).describe("texts may hold {argument}"),
  }),
});
/** A prompt as a script describes it. */
export type MockPrompt = z.infer<typeof prompt>;

/** Steps of correct behaviour a script may leave out. */
export const omissions = [
  "origin",
  "host",
  "accept",
  "content-type",
  "session",
  "version-header",
  "standard-headers",
  "param-headers",
  "envelope",
  "version",
  "initialized",
  "jsonrpc",
  "arguments",
  "required-arguments",
  "cursor",
  "log-level",
  "client-capabilities",
  "client-extensions",
  "task-end",
  "request-state",
  "cancellation",
  "priming",
  "graceful-end",
  "subscription-filter",
  "server-info",
  "parse-error",
  "method-status",
  "one-stream",
  "header-case",
  "batch-revision",
  "batch-array",
  "batch-silence",
  "assembling",
  "localhost",
  "disconnection",
  "unguessable",
  "requestors",
  "input-status",
] as const;

/** The name of a step that can be left out. */
export type Omission = (typeof omissions)[number];

const http = z.strictObject({
  sessions: z.boolean().optional().describe("whether stateful revisions get a session id; default true"),
  answers: z.enum(["auto", "json", "sse"]).optional().describe("auto: JSON unless something is sent before the answer"),
  allowedHosts: z.array(z.string()).optional().describe("host names besides the loopback ones, for Host and Origin"),
  retry: z.int().nonnegative().optional().describe("milliseconds in the retry field of priming events"),
});

const members = {
  title: z.string(),
  description: z.string().optional(),
  odd: z
    .boolean()
    .optional()
    .describe("whether it is meant to trouble a client; default whether it has rules or leaves out steps"),
  transports: z
    .array(z.enum(["stdio", "http", "sse"]))
    .min(1)
    .optional()
    .describe("those it is made for, the usual one first; default all"),
  serverInfo: z.looseObject({ name: z.string(), version: z.string() }),
  instructions: z.string().optional(),
  revisions: z.array(z.enum(revisions)).min(1).optional().describe("the revisions spoken; default all"),
  tools: z.array(tool).optional(),
  resources: z.array(resource).optional(),
  resourceTemplates: z.array(resourceTemplate).optional(),
  prompts: z.array(prompt).optional(),
  logging: z.boolean().optional(),
  listChanged: z.boolean().optional().describe("whether changes of lists are announced; default true"),
  subscribe: z.boolean().optional().describe("whether resources can be subscribed to; default true"),
  tasks: z.boolean().optional().describe("whether tool calls may become tasks (2025-11-25)"),
  extensions: z
    .record(z.string(), jsonObject)
    .optional()
    .describe("extensions it declares among its capabilities, each with its settings"),
  pageSize: z.int().positive().optional().describe("items per page of a list; default all on one"),
  caching: z.strictObject({ ttlMs: z.int().nonnegative(), cacheScope: z.enum(["public", "private"]) }).optional(),
  http: http.optional(),
  files: z.record(z.string(), z.string()).optional().describe("texts by path below /sandbox, for tools with `files`"),
  records: z.array(z.string()).optional().describe("events written down for tools that tell what was recorded"),
  omits: z.array(z.enum(omissions)).optional().describe("steps of correct behaviour this server leaves out"),
  rules: z.array(rule).optional(),
  recorded: z
    .array(recordedExchange)
    .optional()
    .describe("answers every request as it was recorded, instead of from the lists above, and refuses what was not recorded"),
  shows: z
    .array(show)
    .optional()
    .describe("exchanges in which one sees what is special about this server; a test holds it to them"),
};

const idPattern = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** The definition of a mock script; `mocks/mock.schema.json` is generated from it. */
export const mockScript = z.strictObject({
  $schema: z.string().optional(),
  id: z.string().regex(idPattern),
  ...members,
  variants: z
    .record(z.string().regex(idPattern), z.strictObject(members).partial().required({ title: true }))
    .optional()
    .describe("further mocks, known as <id>-<name>: this script with these members instead of its own"),
});

/** A mock server as data: what it offers, and rules for what it does differently from a correct server. */
export type MockScript = z.infer<typeof mockScript>;
