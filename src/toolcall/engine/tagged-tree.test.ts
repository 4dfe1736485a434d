import { describe, expect, it } from "vitest";
import { cutInSection, formatOf, inFull, toldOf, type Told } from "../../../test/support/both-ways.ts";
import { collect, parseToolCalls } from "../collect.ts";
import { createToolCallParser } from "../parser.ts";

const format = formatOf("tagged-args", "minimax-m3");

/** What a model writes, with `@` for the namespace token in front of every tag. */
function written(text: string): string {
  return text.replaceAll("@", "]<]minimax[>[");
}

/** A message with one call of `book`, whose arguments are these. */
function callWith(body: string): string {
  return written(`@<tool_call>@<invoke name="book">${body}@</invoke>@</tool_call>`);
}

function toolsWith(properties: object, rest: object = {}): { tools: readonly unknown[] } {
  return { tools: [{ name: "book", inputSchema: { type: "object", properties, ...rest } }] };
}

const called = (args: string): Told => ({ content: "", calls: [["book", args]], diagnostics: [] });

describe("tags without a schema are read as", () => {
  it.each([
    ["no arguments", "", "{}"],
    ["no arguments, over several lines", "\n \n", "{}"],
    ["text", "@<seats>2@</seats>", '{"seats":"2"}'],
    [
      "text, in which other markup and the bare closer are data",
      "@<a><b>@</b></a>\n@</a>",
      '{"a":"<b>]<]minimax[>[</b></a>\\n"}',
    ],
    ["text with its outer whitespace", "@<a> 1\n@</a>", '{"a":" 1\\n"}'],
    ["text that may be empty", "@<a>@</a>", '{"a":""}'],
    ["members, with whitespace between the tags", "\n@<a>1@</a>\n\n@<b>2@</b>\n", '{"a":"1","b":"2"}'],
    ["members of an object", "@<to>@<city>Lima@</city>@<zip>1@</zip>@</to>", '{"to":{"city":"Lima","zip":"1"}}'],
    [
      "members of an object, over several lines",
      "@<to>\n\t@<city>Lima@</city>\n@</to>\n@<n>1@</n>",
      '{"to":{"city":"Lima"},"n":"1"}',
    ],
    ["an array of texts", "@<tags>@<item>a@</item>@<item>b@</item>@</tags>", '{"tags":["a","b"]}'],
    ["an array of one object", "@<to>@<item>@<city>Lima@</city>@</item>@</to>", '{"to":[{"city":"Lima"}]}'],
    [
      "an array of arrays",
      "@<m>@<item>@<item>1@</item>@<item>2@</item>@</item>@<item>@<item>3@</item>@</item>@</m>",
      '{"m":[["1","2"],["3"]]}',
    ],
    ["a member called item at the top", "@<item>1@</item>", '{"item":"1"}'],
    [
      "a member called item after another one",
      "@<to>@<city>Lima@</city>@<item>1@</item>@</to>",
      '{"to":{"city":"Lima","item":"1"}}',
    ],
    ["a member that closes what a member around it would", "@<a>@<a>1@</a>@</a>", '{"a":{"a":"1"}}'],
    [
      "the same members in every item",
      "@<l>@<item>@<k>1@</k>@</item>@<item>@<k>2@</k>@</item>@</l>",
      '{"l":[{"k":"1"},{"k":"2"}]}',
    ],
    ["a member with a name of another script", "@<città>Roma@</città>", '{"città":"Roma"}'],
    ["a member whose name has a backslash", "@<a\\b>1@</a\\b>", '{"a\\\\b":"1"}'],
    ["a member whose name ends in a slash", "@<a/>1@</a/>", '{"a/":"1"}'],
  ])("%s", (_title, body, args) => {
    expect(toldOf(format, callWith(body))).toEqual(called(args));
  });
});

describe("the schema says that", () => {
  const object = { type: "object" };
  const array = { type: "array" };
  it.each<[string, object, string, string]>([
    ["a number is a number", { n: { type: "integer" } }, "@<n>12@</n>", '{"n":12}'],
    ["text of digits is text", { n: { type: "string" } }, "@<n>12@</n>", '{"n":"12"}'],
    [
      "a number in an object is one",
      { to: { ...object, properties: { zip: { type: "integer" } } } },
      "@<to>@<zip>7@</zip>@</to>",
      '{"to":{"zip":7}}',
    ],
    [
      "numbers in an array are some",
      { l: { ...array, items: { type: "number" } } },
      "@<l>@<item>1@</item>@<item>2.5@</item>@</l>",
      '{"l":[1,2.5]}',
    ],
    [
      "a number in an object in an array is one",
      { l: { ...array, items: { properties: { n: { type: "integer" } } } } },
      "@<l>@<item>@<n>1@</n>@</item>@<item>@<n>2@</n>@</item>@</l>",
      '{"l":[{"n":1},{"n":2}]}',
    ],
    ["a tag with nothing in it is an empty object", { a: object }, "@<a>@</a>", '{"a":{}}'],
    ["a tag with nothing in it is an empty array", { a: array }, "@<a>@</a>", '{"a":[]}'],
    [
      "a tag with nothing in it is text where text is allowed besides an object",
      { a: { type: ["string", "object"] } },
      "@<a>@</a>",
      '{"a":""}',
    ],
    [
      "a tag with nothing in it is text where text is allowed besides an array",
      { a: { type: ["array", "string"] } },
      "@<a>@</a>",
      '{"a":""}',
    ],
    [
      "a tag with nothing in it is an empty object where an object is allowed besides a number",
      { a: { type: ["object", "number"] } },
      "@<a>@</a>",
      '{"a":{}}',
    ],
    ["a tag with nothing in it is text where a number is wanted", { a: { type: "integer" } }, "@<a>@</a>", '{"a":""}'],
    [
      "what is empty comes after what is not",
      { a: { type: "integer" }, b: object, c: array },
      "@<a>1@</a>@<b>@</b>@<c>@</c>",
      '{"a":1,"b":{},"c":[]}',
    ],
    ["an object may have a member called item", { a: object }, "@<a>@<item>1@</item>@</a>", '{"a":{"item":"1"}}'],
    ["items are an array", { a: array }, "@<a>@<item>1@</item>@</a>", '{"a":["1"]}'],
    [
      "items are an array where both are allowed",
      { a: { type: ["object", "array"] } },
      "@<a>@<item>1@</item>@</a>",
      '{"a":["1"]}',
    ],
    ["items are an array where only text is wanted", { a: { type: "string" } }, "@<a>@<item>1@</item>@</a>", '{"a":["1"]}'],
    ["an object may be written as JSON", { a: object }, '@<a>{"b":1}@</a>', '{"a":{"b":1}}'],
    ["an array may be written as JSON", { a: array }, "@<a>[1,2]@</a>", '{"a":[1,2]}'],
  ])("%s", (_title, properties, body, args) => {
    expect(toldOf(format, callWith(body), toolsWith(properties))).toEqual(called(args));
  });

  /** A schema whose objects go down as deep as one likes. */
  const endless = toolsWith(
    { n: { type: "integer" }, in: { $ref: "#/$defs/deep" } },
    { $defs: { deep: { type: "object", properties: { n: { type: "integer" }, in: { $ref: "#/$defs/deep" } } } } },
  );
  it.each([
    ["a number 63 objects down is a number", 63, "7"],
    ["a number 64 objects down is text, because types are not looked up so deep", 64, '"7"'],
    ["a number 70 objects down is text, because types are not looked up so deep", 70, '"7"'],
  ])("%s", (_title, depth, value) => {
    const body = `${"@<in>".repeat(depth)}@<n>7@</n>${"@</in>".repeat(depth)}`;
    const args = `${'{"in":'.repeat(depth)}{"n":${value}}${"}".repeat(depth)}`;
    expect(toldOf(format, callWith(body), endless)).toEqual(called(args));
  });
});

describe("a call is given back as malformed when", () => {
  const closesNothing = "malformed: a closing tag closes nothing";
  const notReadable = "malformed: a tag is not readable";
  const textBetween = "malformed: text between the tags of an argument";
  const noItem = "malformed: an array holds something that is not an item";
  it.each([
    ["a closing tag has no opening one", "@<a>1@</a>@</b>", closesNothing],
    ["a closing tag comes in the place of that of an object", "@<a>@<b>1@</b>@</c>@</a>", closesNothing],
    ["a closing tag comes in the place of that of an array", "@<a>@<item>1@</item>@</c>@</a>", closesNothing],
    ["another tag begins inside a tag", "@<a<b>1@</a<b>", notReadable],
    ["a quote stands in a tag", '@<a"b>1@</a"b>', notReadable],
    ["an attribute stands in a tag", '@<a type="x">1@</a>', notReadable],
    ["there is text in front of the tags", "hello @<a>1@</a>", textBetween],
    ["there is text between two tags", "@<a>1@</a>, @<b>2@</b>", textBetween],
    ["there is text after a member of an object", "@<a>@<b>1@</b>x@</a>", textBetween],
    ["an argument has a tag without the namespace", "<a>1</a>", textBetween],
    ["something stands beside the items of an array", "@<a>@<item>1@</item>@<b>2@</b>@</a>", noItem],
  ])("%s", (_title, body, diagnostic) => {
    const input = callWith(body);
    const content = input.slice(0, -written("@</tool_call>").length);
    expect(toldOf(format, input)).toEqual({ content, calls: [], diagnostics: [diagnostic] });
  });

  it.each([
    ["a tag has no name", "@<>1@</>"],
    ["a tag has a name of two words", "@<a b>1@</a b>"],
  ])("%s", (_title, body) => {
    const { calls, diagnostics } = parseToolCalls(format, callWith(body));
    expect({ calls, codes: diagnostics.map(({ code }) => code) }).toEqual({ calls: [], codes: ["malformed"] });
  });
});

describe("a call is given back as cut off when the input ends", () => {
  it.each([
    ["behind the header", ""],
    ["in the whitespace behind the header", "\n"],
    ["in the namespace of a tag", "]<]mini"],
    ["in the name of a tag", "@<ci"],
    ["behind the name of a tag", "@<city>"],
    ["in a value", "@<city>Li"],
    ["in the closing tag of a value", "@<city>Lima@</ci"],
    ["between two arguments", "@<city>Lima@</city>\n"],
    ["in an object", "@<to>@<city>Lima@</city>"],
    ["in an array", "@<l>@<item>a@</item>@<item>b"],
    ["in the closing tag of the call", "@<city>Lima@</city>@</inv"],
  ])("%s", (_title, body) => {
    const input = written(`@<tool_call>@<invoke name="book">${body}`);
    expect(toldOf(format, input)).toEqual(inFull(cutInSection, input));
  });
});

describe("two pieces of a message", () => {
  it.each([
    ["with whitespace between the tags", "\n \n@<a>1@</a>\n \n@<b>2@</b>\n \n"],
    ["with objects and arrays", "@<a> @<b>\n@<item>1@</item>\n\n@<item>@</item>@</b>@<c>x@</c>@</a>"],
  ])("%s say the same wherever they are cut", (_title, body) => {
    const input = callWith(body);
    const whole = parseToolCalls(format, input).calls;
    expect(whole).toHaveLength(1);
    for (let at = 0; at <= input.length; at += 1) {
      const parser = createToolCallParser(format);
      const events = [...parser.feed(input.slice(0, at)), ...parser.feed(input.slice(at)), ...parser.end()];
      expect(collect(events).calls, `cut at ${at}`).toEqual(whole);
    }
  });
});
