import { describe, expect, it } from "vitest";
import {
  asText,
  changed,
  cut,
  cutInSection,
  formatOf,
  handedBack,
  inFull,
  type Row as RowOf,
  stray,
  toldOf,
  type Told,
} from "../../../test/support/both-ways.ts";

const callId = formatOf("header-args", "mistral-callid");
const direct = formatOf("header-args", "mistral-v11");
const arrow = formatOf("header-args", "mistral-v13");
const solar = formatOf("header-args", "solar-open");
const kimi = formatOf("header-args", "kimi-k2");
const gemma = formatOf("header-args", "gemma4");
const functionary = formatOf("header-args", "functionary-v3.1");

const notAnObject = "malformed: the arguments are not an object";
const notReadable = "malformed: the arguments are not readable";

type Row = RowOf<"header-args">;

describe("a header", () => {
  it.each<Row>([
    ["is a name and its end", arrow, '[TOOL_CALLS]f[ARGS]{"a":1}', { calls: [["f", '{"a":1}']] }],
    ["may have whitespace around the name", arrow, '[TOOL_CALLS] f\n [ARGS] {"a":1}', { calls: [["f", '{"a":1}']] }],
    ["without a name is text", arrow, "[TOOL_CALLS][ARGS]{}", asText],
    ["without a name or its end is text", direct, '[TOOL_CALLS]{"a":1}', asText],
    ["of two words is text", arrow, "[TOOL_CALLS]f g[ARGS]{}", asText],
    ["without the end that the format asks for is text", arrow, '[TOOL_CALLS]f{"a":1}', asText],
    ["ends where the object begins when the format has no end for it", direct, "[TOOL_CALLS]f {}", { calls: [["f", "{}"]] }],
    ["with another value behind it is text when the format has no end for it", direct, "[TOOL_CALLS]f [1]", asText],
    ["may have an id after the name", callId, "[TOOL_CALLS]f[CALL_ID]x7[ARGS]{}", { calls: [["f", "{}", "x7"]] }],
    ["may have whitespace after the id", callId, "[TOOL_CALLS]f [CALL_ID]x7 \n[ARGS]{}", { calls: [["f", "{}", "x7"]] }],
    [
      "has no id when there are no characters behind its marker",
      callId,
      "[TOOL_CALLS]f[CALL_ID][ARGS]{}",
      { calls: [["f", "{}"]] },
    ],
    ["needs no id where it may have one", callId, "[TOOL_CALLS]f[ARGS]{}", { calls: [["f", "{}"]] }],
    ["needs no end where an id may come", callId, "[TOOL_CALLS]f[CALL_ID]x7{}", { calls: [["f", "{}", "x7"]] }],
    ["is cut after the opener", arrow, "[TOOL_CALLS]", cut],
    ["is cut after the name", arrow, "[TOOL_CALLS]f", cut],
    ["is cut in the end of the name", arrow, "[TOOL_CALLS]f[AR", cut],
    ["is cut in the marker of an id", callId, "[TOOL_CALLS]f[CALL", cut],
    ["with a part of a marker that the format does not have is text", arrow, "[TOOL_CALLS]f[CALL", asText],
    ["that goes over into prose is text", functionary, "<function=f S", asText],
    [
      "may come after a false one",
      arrow,
      "[TOOL_CALLS]two words[TOOL_CALLS]f[ARGS]{}",
      { content: "[TOOL_CALLS]two words", calls: [["f", "{}"]] },
    ],
  ])("%s", (_title, format, input, wanted) => {
    expect(toldOf(format, input)).toEqual(inFull(wanted, input));
  });

  const open = "<|tool_calls|><|tool_call:begin|>";
  it.each<Row>([
    ["its id", solar, `${open}7<|tool_call:name|>f<|tool_call:args|>{}<|tool_call:end|><|calls|>`, { calls: [["f", "{}", "7"]] }],
    ["an empty id", solar, `${open}<|tool_call:name|>f<|tool_call:args|>{}<|tool_call:end|><|calls|>`, { calls: [["f", "{}"]] }],
    [
      "no id and no marker of one",
      solar,
      `${open}f<|tool_call:args|>{}<|tool_call:end|><|calls|>`,
      { content: `${open}f<|tool_call:args|>{}`, diagnostics: [stray("<|tool_call:end|>"), stray("<|calls|>")] },
    ],
    [
      "its id, and an argument object at once",
      solar,
      `${open}7<|tool_call:name|>f{}<|tool_call:end|>`,
      { content: `${open}7<|tool_call:name|>f{}`, diagnostics: [stray("<|tool_call:end|>")] },
    ],
    ["an id at which the input ends", solar, `${open}7`, cutInSection],
    ["an id and a part of the marker that follows", solar, `${open}7<|tool_call:na`, cutInSection],
    ["an id and its marker", solar, `${open}7<|tool_call:name|>`, cutInSection],
    ["an id and a part of a marker that cannot follow", solar, `${open}7<|c`, asText],
  ])("has in front of the name %s", (_title, format, input, wanted) => {
    expect(toldOf(format, input)).toEqual(inFull(wanted, input));
  });
});

describe("a name in an id", () => {
  const call = (id: string): string => `<|tool_call_begin|>${id}<|tool_call_argument_begin|>{}<|tool_call_end|>`;
  it.each([
    ["has a prefix and an index around it", kimi, "functions.get_it:0", "get_it"],
    ["may have no index", kimi, "functions.get_it", "get_it"],
    ["may have dots of its own", kimi, "functions.a.b:12", "a.b"],
    ["has underscores around it", kimi, "functions_get_it_3", "get_it"],
    ["has only an index", kimi, "get_it:12", "get_it"],
    ["is all of an id that looks like nothing known", kimi, "get_it", "get_it"],
    [
      "may be found by a class of characters of any script",
      changed(kimi, { nameFromId: { template: "NAME", patterns: ["^\\p{Lu}#(.+)$"] } }),
      "Ж#get_it",
      "get_it",
    ],
  ])("%s", (_title, format, id, name) => {
    expect(toldOf(format, call(id)).calls).toEqual([[name, "{}", id]]);
  });
});

describe("the value of a call", () => {
  const head = "<|tool_call_begin|>functions.f:0<|tool_call_argument_begin|>";
  const close = "<|tool_call_end|>";
  const is = (args: string): Partial<Told> => ({ calls: [["f", args, "functions.f:0"]] });
  it.each<Row>([
    ["is an object", kimi, `${head}{"a": [1, {}]}${close}`, is('{"a": [1, {}]}')],
    ["is an object with whitespace around it", kimi, `${head}\n{"a":1}\n${close}`, is('{"a":1}')],
    ["is empty when the closer comes at once", kimi, `${head}${close}`, is("{}")],
    ["is empty when only whitespace stands there", kimi, `${head} \n${close}`, is("{}")],
    ["is empty when it is null", kimi, `${head}null${close}`, is("{}")],
    ["is empty when it is null and the closer is missing", kimi, `${head}null.`, { ...is("{}"), content: "." }],
    ["is a word that begins like null", kimi, `${head}nul${close}`, handedBack(notAnObject)],
    ["is an array", kimi, `${head}[1]${close}`, handedBack(notAnObject)],
    ["is text", kimi, `${head}"a"${close}`, handedBack(notAnObject)],
    ["is an object that is not JSON", kimi, `${head}{bad}${close}`, handedBack(notReadable)],
    ["is missing at the end of the input", kimi, head, cut],
    ["is missing at whitespace that ends the input", kimi, `${head}\n`, cut],
    ["is cut in the object", kimi, `${head}{"a":`, cut],
    ["is cut in the word null", kimi, `${head}nu`, cut],
    ["is cut in the closer of a call without arguments", kimi, `${head}<|tool_ca`, cut],
    ["is null and ends the input", arrow, "[TOOL_CALLS]f[ARGS]null", { calls: [["f", "{}"]] }],
    ["is cut in the word null, in a format without closers", arrow, "[TOOL_CALLS]f[ARGS]nul", cut],
    [
      "is in the dialect of the format",
      gemma,
      '<|tool_call>call:f{a:<|"|>x"y<|"|>,b:2}<tool_call|>',
      { calls: [["f", '{"a":"x\\"y","b":2}']] },
    ],
  ])("%s", (_title, format, input, wanted) => {
    expect(toldOf(format, input)).toEqual(inFull(wanted, input));
  });
});
