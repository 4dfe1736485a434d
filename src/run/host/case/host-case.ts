import * as z from "zod";
import { expectations } from "../../../check/host/expectations.ts";
import type { Json } from "../../../jsonrpc/json.ts";
import { caseFile } from "./case-files.ts";
import { terminalStep } from "./terminal-step.ts";
import { timeStep } from "./time-step.ts";

const json: z.ZodType<Json, Json> = z.json();
const object = z.record(z.string(), json);

/** What a host must be able to do for a case to say anything about it; adapters declare it. */
export const capabilities = [
  "stdio",
  "http",
  "sse",
  "model",
  "persistent",
  "list",
  "ollama",
  "openai",
  "search",
  "jit",
  "streaming",
  "client-tools",
  "request-servers",
  "sessions",
  "settings",
  "several-servers",
  "environment-policy",
  "command-policy",
  "path-guard",
  "approval",
  "approval-desk",
  "terminal",
  "sudo",
  "model-access",
  "prompt-strategy",
  "loop-guard",
  "naming-prefix",
  "http-sessions",
  "era-2026",
  "agent",
  "agent-push",
  "agent-delegation",
  "agent-bridge",
  "configuration",
  "command-line",
] as const;

/** Something a host can do or not. */
export type Capability = (typeof capabilities)[number];

/** A mock server of a case: a script that comes with mcpcheck with changes, or a command or URL where nothing listens. */
const server = z.strictObject({
  id: z.string().min(1),
  mock: z.string().optional().describe("a script below mocks/host/ or mocks/; default echo"),
  transport: z.enum(["stdio", "http", "sse"]).optional().describe("default: what the host can do, HTTP first"),
  tools: z.array(object).optional().describe("instead of the script's"),
  rules: z.array(object).optional().describe("before the script's"),
  script: object.optional().describe("members merged over the script"),
  args: z.array(z.string()).optional().describe("words after the server's own command"),
  env: z.record(z.string(), z.string()).optional(),
  headers: z.record(z.string(), z.string()).optional(),
  entry: object.optional().describe("further members of the server's entry in the configuration"),
  command: z.array(z.string()).min(1).optional().describe("this command instead of a mock server"),
  program: z
    .string()
    .regex(/^[a-z0-9._-]+$/)
    .optional()
    .describe("the name it is found by on PATH: what configurations of a case start it by"),
  word: z.string().optional().describe("of several servers with one program, that whose arguments hold this"),
  commands: z
    .array(z.array(z.string()).min(1))
    .optional()
    .describe("as many servers as commands, each with a number and its command after the id"),
  url: z.string().optional().describe("this URL instead of a mock server; {closed} is a port where nobody listens"),
});
/** A mock server of a case: see the schema of the same name. */
export type CaseServer = z.infer<typeof server>;

/** Another agent of a case, which the host can find, hand work to, or tell of tasks. */
const agent = z.strictObject({
  id: z.string().min(1),
  mock: z.string().describe("a script below mocks/agents/"),
});
/** Another agent of a case: see the schema of the same name. */
export type CaseAgent = z.infer<typeof agent>;

const chat = z.strictObject({
  say: z.string().optional().describe("the user's text"),
  messages: z.array(object).optional().describe("a whole history instead"),
  stream: z.boolean().optional(),
  surface: z.enum(["ollama", "openai"]).optional(),
  tools: z.array(object).optional().describe("tools of the client"),
  body: object.optional().describe("further members of the request; null removes one"),
  servers: z.array(z.string()).optional().describe("of the servers a request brings only these"),
  answers: z
    .array(z.union([z.string(), z.null(), z.strictObject({ leave: z.literal(true) })]))
    .optional()
    .describe("what a person at /api/approvals says to one question after the other; null: nothing; leave: the client goes away"),
});
/** A chat request, whatever the surface. */
export type ChatRequest = z.infer<typeof chat>;

const http = z.strictObject({
  method: z.string(),
  path: z.string(),
  headers: z.record(z.string(), z.string()).optional(),
  body: json.optional(),
  text: z.string().optional().describe("a body verbatim"),
});
/** An HTTP request to the host's surface. */
export type RawRequest = z.infer<typeof http>;

const agentRequest = z.strictObject({
  method: z.string().describe("of A2A 1.0, or, with a slash, of the documented bridge"),
  params: object.optional(),
  id: json.optional().describe("of the request; default 1"),
  headers: z.record(z.string(), z.string().nullable()).optional().describe("null: without it"),
  text: z.string().optional().describe("a body verbatim instead"),
});
/** A JSON-RPC request of another agent, at the place the host's card names. */
export type AgentRequest = z.infer<typeof agentRequest>;

const call = z.strictObject({ server: z.string().optional(), tool: z.string(), arguments: object.optional() });
/** A tool call the host is brought to make, by a command or by the model. */
export type CallRequest = z.infer<typeof call>;

const commandLine = z.strictObject({
  args: z.array(z.string()).min(1).describe("the words after mcpcheck"),
  stdin: z.string().optional().describe("what a pipe gives it; default an empty one"),
  signal: z
    .enum(["SIGINT", "SIGTERM", "SIGKILL"])
    .optional()
    .describe("sent to the process when the first tool call reaches a server over HTTP"),
});
/** A run of the reference host's command line. */
export type CommandLineRun = z.infer<typeof commandLine>;

const arriveStep = z.strictObject({ server: z.string(), times: z.int().positive() });
/** A step that waits for what others are told. */
export type ArriveStep = z.infer<typeof arriveStep>;

const single = z.union([
  z.strictObject({ list: z.literal(true).describe("has the host list its tools") }),
  z.strictObject({ call }),
  z.strictObject({ chat }),
  z.strictObject({ http }),
  z.strictObject({ agent: agentRequest.describe("another agent asks (A2A)") }),
  z.strictObject({ arrive: arriveStep.describe("waits until so much has been posted to another agent, at most 20 seconds") }),
  z.strictObject({ cli: commandLine.describe("runs the reference host's command line as a process") }),
  z.strictObject({ leave: chat.describe("a chat that the client leaves when the first tool call is under way") }),
  z.strictObject({ pass: timeStep.describe("time passes, without waiting for it where the host's clock can be moved") }),
  z.strictObject({ terminal: terminalStep.describe("a conversation at a terminal of its own") }),
]);
/** One thing asked of the host. */
export type SingleStep = z.infer<typeof single>;

/**
 * A step of a case. `together` asks for several things at once. In texts of a step `{answer:N:/pointer}` is the text at that place of the
 * answer to step N.
 */
const step = z.union([single, z.strictObject({ together: z.array(single).min(2) })]);
/** A step of a case. */
export type HostStep = z.infer<typeof step>;

/** One expectation: an object with exactly one member, named after it. */
const expect = z.union(
  Object.entries(expectations).map(([name, { schema }]) => z.strictObject({ [name]: schema })) as unknown as [
    z.ZodType<CaseExpectation>,
    z.ZodType<CaseExpectation>,
  ],
  { error: `expected an object with one of ${Object.keys(expectations).join(", ")}` },
);

/** An expectation of a case: its name, and the value it is judged by. */
export type CaseExpectation = { readonly [name: string]: Json };

/** Said of a case that forgets its rows. */
const rowsWanted = { error: "expected the ids of suites/host/behaviours/ that the case holds, or [] where it holds none" };

/** The definition of a host case. */
const hostCase = z
  .strictObject({
    id: z
      .string()
      .regex(/^[a-z0-9-]+\.[a-z0-9-]+$/)
      .describe("area.behaviour: also the id of its check"),
    title: z.string().describe("what is true of a host that passes"),
    ring: z.enum(["must", "should", "profile"]),
    rows: z
      .array(z.string().regex(/^B[0-9X]-[0-9]{3}$/), rowsWanted)
      .describe("behaviours it holds: ids of suites/host/behaviours/"),
    level: z.enum(["L1", "L2", "L3"]),
    advice: z.string().optional(),
    profile: z.string().optional().describe("of the reference host; hosts that are no such host are not judged by it"),
    requires: z.array(z.enum(capabilities)).optional(),
    set: object.optional().describe("settings of the reference host, key by key"),
    environment: z
      .record(z.string(), z.string().nullable())
      .optional()
      .describe("variables of the host itself; null: it has none"),
    files: z
      .record(z.string(), caseFile)
      .optional()
      .describe(
        "files below the directory of the case, which is the host's home and working directory. {dir}, {model}, {modelName} and {url:ID} of a server are filled in here and wherever else a case has texts",
      ),
    programs: z.array(z.string()).optional().describe("programs of these names, found first, that only leave word when started"),
    config: object.optional().describe("further members of the host's configuration"),
    configFile: z
      .string()
      .nullable()
      .optional()
      .describe("which of the files the host is given as its whole configuration; null: it has to look for one itself"),
    servers: z.array(server).optional().describe("default one: s, with the script echo"),
    agents: z.array(agent).optional().describe("other agents; {url:ID} is where one is reached"),
    model: z.union([z.string(), object]).optional().describe("a model script; default obey"),
    turns: z.array(object).optional().describe("what the model says, round after round, instead of a script"),
    steps: z.array(step).min(1),
    expect: z.array(expect).min(1),
  })
  .refine(
    (one) => one.expect.some((item) => Object.keys(item).some((name) => expectations[name as keyof typeof expectations]?.shows)),
    "a case needs an expectation that silence does not fulfil",
  );
/** A host case as data: what the host is given, what it is asked, and what must be seen. */
export type HostCase = z.infer<typeof hostCase>;

/** The definition of a host suite; `suites/host/suite.schema.json` is generated from it. */
export const hostSuite = z.strictObject({
  $schema: z.string().optional(),
  id: z.string().regex(/^[a-z0-9-]+$/),
  subject: z.literal("host"),
  title: z.string(),
  advice: z.string().min(20).describe("how to fix what its cases find, where a case says nothing of its own"),
  cases: z.array(hostCase).min(1),
});
/** A host suite. */
export type HostSuite = z.infer<typeof hostSuite>;
