import { describe, expect, it } from "vitest";
import { type Ground, meant, modelTrace, type PlayedTurn, type Said, tokensOf } from "../../../test/support/model-traces.ts";
import { answersOf, type ModelAnswer } from "./answers.ts";

const call = { content: "", calls: [meant("get_time", { zone: "CET" })] };
const written = '<tool_call>{"name":"get_time","arguments":{"zone":"CET"}}</tool_call>';
const listed = tokensOf(written);
const other = { content: "It is late.", calls: [] };
const tools = ["get_time"];
const plain: Ground = {};
const openai: Ground = { api: "openai" };

function answerTo(ground: Ground, ...turns: PlayedTurn[]): ModelAnswer {
  const [answer] = answersOf(modelTrace(ground, ...turns)).slice(-1);
  if (answer === undefined) throw new Error("no answer");
  return answer;
}

describe("an answer", () => {
  it.each<[string, Ground, PlayedTurn, object]>([
    [
      "is read on Ollama's wire, and shown by its last piece",
      {},
      { means: { content: "Noon." }, streamed: true, said: { content: ["No", "on."] }, body: { think: true } },
      {
        content: "Noon.",
        seen: 8,
        status: 200,
        how: "complete",
        failed: undefined,
        headers: { "content-type": "application/x-ndjson" },
        body: { think: true },
      },
    ],
    [
      "is read on OpenAI's wire, its pieces one after the other",
      openai,
      { means: { content: "Noon." }, streamed: true, chunks: ['data: {"choices":[]}', "data: [DONE]"] },
      { seen: 7, raw: 'data: {"choices":[]}\ndata: [DONE]', faults: ["0 chunks with a finish_reason, expected one"] },
    ],
    [
      "that comes as one document has not been streamed, and is read as one",
      openai,
      {
        streamed: true,
        type: "Application/JSON",
        chunks: ['{"choices":[{"message":{"role":"assistant","content":"Noon."},"finish_reason":"stop"}]}'],
      },
      { content: "Noon.", faults: [] },
    ],
    [
      "of a media type that only begins like that of a document is a stream",
      openai,
      { streamed: true, type: "application/jsonl", means: { content: "Noon." } },
      { content: "Noon.", faults: [] },
    ],
    [
      "of a media type that only ends like that of a document is a stream",
      openai,
      { streamed: true, type: "x-application/json", means: { content: "Noon." } },
      { content: "Noon.", faults: [] },
    ],
    [
      "without a media type is a stream where one was asked for",
      openai,
      { streamed: true, type: null, means: { content: "Noon." } },
      { content: "Noon.", faults: [], headers: {} },
    ],
    [
      "fails with another status, for what the server says",
      openai,
      { streamed: true, status: 500, type: null, chunks: ['{"error":{"message":"parser broke"}}'] },
      { failed: "status 500: parser broke", played: "unknown", status: 500 },
    ],
    [
      "fails with another status although the server says nothing",
      {},
      { status: 503, chunks: [] },
      { failed: "status 503: no message", seen: 5 },
    ],
    [
      "fails by an error within it",
      {},
      { chunks: ['{"error":"parser broke"}'] },
      { failed: "an error within the answer: parser broke" },
    ],
    [
      "fails when the connection breaks",
      {},
      { end: { how: "broken", message: "socket hang up" } },
      { failed: "socket hang up", how: "broken" },
    ],
    ["fails when the connection breaks without a word", {}, { end: { how: "broken" } }, { failed: "the connection broke" }],
    ["fails when it is not whole in time", {}, { end: { how: "late" } }, { failed: "no whole answer in time", how: "late" }],
    [
      "fails when there is none, and its end shows it",
      {},
      { status: null },
      { failed: "no answer", seen: 5, content: "", status: undefined, headers: {} },
    ],
    [
      "fails when there is none to stream, and is at fault with nothing",
      openai,
      { streamed: true, status: null },
      { failed: "no answer", faults: [] },
    ],
    ["fails when there is none, and is at fault with nothing", openai, { status: null }, { failed: "no answer", faults: [] }],
    [
      "fails when there is none in time",
      {},
      { status: null, end: { how: "late", message: "no answer within 5 s" } },
      { failed: "no answer within 5 s" },
    ],
    [
      "fails when the trace ends before it, and the request shows it",
      {},
      { status: null, end: null },
      { failed: "no answer", how: "open", seen: 3 },
    ],
    ["does not fail where the trace ends just after it", {}, { end: null }, { failed: undefined, how: "open" }],
  ])("%s", (_title, ground, turn, expected) => {
    expect(answerTo(ground, turn)).toMatchObject(expected);
  });

  it("counts as the later one where the request was sent once more", () => {
    const trace = modelTrace(
      {},
      { end: { how: "late" } },
      { means: { content: "Noon." } },
      { scenario: "scenario-1", repeats: 1, means: { content: "Ten." } },
    );
    expect(answersOf(trace).map(({ content, asked }) => `${asked.scenario}: ${content}`)).toEqual([
      "scenario-2: Noon.",
      "scenario-1: Ten.",
    ]);
  });

  it("has no body where the request had no object", () => {
    const trace = modelTrace({}, {}).map((event) => (event.kind === "request" ? { ...event, body: "text" } : event));
    expect(answersOf(trace)[0]?.body).toEqual({});
    expect(answersOf(trace.filter(({ kind }) => kind !== "request" && kind !== "setting"))[0]).toMatchObject({
      body: {},
      mayConstrain: false,
    });
  });
});

describe("what a script says", () => {
  const time = { name: "get_time", arguments: { zone: "CET" } };
  const date = { ...time, name: "get_date" };
  const extra: Ground = { api: "openai", extra: 1 };
  const uncounted: Ground = { api: "openai", extra: null };
  const late = { ...other, listed };

  it.each<[string, Ground, Said, string]>([
    ["is followed where as many tokens came", plain, {}, "followed"],
    ["is followed where the token that ends an answer counts too", { extra: 1 }, {}, "followed"],
    ["is not followed where a token more came", plain, { tokens: listed.length + 1 }, "constrained"],
    ["is not followed where a token less came", plain, { tokens: listed.length - 1 }, "constrained"],
    ["does not show without a count of this answer", plain, { tokens: null }, "unknown"],
    ["does not show where nobody knows how the server counts", { extra: null }, {}, "unknown"],
    ["is cut at the limit, whatever the count", plain, { finish: "length" }, "constrained"],
    ["does not show by the count where a grammar may speak", openai, other, "unknown"],
    ["does not show by the count with what a file brings", { path: "gguf" }, other, "unknown"],
    ["does not show without any count", openai, { ...other, tokens: null }, "unknown"],
    ["does not show by a count nobody can read", uncounted, { ...other, tokens: 1 }, "unknown"],
    ["does not show by the count with the token that ends it", extra, other, "unknown"],
    ["was another where the count is", extra, { ...other, tokens: listed.length }, "constrained"],
    ["shows by the calls themselves", openai, { tokens: null }, "followed"],
    ["shows by its text to the letter", openai, { content: ` ${written}\n`, calls: [] }, "followed"],
    ["does not show by its text beside a call", openai, { content: written }, "unknown"],
    ["does not show by other arguments", openai, { calls: [{ name: "get_time", arguments: {} }] }, "unknown"],
    ["does not show by another name", openai, { calls: [date] }, "unknown"],
    ["does not show by a call too many", openai, { calls: [time, date] }, "unknown"],
    ["does not show by calls with another content", openai, { content: "Wait." }, "unknown"],
    ["does not show by calls with other reasoning", openai, { reasoning: "Hm." }, "unknown"],
    ["shows by the list of tokens, whatever came of them", openai, late, "followed"],
    ["was another by the list of tokens", openai, { listed: ["no", ...listed.slice(1)] }, "constrained"],
    ["shows by the list of tokens without any count", openai, { ...late, tokens: null }, "followed"],
    ["shows by a list without the token that ends it", extra, late, "followed"],
    ["does not show by a list that leaves out two", openai, { ...other, listed: listed.slice(2) }, "unknown"],
  ])("%s", (_title, ground, said, expected) => {
    expect(answerTo(ground, { means: call, tools, said }).played).toBe(expected);
  });

  it("is not held to a grammar without tools", () => {
    expect(answerTo(openai, { means: call, said: other })).toMatchObject({ played: "followed", mayConstrain: false });
  });

  it("shows by reasoning and content that are spaced otherwise", () => {
    const means = { content: "It is noon.", reasoning: "Hm, so." };
    const said = { content: "It is  noon.\n", reasoning: "Hm,\nso. " };
    expect(answerTo(openai, { means, tools, said }).played).toBe("followed");
  });

  it("does not show of an answer that failed at the limit", () => {
    expect(answerTo(plain, { means: call, said: { finish: "length" }, end: { how: "broken" } }).played).toBe("unknown");
  });

  const lost: PlayedTurn = { scenario: "single-call", means: call, tools, said: other };
  const shown: PlayedTurn = { ...lost, said: late };
  const third: PlayedTurn = { ...lost, said: { ...other, tokens: 3 } };
  const another: PlayedTurn = { ...lost, said: { ...other, listed: ["It is", " late."], tokens: 2 } };
  const uncountedStream: PlayedTurn = { ...lost, said: { ...other, tokens: null } };
  it.each<[string, Ground, PlayedTurn, PlayedTurn, string]>([
    ["is that of the whole answer, in as many tokens", openai, shown, lost, "followed"],
    ["does not show in another number of tokens", uncounted, shown, third, "unknown"],
    ["is another where that of the whole answer was", openai, another, lost, "constrained"],
    ["does not show beside a whole answer of which it does not", openai, lost, lost, "unknown"],
    ["does not show beside another scenario", openai, { ...shown, scenario: "other" }, lost, "unknown"],
    ["does not show beside another turn", openai, { ...shown, turn: 1 }, lost, "unknown"],
    ["does not show beside another stream", openai, { ...shown, streamed: true }, lost, "unknown"],
    ["does not show where the stream failed", openai, shown, { ...lost, end: { how: "late" } }, "unknown"],
    ["does not show without a count on Ollama's own ways", plain, third, uncountedStream, "unknown"],
    ["shows by the stream itself", openai, third, { ...lost, said: {} }, "followed"],
  ])("in a stream %s", (_title, ground, whole, streamed, expected) => {
    expect(answerTo(ground, whole, { ...streamed, streamed: true }).played).toBe(expected);
  });
});
