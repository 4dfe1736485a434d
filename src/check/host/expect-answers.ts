import * as z from "zod";
import { counted } from "../../base/counted.ts";
import { hiddenText } from "../../base/secrets/hidden-text.ts";
import { needlesOf } from "../../base/secrets/needles.ts";
import { type Json, asObject, isObject } from "../../jsonrpc/json.ts";
import { inconclusive, type Outcome, overall, satisfied, violated } from "../outcome.ts";
import { expectation } from "./expectation.ts";
import { pointed } from "./expect-model.ts";
import { hostEvents, type HostAnsweredEvent, type HostTrace } from "./host-event.ts";
import { chatRequests, messagesOf } from "./model-requests.ts";
import { parsed, sameJson } from "./server-messages.ts";

const step = z.int().nonnegative().optional().describe("which step, from 0; default the last");
const json: z.ZodType<Json, Json> = z.json();

/** The answer to a step (the last where none is named), or why there is none. */
export function answerOf(trace: HostTrace, at: number | undefined): HostAnsweredEvent | Outcome {
  const all = hostEvents(trace, "answered");
  const found = at === undefined ? all.at(-1) : all.find((event) => event.step === at);
  if (found !== undefined) return found;
  const [asked] = hostEvents(trace, "asked").filter((event) => at === undefined || event.step === at);
  return asked === undefined ? inconclusive("the host was not asked") : violated(asked, "the host did not answer");
}

/** Whether there was no answer. */
export const isOutcome = (found: HostAnsweredEvent | Outcome): found is Outcome => found.kind !== "answered";

/** What the host answered: visible text, status, whether it failed. */
export const answered = expectation(
  z.strictObject({
    step,
    says: z.array(z.string()).optional().describe("in the text for the user, of which the calls of the model are not part"),
    has: z
      .array(z.string())
      .optional()
      .describe(
        "anywhere in the answer, also in names of fields and in the calls of the model; only for answers that are errors",
      ),
    lacks: z.array(z.string()).optional(),
    status: z.union([z.int(), z.array(z.int())]).optional(),
    ok: z.boolean().optional(),
    withinMs: z.int().positive().optional(),
    atLeastMs: z.int().positive().optional(),
  }),
  true,
  (wanted, trace) => {
    const found = answerOf(trace, wanted.step);
    if (isOutcome(found)) return found;
    const { status, text, said, exit, failed, ms } = found;
    const whole = `${said}\n${text}\n${found.aside}`;
    const fine = failed === null && (status === null ? exit === 0 : status < 400) && !isErrorText(found);
    const statuses = wanted.status === undefined ? undefined : [wanted.status].flat();
    const visible = status === null ? text : said;
    const wrong = [
      ...(wanted.says ?? []).filter((one) => !visible.includes(one)).map((one) => `does not say "${one}"`),
      ...(wanted.has ?? []).filter((one) => !whole.includes(one)).map((one) => `lacks "${one}"`),
      ...(wanted.lacks ?? []).filter((one) => whole.includes(one)).map((one) => `has "${one}"`),
      ...(statuses !== undefined && status !== null && !statuses.includes(status)
        ? [`has status ${status}, expected ${statuses.join(" or ")}`]
        : []),
      ...(wanted.ok !== undefined && wanted.ok !== fine
        ? [fine ? "reports no error" : `is an error (${failed ?? status ?? `exit code ${exit}`})`]
        : []),
      ...(wanted.withinMs !== undefined && ms > wanted.withinMs
        ? [`took ${Math.round(ms)} ms, at most ${wanted.withinMs} expected`]
        : []),
      ...(wanted.atLeastMs !== undefined && ms < wanted.atLeastMs
        ? [`took ${Math.round(ms)} ms, at least ${wanted.atLeastMs} expected`]
        : []),
    ];
    return wrong.length === 0
      ? satisfied([found])
      : violated(
          found,
          `the answer ${wrong.join(", ")}: ${JSON.stringify((failed ?? (said || text || found.aside)).slice(0, 300))}`,
        );
  },
);

/** What ends a stream on OpenAI's wire, whatever came of it. */
const isDone = /^data: ?\[DONE\]$/;

/** A stream that ends in an error object is an error though its status was fine, and so is an agent's task that failed. */
function isErrorText({ text }: HostAnsweredEvent): boolean {
  const last = text.split("\n").findLast((line) => line.trim() !== "" && !isDone.test(line.trim()));
  const value = parsed((last ?? "").replace(/^data: ?/, ""));
  const state = pointed(value ?? null, "/result/task/status/state");
  return isObject(value) && (value["error"] !== undefined || state === "TASK_STATE_FAILED");
}

/** What is at a JSON pointer of an answer that is one JSON document, or of one line of a stream (`line`, from 0, -1 the last). */
export const field = expectation(
  z.strictObject({
    step,
    line: z.int().optional(),
    path: z.string(),
    equals: json.optional(),
    matches: z.string().optional(),
    type: z.enum(["string", "number", "boolean", "object", "array"]).optional(),
    absent: z.literal(true).optional(),
  }),
  true,
  ({ step: at, line, path, equals, matches, type, absent }, trace) => {
    const found = answerOf(trace, at);
    if (isOutcome(found)) return found;
    const document = line === undefined ? parsed(found.text) : linesOf(found).at(line);
    if (document === undefined) return violated(found, `the answer is not JSON: ${JSON.stringify(found.text.slice(0, 200))}`);
    const value = pointed(document, path);
    const shown = `${path || "the answer"} is ${JSON.stringify(value)?.slice(0, 200) ?? "absent"}`;
    if (absent === true) return value === undefined ? satisfied([found]) : violated(found, `${shown}, expected it to be absent`);
    if (value === undefined) return violated(found, shown);
    if (equals !== undefined && !sameJson(value, equals)) return violated(found, `${shown}, expected ${JSON.stringify(equals)}`);
    if (matches !== undefined && !(typeof value === "string" && new RegExp(matches, "u").test(value)))
      return violated(found, `${shown}, expected text like ${matches}`);
    if (type !== undefined && typeOf(value) !== type) return violated(found, `${shown}, expected ${type}`);
    return satisfied([found]);
  },
);

const typeOf = (value: Json): string => (value === null ? "null" : Array.isArray(value) ? "array" : typeof value);

/** The JSON values of a stream: NDJSON lines, or the data of server-sent events without `[DONE]`. */
export function linesOf({ text, headers }: HostAnsweredEvent): Json[] {
  const isSse = (headers["content-type"] ?? "").includes("event-stream");
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => (isSse ? line.startsWith("data:") && !line.endsWith("[DONE]") : line !== ""))
    .flatMap((line) => parsed(isSse ? line.slice(5) : line) ?? []);
}

/** The stream of an answer is well-formed for its surface and ends once, with its last message. */
export const stream = expectation(
  z.strictObject({ step, lines: z.strictObject({ min: z.int() }).optional() }),
  true,
  ({ step: at, lines }, trace) => {
    const found = answerOf(trace, at);
    if (isOutcome(found)) return found;
    const type = found.headers["content-type"] ?? "";
    const raw = found.text
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== "");
    const values = linesOf(found);
    const wrong = type.includes("event-stream") ? sseFault(raw, values) : ndjsonFault(type, raw, values);
    if (wrong !== undefined) return violated(found, wrong);
    if (lines !== undefined && values.length < lines.min)
      return violated(found, `${counted(values.length, "message")}, expected at least ${lines.min}`);
    return satisfied([found]);
  },
);

function ndjsonFault(type: string, raw: readonly string[], values: readonly Json[]): string | undefined {
  if (!type.includes("ndjson")) return `the media type ${type || "is missing"}, expected application/x-ndjson`;
  if (values.length !== raw.length || !values.every((value) => isObject(value))) return "a line that is not a JSON object";
  const done = values.map((value) => asObject(value)["done"] === true);
  if (values.length === 0 || done.indexOf(true) !== values.length - 1)
    return `${counted(done.filter(Boolean).length, "line")} with done: true, expected one, the last`;
  return undefined;
}

function sseFault(raw: readonly string[], values: readonly Json[]): string | undefined {
  const odd = raw.find((line) => !/^(data|event|id|retry)?:/.test(line));
  if (odd !== undefined) return `a line that belongs to no event: ${JSON.stringify(odd.slice(0, 80))}`;
  const ends = raw.filter((line) => isDone.test(line)).length;
  if (ends !== 1 || !isDone.test(raw.at(-1) ?? "")) return `${counted(ends, "time")} [DONE], expected once, at the end`;
  const finishes = values.filter((value) => typeof pointed(value, "/choices/0/finish_reason") === "string").length;
  return finishes === 1 ? undefined : `${counted(finishes, "chunk")} with a finish_reason, expected one`;
}

/** Two steps gave the same visible text. */
export const sameText = expectation(
  z.strictObject({ steps: z.tuple([z.int(), z.int()]) }),
  true,
  ({ steps: [one, other] }, trace) => {
    const first = answerOf(trace, one);
    const second = answerOf(trace, other);
    if (isOutcome(first)) return first;
    if (isOutcome(second)) return second;
    if (first.said === "") return violated(first, "no visible text");
    return first.said === second.said
      ? satisfied([first, second])
      : violated(
          [first, second],
          `${JSON.stringify(first.said.slice(0, 150))} and ${JSON.stringify(second.said.slice(0, 150))}, expected the same text`,
        );
  },
);

/**
 * A planted secret appears nowhere but where it belongs, in whatever usual spelling: not in requests to the model, answers, output, or to
 * other servers.
 */
export const secret = expectation(
  z.strictObject({ text: z.string().min(8), server: z.string().optional().describe("the one server it is meant for") }),
  false,
  ({ text, server }, trace) => {
    const needles = needlesOf([text]);
    const has = (...places: readonly string[]): boolean => places.some((place) => hiddenText(place, needles) !== place);
    const leaks = [
      // Header fields are left out: there stands the key of the model server itself.
      ...hostEvents(trace, "model-asked")
        .filter(({ path, body }) => has(path, JSON.stringify(body)))
        .map((event) => ({ event, where: "a request to the model" })),
      ...hostEvents(trace, "answered")
        .filter((event) => has(event.text, event.said, event.aside))
        .map((event) => ({ event, where: "an answer" })),
      ...hostEvents(trace, "host-end")
        .filter(({ output }) => has(output))
        .map((event) => ({ event, where: "the host's output" })),
      ...hostEvents(trace, "server-received")
        .filter((event) => event.server !== server && has(event.text, ...Object.values(event.headers ?? {})))
        .map((event) => ({ event, where: `a message to ${event.server}` })),
      ...hostEvents(trace, "server-http")
        .filter((event) => event.server !== server && has(event.path, ...Object.values(event.headers)))
        .map((event) => ({ event, where: `an HTTP request to ${event.server}` })),
      ...hostEvents(trace, "server-start")
        .filter((event) => event.server !== server && has(...Object.values(event.env ?? {})))
        .map((event) => ({ event, where: `the environment of ${event.server}` })),
      ...hostEvents(trace, "server-start")
        .filter((event) => event.server !== server && has(...(event.argv ?? [])))
        .map((event) => ({ event, where: `the command of ${event.server}` })),
    ];
    const [leak] = leaks;
    if (leak !== undefined) return violated(leak.event, `the secret appears in ${leaks.map(({ where }) => where).join(", ")}`);
    return satisfied(hostEvents(trace, "answered"), "the host did not answer");
  },
);

/** Nothing the terminal would obey reached the user: no control characters but ends of lines and tabs in visible output. */
export const noControl = expectation(z.strictObject({ step }), true, ({ step: at }, trace) => {
  const found = answerOf(trace, at);
  if (isOutcome(found)) return found;
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  const match = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/.exec(`${found.text}${found.aside}`);
  return match === null
    ? satisfied([found])
    : violated(found, `the control character U+${(match[0].codePointAt(0) ?? 0).toString(16).padStart(4, "0")} in the output`);
});

/** Every step was answered: the host was still there. */
export const survived = expectation(z.strictObject({}), true, (_wanted, trace) => {
  const answers = hostEvents(trace, "answered");
  return overall(
    answers
      .filter((event) => !isTryingAgain(trace, event))
      .map((event) => (event.failed === null ? { ref: event } : { ref: event, wrong: `step ${event.step}: ${event.failed}` })),
    answers.length === 0 ? "the host did not answer" : "the host was still asking its model for the same when its time was over",
  );
});

/** Whether a host whose time was over went on to ask its model for the same: who tries again with longer and longer waits does not hang. */
function isTryingAgain(trace: HostTrace, { late, step: at, seq, ms }: HostAnsweredEvent): boolean {
  const asked = hostEvents(trace, "asked").find((event) => event.step === at);
  if (late !== true || asked === undefined) return false;
  const requests = chatRequests(trace).filter((request) => request.seq > asked.seq && request.seq < seq);
  const last = requests.slice(-3);
  const lengths = new Set(last.map((request) => messagesOf(request).length));
  return last.length === 3 && lengths.size === 1 && (last.at(-1)?.at ?? 0) - asked.at > ms / 2;
}
