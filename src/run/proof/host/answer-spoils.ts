import { hostEvents, type HostAnsweredEvent, type HostTrace } from "../../../check/host/host-event.ts";
import type { Json } from "../../../jsonrpc/json.ts";
import { altered, type Spoil, spoil, type DeviantHost } from "./spoil.ts";
import { withValueAt } from "./value-at.ts";

type OfStep = { readonly step?: number };
type Answered = OfStep & {
  readonly says?: readonly string[];
  readonly has?: readonly string[];
  readonly lacks?: readonly string[];
  readonly status?: number | readonly number[];
  readonly ok?: boolean;
  readonly withinMs?: number;
  readonly atLeastMs?: number;
};

const silent = { text: "", said: "", aside: "" } as const;
/** Nothing for the user, though all that surrounds the words of the model is still there. */
const wordless = ({ status }: HostAnsweredEvent): Partial<HostAnsweredEvent> => (status === null ? silent : { said: "" });
const fine = { status: 200, exit: 0, failed: null, ...silent } as const;

type Exited = OfStep & {
  readonly code: number;
  readonly stdout?: readonly string[];
  readonly stderr?: readonly string[];
  readonly lacks?: readonly string[];
  readonly stdoutIs?: string;
  readonly stderrIs?: string;
};

/** What a host may answer wrongly. */
export const answerSpoils = {
  answered: spoil<Answered>(({ step, says = [], has = [], lacks = [], status, ok, withinMs, atLeastMs }, trace) => [
    ...says.map((text) => answering(trace, step, `does not say ${JSON.stringify(text)}`, wordless)),
    ...has.map((text) => answering(trace, step, `shows ${JSON.stringify(text)} nowhere`, () => silent)),
    ...lacks.map((text) => answering(trace, step, `says ${JSON.stringify(text)}`, (old) => ({ said: old.said + text }))),
    ...(status === undefined ? [] : [answering(trace, step, "answers with another status", () => ({ status: 599 }))]),
    ...(ok === true ? [answering(trace, step, "breaks off", () => ({ failed: "the connection broke" }))] : []),
    ...(ok === false ? [answering(trace, step, "reports no error", () => fine)] : []),
    ...(withinMs === undefined ? [] : [answering(trace, step, "takes too long", () => ({ ms: withinMs + 1 }))]),
    ...(atLeastMs === undefined ? [] : [answering(trace, step, "does not wait", () => ({ ms: 0 }))]),
  ]),
  field: spoil<OfStep & { line?: number; path: string; absent?: true }>(({ step, line, path, absent }, trace) => [
    answering(trace, step, `says otherwise at ${path}`, ({ text }) => ({
      text: rewritten(text, line, (value) => withValueAt(value, path, absent === true ? "spoilt" : undefined)),
    })),
  ]),
  stream: spoil<OfStep & { lines?: { min: number } }>(({ step, lines }, trace) => [
    answering(trace, step, "streams a line that is none", ({ text }) => ({ text: `spoilt\n${text}` })),
    answering(trace, step, "does not end the stream", ({ text }) => ({
      text: `${text.trimEnd().split("\n").slice(0, -1).join("\n")}\n`,
    })),
    ...(lines === undefined ? [] : [answering(trace, step, "sends all in one message", ({ text }) => ({ text: endOf(text) }))]),
  ]),
  sameText: spoil<{ steps: readonly [number, number] }>(({ steps: [, second] }, trace) => [
    answering(trace, second, "says something else the second time", ({ said }) => ({ said: `${said} spoilt` })),
  ]),
  secret: spoil<{ text: string }>(({ text }, trace) => [
    answering(trace, undefined, "tells the secret", (old) => ({ text: old.text + text })),
    {
      does: "writes the secret into its log",
      trace: altered(trace, (event) => (event.kind === "host-end" ? { ...event, output: event.output + text } : event)),
    },
  ]),
  noControl: spoil<OfStep>(({ step }, trace) => [
    answering(trace, step, "passes a control sequence on", ({ text }) => ({ text: `${text}\u001b[2J` })),
  ]),
  survived: spoil<OfStep>((_wanted, trace) => [
    answering(trace, undefined, "is gone", () => ({ failed: "the connection was refused" })),
  ]),
  exited: spoil<Exited>(({ step, code, stdout = [], stderr = [], lacks = [], stdoutIs, stderrIs }, trace) => [
    answering(trace, step, "ends with another exit code", () => ({ exit: code + 1 })),
    ...stdout.map((text) => answering(trace, step, `does not print ${JSON.stringify(text)}`, () => ({ text: "" }))),
    ...stderr.map((text) => answering(trace, step, `does not say ${JSON.stringify(text)}`, () => ({ aside: "" }))),
    ...lacks.map((text) => answering(trace, step, `says ${JSON.stringify(text)}`, (old) => ({ aside: old.aside + text }))),
    ...(stdoutIs === undefined ? [] : [answering(trace, step, "prints more", (old) => ({ text: `${old.text}spoilt` }))]),
    ...(stderrIs === undefined ? [] : [answering(trace, step, "says more", (old) => ({ aside: `${old.aside}spoilt` }))]),
  ]),
  everyLine: spoil<OfStep & { path: string; absent?: true; last?: Json }>(({ step, path, absent, last }, trace) => {
    const otherwise = (line: number): DeviantHost =>
      answering(trace, step, `says otherwise at ${path}`, ({ text }) => ({
        text: rewritten(text, line, (value) => withValueAt(value, path, absent === true ? "spoilt" : undefined)),
      }));
    return [otherwise(0), ...(last === undefined ? [] : [otherwise(-1)])];
  }),
  differs: spoil<{ steps: readonly [number, number] }>(({ steps: [first, second] }, trace) => {
    const before = hostEvents(trace, "answered").find((event) => event.step === first);
    return [answering(trace, second, "answers the same twice", () => ({ text: before?.text ?? "" }))];
  }),
} as const satisfies Readonly<Record<string, Spoil>>;

/** A host that answers a step (by default the last) otherwise. */
function answering(
  trace: HostTrace,
  step: number | undefined,
  does: string,
  change: (old: HostAnsweredEvent) => Partial<HostAnsweredEvent>,
): DeviantHost {
  const all = hostEvents(trace, "answered");
  const found = step === undefined ? all.at(-1) : all.find((event) => event.step === step);
  return {
    does,
    trace: altered(trace, (event) => (event.kind === "answered" && event === found ? { ...event, ...change(event) } : event)),
  };
}

/** The text of an answer with its JSON document, or that of one line, changed. */
function rewritten(text: string, line: number | undefined, change: (value: Json) => Json): string {
  if (line === undefined) return JSON.stringify(change(JSON.parse(text) as Json));
  const lines = text.split("\n");
  const messages = lines.flatMap((one, index) => (/^\s*(data:\s*)?(?!\[DONE\])[[{]/.test(one) ? [index] : []));
  const at = messages.at(line);
  return lines
    .map((one, index) => {
      if (index !== at) return one;
      const json = one.replace(/^\s*data:\s*/, "");
      return `${one.slice(0, one.length - json.length)}${JSON.stringify(change(JSON.parse(json) as Json))}`;
    })
    .join("\n");
}

/** The last message of a stream, with what marks its end. */
function endOf(text: string): string {
  const lines = text
    .trimEnd()
    .split("\n")
    .filter((line) => line.trim() !== "");
  const isSse = lines.at(-1)?.includes("[DONE]") ?? false;
  return isSse ? `${lines.slice(-2).join("\n\n")}\n\n` : `${lines.at(-1) ?? ""}\n`;
}
