import { describe, expect, it } from "vitest";
import {
  answer,
  asked,
  askedIn,
  broken,
  events,
  jsonLines,
  kept,
  traceOf,
  type TraceRow,
} from "../../../../test/support/host-traces.ts";
import { expectations } from "../expectations.ts";

const { field, stream, sameText } = expectations;
const noAnswer = broken("the host did not answer", 1);

describe("what an answer has at a place is judged", () => {
  const one = (text: string) => [asked, answer({ text })];
  const lines = [asked, jsonLines(' {"n":1}\n\nno JSON\n{"n":2} \n')];
  const sse = [asked, events('event: {"n":0}\n data: {"n":1}\n\ndata:{"n":2}\n\ndata: [DONE]\n\n')];

  it.each<TraceRow>([
    ["broken where there is no answer", { path: "/n" }, [asked], noAnswer],
    ["kept where something is there", { path: "/n" }, one('{"n":null}'), kept(2)],
    ["broken where nothing is", { path: "/n" }, one('{"m":1}'), broken("/n is absent", 2)],
    ["broken where nothing is that it could equal", { path: "/n", equals: 1 }, one("{}"), broken("/n is absent", 2)],
    ["broken where it is no JSON", { path: "" }, one("x".repeat(201)), broken(`the answer is not JSON: "${"x".repeat(200)}"`, 2)],
    ["kept by the whole answer", { path: "", equals: { n: 1 } }, one('{"n":1}'), kept(2)],
    ["broken by the whole answer", { path: "", equals: 2 }, one("1"), broken("the answer is 1, expected 2", 2)],
    [
      "with the beginning of what is long",
      { path: "/n", equals: 1 },
      one(`{"n":"${"x".repeat(200)}"}`),
      broken(`/n is "${"x".repeat(199)}, expected 1`, 2),
    ],
    ["by one line of a stream", { path: "/n", line: 0, equals: 1 }, lines, kept(2)],
    ["by the last line of a stream, after what is no JSON", { path: "/n", line: -1, equals: 2 }, lines, kept(2)],
    [
      "broken where a stream has not so many lines",
      { path: "/n", line: 2 },
      lines,
      broken(`the answer is not JSON: ${JSON.stringify(' {"n":1}\n\nno JSON\n{"n":2} \n')}`, 2),
    ],
    ["by the data of the first event, whatever its name", { path: "/n", line: 0, equals: 1 }, sse, kept(2)],
    ["by the data of the last event before the end", { path: "/n", line: -1, equals: 2 }, sse, kept(2)],
    [
      "by the lines of an answer without a media type",
      { path: "/n", line: 1, equals: 2 },
      [asked, answer({ headers: {}, text: '{"n":1}\n{"n":2}' })],
      kept(2),
    ],

    ["by an answer on several lines", { path: "/n", equals: 1 }, one('{\n  "n": 1\n}'), kept(2)],
    [
      "without what numbers the events",
      { path: "/n", line: 0, equals: 1 },
      [asked, events('id: 17\ndata: {"n":1}\n\n')],
      kept(2),
    ],
    ["kept where nothing is and nothing is to be", { path: "/n", absent: true }, one("{}"), kept(2)],
    [
      "broken where something is and nothing is to be",
      { path: "/n", absent: true },
      one('{"n":1}'),
      broken("/n is 1, expected it to be absent", 2),
    ],
    ["kept by a text like it", { path: "/n", matches: "^r.in$" }, one('{"n":"rain"}'), kept(2)],
    ["kept by a character beyond 16 bits", { path: "/n", matches: "^.$" }, one('{"n":"😀"}'), kept(2)],
    [
      "broken by another text",
      { path: "/n", matches: "^r" },
      one('{"n":"sun"}'),
      broken('/n is "sun", expected text like ^r', 2),
    ],
    [
      "broken by a number where a text is wanted",
      { path: "/n", matches: "1" },
      one('{"n":1}'),
      broken("/n is 1, expected text like 1", 2),
    ],
    ["kept by a list where one is wanted", { path: "/n", type: "array" }, one('{"n":[]}'), kept(2)],
    [
      "broken by a list where an object is wanted",
      { path: "/n", type: "object" },
      one('{"n":[]}'),
      broken("/n is [], expected object", 2),
    ],
    [
      "broken by nothing where an object is wanted",
      { path: "/n", type: "object" },
      one('{"n":null}'),
      broken("/n is null, expected object", 2),
    ],
    ["kept by a number where one is wanted", { path: "/n", type: "number" }, one('{"n":1}'), kept(2)],
    ["kept by true where a truth is wanted", { path: "/n", type: "boolean" }, one('{"n":true}'), kept(2)],
    [
      "broken by the word where a truth is wanted",
      { path: "/n", type: "boolean" },
      one('{"n":"true"}'),
      broken('/n is "true", expected boolean', 2),
    ],
  ])("%s", (_title, wanted, happened, outcome) => {
    expect(field.schema.safeParse(wanted).success).toBe(true);
    expect(field.judge(wanted, traceOf(...happened))).toEqual(outcome);
  });
});

describe("whether a stream is well-formed is judged", () => {
  const more = '{"done":false}';
  const done = '{"done":true}';
  const word = 'data: {"choices":[{"delta":{"content":"a"},"finish_reason":null}]}\n\n';
  const finish = 'data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\n';
  const end = "data: [DONE]\n\n";
  const typed = (type: string, text: string) => [asked, answer({ headers: { "content-type": type }, text })];
  const doneOnce = (times: number) =>
    broken(`${times} ${times === 1 ? "line" : "lines"} with done: true, expected one, the last`, 2);
  const endOnce = (times: number) => broken(`${times} ${times === 1 ? "time" : "times"} [DONE], expected once, at the end`, 2);
  const odd = (line: string) => broken(`a line that belongs to no event: ${JSON.stringify(line)}`, 2);

  it.each<TraceRow>([
    ["broken where there is none", {}, [asked], noAnswer],
    ["kept by lines of which the last says so", {}, [asked, jsonLines(`${more} \r\n\n${done}\n`)], kept(2)],
    ["kept by as many lines as are wanted", { lines: { min: 2 } }, [asked, jsonLines(`${more}\n${done}`)], kept(2)],
    [
      "broken by fewer lines",
      { lines: { min: 3 } },
      [asked, jsonLines(`${more}\n${done}`)],
      broken("2 messages, expected at least 3", 2),
    ],
    ["broken by a last line that does not say so", {}, [asked, jsonLines(`${done}\n${more}`)], doneOnce(1)],
    ["broken where no line says so", {}, [asked, jsonLines(more)], doneOnce(0)],
    ["broken by a line that is no JSON", {}, [asked, jsonLines(`oops\n${done}`)], broken("a line that is not a JSON object", 2)],
    ["broken by a line that is no object", {}, [asked, jsonLines(`1\n${done}`)], broken("a line that is not a JSON object", 2)],
    [
      "broken by another media type",
      {},
      typed("text/plain", done),
      broken("the media type text/plain, expected application/x-ndjson", 2),
    ],
    [
      "broken by no media type",
      {},
      [asked, answer({ headers: {}, text: done })],
      broken("the media type is missing, expected application/x-ndjson", 2),
    ],

    ["kept by events of which the last is the end", {}, [asked, events(word + finish + end)], kept(2)],
    [
      "kept by events without a space, with names, times and comments",
      {},
      [asked, events(`: hello\n\nevent: a\nid: 1\nretry: 5\n ${finish}data:[DONE]`)],
      kept(2),
    ],
    [
      "kept by as many events as are wanted, the end left out",
      { lines: { min: 2 } },
      [asked, events(word + finish + end)],
      kept(2),
    ],
    [
      "broken by fewer events, the end left out",
      { lines: { min: 3 } },
      [asked, events(word + finish + end)],
      broken("2 messages, expected at least 3", 2),
    ],
    ["broken by a line without a field", {}, [asked, events(`${more}\n${finish}${end}`)], odd(more)],
    ["broken by a line with a field inside", {}, [asked, events(`oh data: 1\n${finish}${end}`)], odd("oh data: 1")],
    [
      "with the beginning of a long line that is none",
      {},
      [asked, events(`${"x".repeat(81)}\n${finish}${end}`)],
      odd("x".repeat(80)),
    ],
    ["broken by two ends", {}, [asked, events(finish + end + end)], endOnce(2)],
    ["broken by an end that is not the last", {}, [asked, events(`${end}${finish}`)], endOnce(1)],
    ["broken by an end that goes on", {}, [asked, events(`${finish}data: [DONE] now`)], endOnce(0)],
    ["broken by an end that is but quoted", {}, [asked, events(`${finish}id: data: [DONE]`)], endOnce(0)],
    ["broken by an end that is but quoted at the end", {}, [asked, events(`${end}${finish}id: data: [DONE]`)], endOnce(1)],
    ["broken by an end that goes on at the end", {}, [asked, events(`${end}${finish}data: [DONE] now`)], endOnce(1)],
    ["broken by nothing", {}, [asked, events("")], endOnce(0)],
    [
      "broken where no event says why it ends",
      {},
      [asked, events(word + end)],
      broken("0 chunks with a finish_reason, expected one", 2),
    ],
    [
      "broken where two events say why it ends",
      {},
      [asked, events(finish + word + finish + end)],
      broken("2 chunks with a finish_reason, expected one", 2),
    ],
  ])("%s", (_title, wanted, happened, outcome) => {
    expect(stream.judge(wanted, traceOf(...happened))).toEqual(outcome);
  });
});

describe("whether two steps gave the same text is judged", () => {
  const steps = { steps: [0, 1] };
  const first = answer({ said: "a", text: "one" });
  const second = answer({ step: 1, said: "a", text: "another" });
  const again = askedIn(1);
  const long = "x".repeat(160);

  it.each<TraceRow>([
    ["kept by the same for the user, whatever is around it", steps, [asked, first, again, second], kept(2, 4)],
    ["broken where the first has no answer", steps, [asked, again, second], broken("the host did not answer", 1)],
    ["broken where the second has no answer", steps, [asked, first, again], broken("the host did not answer", 3)],
    ["broken where nothing was said", steps, [asked, answer(), again, answer({ step: 1 })], broken("no visible text", 2)],
    [
      "broken by another text, of which the beginning is shown",
      steps,
      [asked, answer({ said: long }), again, answer({ step: 1, said: `${long}!` })],
      broken(`"${"x".repeat(150)}" and "${"x".repeat(150)}", expected the same text`, 2, 4),
    ],
  ])("%s", (_title, wanted, happened, outcome) => {
    expect(sameText.judge(wanted, traceOf(...happened))).toEqual(outcome);
  });
});
