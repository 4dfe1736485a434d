import { describe, expect, it } from "vitest";
import {
  asked as question,
  askedModel,
  broken,
  kept,
  offering,
  request,
  traceOf,
  type TraceRow,
  unseen,
} from "../../../../test/support/host-traces.ts";
import { expectations } from "../expectations.ts";

const { asked, offered, offeredAs, names, told, history } = expectations;
const nothingAsked = unseen("the host was asked nothing");

describe("how often the model was asked is judged", () => {
  const once = askedModel({});
  const posted = Object.assign(request("POST"), { path: "/messages" });
  it.each<TraceRow>([
    ["kept by each of the requests", { times: { min: 1 } }, [question, once, question, once], kept(2, 4)],
    ["kept by the questions where it was not to be asked", { times: 0 }, [question, question], kept(1, 2)],
    ["undecided where nothing happened", { times: 0 }, [], nothingAsked],
    ["undecided where nothing happened although it was to be asked", { times: 1 }, [], nothingAsked],
    ["broken by one too many", { times: 1 }, [question, once, once], broken("the model was asked 2 times, expected 1", 2)],
    [
      "broken at the question where it was not asked",
      { times: { min: 1, max: 2 } },
      [question],
      broken("the model was asked 0 times, expected 1 to 2", 1),
    ],
    [
      "by requests for an answer, not by look-ups of models",
      { times: 1 },
      [question, askedModel({}, { method: "GET" }), askedModel({}, { path: "/v1/models" }), once],
      kept(4),
    ],
    ["by requests to the model, not by messages posted to a server", { times: 0 }, [question, posted], kept(1)],
  ])("%s", (_title, wanted, events, outcome) => {
    expect(asked.judge(wanted, traceOf(...events))).toEqual(outcome);
  });
});

describe("of several requests to the model", () => {
  const two = [question, offering("a"), offering("b")];
  it.each<TraceRow>([
    ["the first is judged where none is named", { named: ["a"], count: 1 }, two, kept(2)],
    ["the one of the number is judged", { request: 1, named: ["b"] }, two, kept(3)],
    ["the last is judged", { request: "last", named: ["c"] }, [...two, offering("c")], kept(4)],
    [
      "one that did not come is missed at the last",
      { request: 3 },
      [...two, offering()],
      broken("the model was asked 3 times, expected more than 3 times", 4),
    ],
    ["none came where the first is meant", {}, [question], broken("the model was asked 0 times, expected more than 0 times", 1)],
    [
      "none came where the last is meant, after the last question",
      { request: "last" },
      [question, question, question],
      broken("the model was asked 0 times, expected at least once", 3),
    ],
    ["none could come where the host was asked nothing", {}, [], nothingAsked],
  ])("%s", (_title, wanted, events, outcome) => {
    expect(offered.judge(wanted, traceOf(...events))).toEqual(outcome);
    // The others choose the request they judge in the same way.
    if (outcome.kind === "satisfied") return;
    const others = [offeredAs, names, told, history, expectations.requestField];
    for (const { judge } of others)
      expect(judge({ ...wanted, tool: "a", roles: [], path: "" }, traceOf(...events))).toEqual(outcome);
  });
});

describe("the tools offered to the model are judged", () => {
  const two = [question, offering("files__read", "files__stat")];
  const seen = "the model was offered files__read, files__stat";
  const many = "abcdefghijklmn".split("");
  it.each<TraceRow>([
    ["kept by one of several, after its server's name", { tools: ["stat"] }, two, kept(2)],
    ["kept by the names to the letter", { named: ["files__read", "files__stat"] }, two, kept(2)],
    ["kept by tools that are none of those", { lacks: ["wipe", "rea"] }, two, kept(2)],
    ["kept by as many as wanted", { count: { min: 2, max: 2 } }, two, kept(2)],
    ["broken by a name that lacks its server's", { named: ["read"] }, two, broken(`${seen}: not read`, 2)],
    ["broken by a tool left out", { tools: ["read", "wipe"] }, two, broken(`${seen}: not wipe`, 2)],
    [
      "broken by each tool that has to be left out",
      { lacks: ["stat", "read"] },
      two,
      broken(`${seen}: also files__stat, also files__read`, 2),
    ],
    ["broken by another number", { count: 3 }, two, broken(`${seen}: 2 tools, expected 3`, 2)],
    [
      "broken by no tool at all",
      { tools: ["read"] },
      [question, offering()],
      broken("the model was offered no tool: not read", 2),
    ],
    [
      "with twelve of the names and five of the defects told",
      { tools: ["1", "2", "3", "4", "5", "6"] },
      [question, offering(...many)],
      broken("the model was offered a, b, c, d, e, f, g, h, i, j, k, l: not 1, not 2, not 3, not 4, not 5", 2),
    ],
    [
      "by those of servers alone, not by the host's own",
      { count: 1 },
      [question, askedModel({ tools: [{ function: { name: "read" } }, { function: { name: "bash" } }] }, { builtIn: ["bash"] })],
      kept(2),
    ],
  ])("%s", (_title, wanted, events, outcome) => {
    expect(offered.judge(wanted, traceOf(...events))).toEqual(outcome);
  });
});

describe("a tool as it is offered is judged", () => {
  const tool = { name: "files__read", description: "Reads a file.", parameters: { type: "object" } };
  const trace = [question, askedModel({ tools: [{ function: { name: "stat" } }, { function: tool }] })];
  it.each<TraceRow>([
    ["kept by any schema and description where none is wanted", { tool: "read" }, trace, kept(2)],
    [
      "kept by its schema and words of its description",
      { tool: "read", schema: { type: "object" }, describes: "a file" },
      trace,
      kept(2),
    ],
    ["broken where it is not offered", { tool: "wipe" }, trace, broken("wipe was not offered to the model", 2)],
    [
      "broken by another schema",
      { tool: "read", schema: {} },
      trace,
      broken('read was offered with {"type":"object"}, expected {}', 2),
    ],
    [
      "broken by another description",
      { tool: "read", describes: "a folder" },
      trace,
      broken('the description of read lacks "a folder"', 2),
    ],
  ])("%s", (_title, wanted, events, outcome) => {
    expect(offeredAs.judge(wanted, traceOf(...events))).toEqual(outcome);
  });
});

describe("the names of tools are judged", () => {
  const pattern = "^\\p{L}+$";
  it.each<TraceRow>([
    ["kept by names of the form, in any script", { pattern }, [question, offering("read", "größe")], kept(2)],
    ["broken by no tool at all", { pattern }, [question, offering()], broken("the model was offered no tool", 2)],
    [
      "broken by one of another form",
      { pattern },
      [question, offering("a b", "read")],
      broken('names that do not fit or appear twice: "a b"', 2),
    ],
    [
      "broken by one that appears again",
      { pattern },
      [question, offering("a", "b", "a")],
      broken('names that do not fit or appear twice: "a"', 2),
    ],
    [
      "broken by several, of which five are told",
      { pattern: "x" },
      [question, offering("a", "b", "c", "d", "e", "f")],
      broken('names that do not fit or appear twice: "a", "b", "c", "d", "e"', 2),
    ],
  ])("%s", (_title, wanted, events, outcome) => {
    expect(names.judge(wanted, traceOf(...events))).toEqual(outcome);
  });
});
