import { z } from "zod";
import { revisions } from "../spec/revision.ts";
import { logLevels } from "./log-levels.ts";
import { change, jsonObject, jsonValue, rule } from "./rule.ts";

/** Something to ask the client for: a request to it in stateful revisions, an input request in stateless ones. */
const ask = z.strictObject({
  key: z.string().min(1),
  method: z.enum(["elicitation/create", "sampling/createMessage", "roots/list"]),
  params: jsonObject.optional(),
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

const toolAnswers = z.strictObject({
  ...behaviour,
  echo: z.literal(true).optional().describe("a text with the arguments as JSON"),
  content: z.array(jsonObject).optional(),
  structured: jsonValue.optional().describe("structuredContent, with its JSON as text"),
  echoStructured: z.literal(true).optional().describe("the arguments as structuredContent"),
  sum: z.array(z.string()).optional().describe("names of number arguments; structuredContent is { sum }"),
  isError: z.boolean().optional(),
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
  "request-state",
  "cancellation",
  "priming",
  "graceful-end",
  "server-info",
  "parse-error",
  "method-status",
  "one-stream",
] as const;

/** The name of a step that can be left out. */
export type Omission = (typeof omissions)[number];

const http = z.strictObject({
  sessions: z.boolean().optional().describe("whether stateful revisions get a session id; default true"),
  answers: z.enum(["auto", "json", "sse"]).optional().describe("auto: JSON unless something is sent before the answer"),
  allowedHosts: z.array(z.string()).optional().describe("host names besides the loopback ones, for Host and Origin"),
  retry: z.int().nonnegative().optional().describe("milliseconds in the retry field of priming events"),
});

/** The definition of a mock script; `mocks/mock.schema.json` is generated from it. */
export const mockScript = z.strictObject({
  $schema: z.string().optional(),
  id: z.string().regex(/^[a-z0-9][a-z0-9-]*$/),
  title: z.string(),
  description: z.string().optional(),
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
  pageSize: z.int().positive().optional().describe("items per page of a list; default all on one"),
  caching: z.strictObject({ ttlMs: z.int().nonnegative(), cacheScope: z.enum(["public", "private"]) }).optional(),
  http: http.optional(),
  omits: z.array(z.enum(omissions)).optional().describe("steps of correct behaviour this server leaves out"),
  rules: z.array(rule).optional(),
});

/** A mock server as data: what it offers, and rules for what it does differently from a correct server. */
export type MockScript = z.infer<typeof mockScript>;
