import * as z from "zod";
import { revisions } from "../spec/revision.ts";
import { listMethods, type ListName } from "../trace/facts/server-facts.ts";
import { toolRoles } from "../trace/facts/tool-role.ts";
import type {
  AwaitStep,
  CallStep,
  CancelStep,
  CloseStep,
  CompleteStep,
  ConnectStep,
  FenceStep,
  HttpStep,
  ListStep,
  NotifyStep,
  PromptStep,
  ReadStep,
  RequestStep,
  ResumeStep,
  Scenario,
  SendStep,
  Step,
  Suite,
  ToolRequirement,
} from "./scenario.ts";
import { tokenKinds } from "./token-kinds.ts";

/** A schema for every member of a type, so that a member cannot be in one and not in the other. */
type Shape<T> = { readonly [K in keyof Required<T>]: z.ZodType };

const object = z.record(z.string(), z.json());
const headers = z.record(z.string(), z.string().nullable()).exactOptional();
const background = z.literal(true).exactOptional();
const deviant = z
  .literal(true)
  .exactOptional()
  .meta({ description: "Breaks a rule on purpose, or may rightly be refused: only checks that ask for the tag judge it" });
const tag = z.string().exactOptional().meta({ description: "What a special step is about, so that a check finds it again" });
const list = z.enum(Object.keys(listMethods) as [ListName, ...ListName[]]);
const argumentChoices = ["valid", "missing", "mistyped", "extra"] as const;
const argumentChoice = z.union([z.enum(argumentChoices), object]).exactOptional();

const role = z.enum([...toolRoles, "asks"]);

const connect = z.strictObject({
  on: z.literal("open").exactOptional(),
  capabilities: z.union([z.enum(["none", "full"]), object]).exactOptional(),
  handshake: z.enum(["full", "initialize-only", "none"]).exactOptional(),
  protocolVersion: z.string().exactOptional(),
  roots: z.enum(["bounded", "none"]).exactOptional(),
});

const request = {
  request: z.string(),
  params: object.exactOptional(),
  id: z.json().exactOptional(),
  meta: object.nullable().exactOptional(),
  headers,
  padding: z.int().positive().exactOptional(),
  resource: z.enum(["listed", "each"]).exactOptional(),
  task: z.literal("cancelled").exactOptional(),
  background,
  times: z.int().positive().exactOptional(),
};

const http = z.strictObject({
  method: z.string(),
  path: z.string().exactOptional(),
  at: z.literal("other-address").exactOptional(),
  headers,
  body: z.string().exactOptional(),
  keeps: z.literal(true).exactOptional(),
});

const call = {
  call: z.union([z.enum(["each-read-only", "each-served", "one-read-only", "unknown"]), z.strictObject({ role })]),
  arguments: z.union([z.enum([...argumentChoices, "none"]), object]).exactOptional(),
  path: z.enum(["inside", "outside"]).exactOptional(),
  texts: z.array(z.string()).exactOptional(),
  inputs: z.enum(["answer", "none", "decline", "tampered", "extra", "malformed", "moved", "never"]).exactOptional(),
  answers: z.enum(["decline", "malformed"]).exactOptional(),
  task: z.enum(["follow", "cancel", "without", "forbidden"]).exactOptional(),
  handles: z.enum(["follow", "cancel"]).exactOptional(),
  mirrored: z.enum(["missing", "different", "beyond-ascii", "encoded", "other-digits", "null", "absent"]).exactOptional(),
  meta: object.exactOptional(),
  headers,
  laterHeaders: headers,
  background,
  apart: z.literal(true).exactOptional(),
  leavesOpen: z.literal(true).exactOptional(),
  againWhileRefused: z.literal(true).exactOptional(),
};

const awaited = {
  await: z.union([z.enum(["in-flight", "open-calls"]), z.strictObject({ notification: z.string() })]),
  ms: z.number().positive().exactOptional(),
};

/** One shape for each verb; the verb is the first member, so that a fault can be told in the terms of its verb. */
const shapes = [
  { connect } satisfies Shape<ConnectStep>,
  request satisfies Shape<RequestStep>,
  {
    notify: z.string(),
    roots: z.literal("none").exactOptional(),
    params: object.exactOptional(),
    headers,
  } satisfies Shape<NotifyStep>,
  { send: z.string(), headers, firstPiece: z.int().positive().exactOptional() } satisfies Shape<SendStep>,
  { http } satisfies Shape<HttpStep>,
  { list, twice: z.literal(true).exactOptional() } satisfies Shape<ListStep>,
  call satisfies Shape<CallStep>,
  {
    read: z.enum(["each", "one", "unknown", "outside", "completed", "views", "skills", "skill-directories"]),
    headers,
    background,
  } satisfies Shape<ReadStep>,
  { prompt: z.enum(["each", "one", "unknown"]), arguments: argumentChoice, headers } satisfies Shape<PromptStep>,
  { complete: z.enum(["prompt", "template", "unknown"]) } satisfies Shape<CompleteStep>,
  { cancel: z.literal("in-flight") } satisfies Shape<CancelStep>,
  { resume: z.literal("in-flight") } satisfies Shape<ResumeStep>,
  awaited satisfies Shape<AwaitStep>,
  { fence: z.literal(true), weighs: z.literal(true).exactOptional() } satisfies Shape<FenceStep>,
  { close: z.enum(["eof", "term", "delete", "drop"]) } satisfies Shape<CloseStep>,
] as const;

const verbs = shapes.map((shape) => Object.keys(shape)[0]).join(", ");

/** One step of a scenario: exactly one verb. */
const stepSchema: z.ZodType<Step> = z.union(
  shapes.map((shape) => z.strictObject({ ...shape, tag, deviant })) as unknown as [z.ZodType<Step>, z.ZodType<Step>],
  { error: `expected a step with exactly one of the verbs ${verbs}` },
);

const toolRequirements = [
  "read-only",
  "read-only-with-required",
  "read-only-typed",
  "read-only-path",
  "read-only-mirrored",
  "read-only-mirrored-text",
  "read-only-mirrored-integer",
] as const satisfies readonly ToolRequirement[];

const requirement = z.union(
  [
    z.strictObject({ capability: z.string() }),
    z.strictObject({ listed: list }),
    z.strictObject({ tool: z.enum(toolRequirements) }),
    z.strictObject({ role }),
    z.strictObject({ machine: z.enum(["other-address", "files"]) }),
    z.strictObject({ header: z.enum(["authorization", "none"]) }),
    z.strictObject({ token: z.enum(tokenKinds) }),
  ],
  { error: "expected one of capability, listed, tool, role, machine, header, token" },
);

const name = z.string().regex(/^[a-z0-9]+([.-][a-z0-9]+)*$/, "expected lower-case words joined by - or .");
const checkId = z.string().regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, "expected a check id, area.behaviour");

/** One scenario of a suite file. */
const scenarioSchema: z.ZodType<Scenario> = z.strictObject({
  id: name.meta({ description: "Unique over all suites" }),
  title: z.string().min(1),
  session: name.meta({ description: "Scenarios that name the same session share its connection" }),
  order: z.number().exactOptional(),
  era: z.enum(["stateful", "stateless"]).exactOptional(),
  since: z.enum(revisions).exactOptional(),
  until: z.enum(revisions).exactOptional(),
  transports: z.array(z.enum(["stdio", "http", "sse", "memory"])).exactOptional(),
  requires: z.array(requirement).exactOptional(),
  onRequest: z.literal(true).exactOptional().meta({ description: "Played only where --check chooses a check that it exercises" }),
  learns: z
    .literal(true)
    .exactOptional()
    .meta({ description: "Shows what the tools do: runs before the scenarios that ask for a role, and with any of them" }),
  compares: z
    .literal(true)
    .exactOptional()
    .meta({ description: "Is judged beside ordinary calls of the tools: the scenarios that learn run with it" }),
  steps: z.array(stepSchema).min(1),
  exercises: z.array(checkId).meta({ description: "Checks that must reach a conclusion when the scenario has run" }),
} satisfies Shape<Scenario>);

/** A suite file: what the loader accepts, and where suites/suite.schema.json comes from. */
export const suiteSchema: z.ZodType<Suite> = z.strictObject({
  $schema: z.string().exactOptional(),
  id: name,
  title: z.string().min(1),
  subject: z.literal("server"),
  scenarios: z.array(scenarioSchema).min(1),
});
