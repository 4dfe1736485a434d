import * as z from "zod";
import { counted } from "../../base/counted.ts";
import type { Json } from "../../jsonrpc/json.ts";
import { satisfied, violated } from "../outcome.ts";
import { answerOf, isOutcome, linesOf } from "./expect-answers.ts";
import { pointed } from "./expect-model.ts";
import { expectation } from "./expectation.ts";
import { parsed, sameJson } from "./server-messages.ts";

const step = z.int().nonnegative().optional().describe("which step, from 0; default the last");
const list = z.array(z.string()).optional();
const json: z.ZodType<Json, Json> = z.json();

/** How a command ended, and what it wrote: answers on standard output, everything meant for a person on standard error. */
export const exited = expectation(
  z.strictObject({
    step,
    code: z.int(),
    stdout: list.describe("standard output has all of these"),
    stderr: list.describe("standard error has all of these"),
    lacks: list.describe("neither has any of these"),
    stdoutIs: z.string().optional(),
    stderrIs: z.string().optional(),
  }),
  true,
  (wanted, trace) => {
    const found = answerOf(trace, wanted.step);
    if (isOutcome(found)) return found;
    const { exit, text, aside, failed } = found;
    const missing = (where: string, all: string, texts: readonly string[] = []): string[] =>
      texts.filter((one) => !all.includes(one)).map((one) => `${where} lacks "${one}"`);
    const wrong = [
      ...(exit === wanted.code ? [] : [`exit code ${exit ?? failed ?? "none"}, expected ${wanted.code}`]),
      ...missing("standard output", text, wanted.stdout),
      ...missing("standard error", aside, wanted.stderr),
      ...(wanted.lacks ?? []).filter((one) => `${text}\n${aside}`.includes(one)).map((one) => `the output has "${one}"`),
      ...(wanted.stdoutIs === undefined || wanted.stdoutIs === text ? [] : ["standard output is another"]),
      ...(wanted.stderrIs === undefined || wanted.stderrIs === aside ? [] : ["standard error is another"]),
    ];
    return wrong.length === 0
      ? satisfied([found])
      : violated(found, `${wrong.join("; ")}: ${JSON.stringify(`${text}\n${aside}`.slice(0, 400))}`);
  },
);

/** What is at a JSON pointer in every line of a stream but the last, and in the last; or that it is the same in all. */
export const everyLine = expectation(
  z.strictObject({
    step,
    path: z.string(),
    equals: json.optional(),
    matches: z.string().optional(),
    same: z.literal(true).optional(),
    absent: z.literal(true).optional(),
    last: json.optional(),
  }),
  true,
  ({ step: at, path, equals, matches, same, absent, last }, trace) => {
    const found = answerOf(trace, at);
    if (isOutcome(found)) return found;
    const values = linesOf(found).map((line) => pointed(line, path));
    if (values.length < 2) return violated(found, `${counted(values.length, "line")}, expected a stream`);
    const wrong = values.findIndex((value, index) => {
      const isLast = index === values.length - 1;
      if (absent === true) return value !== undefined;
      if (same === true) return value === undefined || !sameJson(value, values[0]);
      if (matches !== undefined) return typeof value !== "string" || !new RegExp(matches, "u").test(value);
      const wanted = isLast && last !== undefined ? last : equals;
      return wanted === undefined ? false : !sameJson(value, wanted);
    });
    return wrong < 0
      ? satisfied([found])
      : violated(found, `${path} of line ${wrong} of ${values.length} is ${JSON.stringify(values[wrong]) ?? "absent"}`);
  },
);

/** Two answers have something else at a JSON pointer, and both have something there. */
export const differs = expectation(
  z.strictObject({ path: z.string(), steps: z.tuple([z.int(), z.int()]) }),
  true,
  ({ path, steps: [one, other] }, trace) => {
    const first = answerOf(trace, one);
    const second = answerOf(trace, other);
    if (isOutcome(first)) return first;
    if (isOutcome(second)) return second;
    const [a, b] = [first, second].map(({ text }) => pointed(parsed(text), path));
    return a !== undefined && b !== undefined && !sameJson(a, b)
      ? satisfied([first, second])
      : violated([first, second], `${path} is ${JSON.stringify(a) ?? "absent"} and ${JSON.stringify(b) ?? "absent"}`);
  },
);
