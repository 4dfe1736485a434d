import { describe, expect, it } from "vitest";
import { cut, formatOf, inFull, toldOf } from "../../../test/support/both-ways.ts";
import type { ParserEvent } from "../event.ts";
import { createToolCallParser } from "../parser.ts";

/** One object in tags. */
const plain = formatOf("json-envelope", "hermes");
/** Objects with ids. */
const withIds = formatOf("json-envelope", "mistral-v3");
/** The name is the only key. */
const keyed = formatOf("json-envelope", "apertus");
/** Objects of Python literals. */
const python = formatOf("json-envelope", "sarashina");

const inTags = (object: string): string => `<tool_call>${object}</tool_call>`;

describe("an object is a call", () => {
  it.each([
    ["with name and arguments", '{"name":"f","arguments":{"a":1}}', '{"a":1}'],
    ["with space wherever there may be some", '{ "name" : "f" ,\n "arguments" : { "a" : 1 } }', '{ "a" : 1 }'],
    ["with another word for the arguments", '{"name":"f","parameters":{"a":1}}', '{"a":1}'],
    ["with its arguments in front of the name", '{"arguments":{"a":1},"name":"f"}', '{"a":1}'],
    ["with a name alone", '{"name":"f"}', "{}"],
    ["with null for arguments", '{"name":"f","arguments":null}', "{}"],
    ["with null for arguments in front of the name", '{"arguments":null,"name":"f"}', "{}"],
    ["with empty arguments", '{"name":"f","arguments":{}}', "{}"],
    ["with JSON in a string for arguments", '{"name":"f","arguments":"{\\"a\\": 1}"}', '{"a": 1}'],
    ["with JSON in a string in front of the name", '{"arguments":"{\\"a\\":1}","name":"f"}', '{"a":1}'],
    ["with null in a string for arguments", '{"name":"f","arguments":"null"}', "{}"],
    ["with a name that has space around it", '{"name":" f\\n","arguments":{}}', "{}"],
    ["with an escape in its name", '{"name":"\\u0066","arguments":{}}', "{}"],
    ["with an escape in a key", '{"n\\u0061me":"f","arguments":{}}', "{}"],
    ["with members that mean nothing", '{"type":"function","n":[1,{"name":"x"}],"name":"f","ok":true,"arguments":{}}', "{}"],
    ["with a member called name in its arguments", '{"name":"f","arguments":{"name":"g"}}', '{"name":"g"}'],
    ["with an id where the format has none", '{"id":"x1","name":"f","arguments":{}}', "{}"],
    ["with braces and quotes in a string", '{"name":"f","arguments":{"a":"}\\"{"}}', '{"a":"}\\"{"}'],
    ["with two names, the later of which counts", '{"name":"g","name":"f","arguments":{"a":1}}', '{"a":1}'],
    ["with another name behind its arguments", '{"name":"g","arguments":{"a":1},"name":"f"}', '{"a":1}'],
    ["with names around JSON in a string", '{"name":"g","arguments":"{\\"a\\":1}","name":"f"}', '{"a":1}'],
    ["with other arguments behind the first", '{"name":"f","arguments":{"a":1},"parameters":{"b":2}}', '{"b":2}'],
    ["with arguments on both sides of the name", '{"arguments":{"a":1},"name":"f","arguments":{"b":2}}', '{"b":2}'],
    ["with two arguments in front of the name", '{"arguments":{"a":1},"arguments":{"b":2},"name":"f"}', '{"b":2}'],
    ["with null behind other arguments", '{"name":"f","arguments":{"a":1},"arguments":null}', "{}"],
    ["with arguments behind null", '{"name":"f","arguments":null,"arguments":{"a":1}}', '{"a":1}'],
    ["with two names and two arguments", '{"name":"g","arguments":{"a":1},"name":"f","arguments":{"b":2}}', '{"b":2}'],
  ])("%s", (_title, object, args) => {
    expect(toldOf(plain, inTags(object))).toEqual(inFull({ calls: [["f", args]] }, ""));
  });

  it.each([
    ["in front of the name", '{"id":"abcdefghi","name":"f","arguments":{}}', ["abcdefghi"]],
    ["behind the name", '{"name":"f","id":"abcdefghi","arguments":{}}', ["abcdefghi"]],
    ["behind the arguments", '{"name":"f","arguments":{},"id":"abcdefghi"}', ["abcdefghi"]],
    ["twice, the later of which counts", '{"id":"first","name":"f","arguments":{},"id":"later"}', ["later"]],
    ["that is a number, which is none", '{"id":7,"name":"f","arguments":{}}', []],
    ["that is null, which is none", '{"name":"f","arguments":{},"id":null}', []],
  ])("with an id %s", (_title, object, id) => {
    expect(toldOf(withIds, `[TOOL_CALLS][${object}]`)).toEqual(inFull({ calls: [["f", "{}", ...id]] }, ""));
  });

  it.each([
    ["with arguments", '{"f":{"a":1}}', '{"a":1}'],
    ["with null for arguments", '{"f": null}', "{}"],
    ["with JSON in a string", '{"f":"{\\"a\\":1}"}', '{"a":1}'],
    ["with a member called like the key of a name", '{"f":{"name":"g","arguments":{}}}', '{"name":"g","arguments":{}}'],
  ])("whose only key is its name, %s", (_title, object, args) => {
    expect(toldOf(keyed, `<|tools_prefix|>[${object}]<|tools_suffix|>`)).toEqual(inFull({ calls: [["f", args]] }, ""));
  });

  it.each([
    ["in single quotes", "{'name': 'f', 'arguments': {'a': None, 'b': True}}", '{"a":null,"b":true}'],
    ["in double quotes", '{"name": "f", "arguments": {"a": "it\'s"}}', '{"a":"it\'s"}'],
  ])("of Python literals %s", (_title, object, args) => {
    expect(toldOf(python, `<|tool_calls|>[${object}]`)).toEqual(inFull({ calls: [["f", args]] }, ""));
  });
});

describe("an object is given back as malformed", () => {
  const noName = "malformed: no name";
  const notText = "malformed: the name is not text";
  const noToolName = "malformed: this name cannot be one of a tool";
  const notAnObject = "malformed: the arguments are not an object";
  const unreadable = "malformed: the arguments are not readable";
  const noKey = "malformed: a member name is missing";
  const noColon = "malformed: a colon is missing";
  const noComma = "malformed: a comma or a closing brace is missing";
  it.each([
    ["that is empty", "{}", noName],
    ["without a name", '{"arguments":{"a":1}}', noName],
    ["whose name is a number", '{"name":1,"arguments":{}}', notText],
    ["whose name is null", '{"name":null,"arguments":{}}', notText],
    ["whose name is empty", '{"name":"","arguments":{}}', noToolName],
    ["whose name is a space", '{"name":" ","arguments":{}}', noToolName],
    ["whose name is two words", '{"name":"a b","arguments":{}}', noToolName],
    ["whose name has a parenthesis", '{"name":"f()","arguments":{}}', noToolName],
    ["whose later name cannot be one", '{"name":"f","arguments":{},"name":"a b"}', noToolName],
    ["whose arguments are an array", '{"name":"f","arguments":[1]}', notAnObject],
    ["whose arguments are a number", '{"name":"f","arguments":1}', notAnObject],
    ["whose arguments are a number in front of the name", '{"arguments":1,"name":"f"}', notAnObject],
    ["whose arguments are words", '{"name":"f","arguments":"please"}', notAnObject],
    ["whose arguments are an array in a string", '{"name":"f","arguments":"[1]"}', notAnObject],
    ["whose arguments have no quotes around a key", '{"name":"f","arguments":{a:1}}', unreadable],
    ["whose arguments are an unknown word", '{"name":"f","arguments":nothing}', unreadable],
    ["whose arguments hold a comma too many", '{"name":"f","arguments":{"a":1,}}', unreadable],
    ["with a member that is not readable", '{"name":"f","x":nothing,"arguments":{}}', "malformed: a member is not readable"],
    ["with a key that has a wrong escape", '{"na\\qme":"f"}', "malformed: a member name is not readable"],
    ["without quotes around a key", '{name:"f"}', noKey],
    ["with single quotes", "{'name':'f'}", noKey],
    ["with a comma at its end", '{"name":"f","arguments":{},}', noKey],
    ["with a comma at its beginning", '{,"name":"f"}', noKey],
    ["without a colon", '{"name" "f"}', noColon],
    ["with an equals sign", '{"name"="f"}', noColon],
    ["without a comma", '{"name":"f" "arguments":{}}', noComma],
    ["with a NUL character in front of a key", '{\0"name":"f"}', noKey],
    ["with a NUL character behind a key", '{"name"\0:"f"}', noColon],
    ["with a NUL character for a value", '{"x":\0}', "malformed: a member is not readable"],
    ["with a NUL character behind a value", '{"name":"f"\0}', noComma],
    ["with a bracket for its brace", '{"name":"f"]', noComma],
  ])("%s", (_title, object, diagnostic) => {
    expect(toldOf(plain, `${inTags(object)}Done.`)).toEqual({
      content: `${inTags(object)}Done.`,
      calls: [],
      diagnostics: [diagnostic],
    });
  });

  it.each([
    ["that is empty", "{}", noName],
    ["whose only key cannot be a name", '{"a b":{}}', noToolName],
    ["with a second key", '{"f":{},"g":{}}', "malformed: more than one name"],
    ["whose value is no object", '{"f":[]}', notAnObject],
  ])("%s, where the name is the only key", (_title, object, diagnostic) => {
    const input = `<|tools_prefix|>[${object}]<|tools_suffix|>`;
    expect(toldOf(keyed, input)).toEqual({ content: input, calls: [], diagnostics: [diagnostic] });
  });

  it.each([
    ["with a number for a key", "{1: 2, 'name': 'f'}", noKey],
    ["with a word for a key", "{None: 2, 'name': 'f'}", noKey],
  ])("of Python literals %s", (_title, object, diagnostic) => {
    const input = `<|tool_calls|>[${object}]`;
    expect(toldOf(python, input)).toEqual({ content: input, calls: [], diagnostics: [diagnostic] });
  });
});

describe("an object is given back as cut off wherever the input ends in it", () => {
  it.each([
    ["with name and arguments", plain, "<tool_call>", '{ "name" : "f" , "arguments" : {"a": [1, "x"]} , "k" : 1 }'],
    ["with arguments in front of the name", plain, "<tool_call>", '{"arguments":{"a":1},"name":"f"}'],
    ["with JSON in a string", plain, "<tool_call>", '{"name":"f","arguments":"{\\"a\\":1}"}'],
    ["with two names", plain, "<tool_call>", '{"name":"f","arguments":{},"name":"g"}'],
    ["with an id", withIds, "[TOOL_CALLS]", '{"id":"x1","name":"f","arguments":null}'],
    ["whose only key is its name", keyed, "<|tools_prefix|>", '{"f":{"a":1}}'],
    ["of Python literals", python, "<|tool_calls|>", "{'name': 'f', 'arguments': {'a': None}}"],
  ])("%s", (_title, format, opener, object) => {
    for (let length = 1; length < object.length; length += 1) {
      const input = opener + object.slice(0, length);
      expect(toldOf(format, input)).toEqual(inFull(cut, input));
    }
  });
});

describe("while an object is read", () => {
  const told = (event: ParserEvent): string[] => {
    if (event.type === "call-start") return [`starts ${event.name}`];
    if (event.type === "call-args") return [event.fragment];
    if (event.type === "call-abort") return [`takes back: ${event.reason}`];
    return event.type === "call-end" ? [`ends ${event.arguments}`] : [];
  };
  const replaced = "takes back: a later member replaces this one";
  it.each([
    [
      "a call starts with its name, and arguments go out as they come",
      ['{"name":"f",', '"arguments":{"a":', "1}}"],
      ["starts f", '{"a":', "1}", 'ends {"a":1}'],
    ],
    ["a call without arguments starts with its name", ['{"name":"f"', "}"], ["starts f", "{}", "ends {}"]],
    ["arguments wait for the name", ['{"arguments":{"a":', '1},"name":"f"', "}"], ["starts f", '{"a":1}', 'ends {"a":1}']],
    [
      "nothing starts before there is a name",
      ['{"arguments":{"a":1},', '"arguments":{"b":2},', '"name":"f"}'],
      ["starts f", '{"b":2}', 'ends {"b":2}'],
    ],
    ["JSON in a string waits for its end", ['{"name":"f","arguments":"{', '}"', "}"], ["starts f", "{}", "ends {}"]],
    [
      "a later name takes the first back",
      ['{"name":"g",', '"name":"f",', '"arguments":{}}'],
      ["starts g", replaced, "starts f", "{}", "ends {}"],
    ],
    [
      "a later name takes back what was sent",
      ['{"name":"g","arguments":{"a":1},', '"name":"f"}'],
      ["starts g", '{"a":1}', replaced, "starts f", '{"a":1}', 'ends {"a":1}'],
    ],
    [
      "later arguments take back what was sent",
      ['{"name":"f","arguments":{"a":1},', '"arguments":{"b":2}}'],
      ["starts f", '{"a":1}', replaced, "starts f", '{"b":2}', 'ends {"b":2}'],
    ],
  ])("%s", (_title, pieces, wanted) => {
    const parser = createToolCallParser(plain);
    const events = ["<tool_call>", ...pieces, "</tool_call>"].flatMap((piece) => parser.feed(piece));
    expect(events.flatMap(told)).toEqual(wanted);
  });
});
