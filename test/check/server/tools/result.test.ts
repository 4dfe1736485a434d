import { expect, it } from "vitest";
import type { Check } from "../../../../src/check/check.ts";
import type { Json } from "../../../../src/jsonrpc/json.ts";
import {
  toolsContentBase64,
  toolsContentMimeType,
  toolsEmbeddedNeedsResources,
  toolsOutputConforms,
  toolsOutputPresent,
  toolsStructuredText,
} from "../../../../src/check/server/tools/result.ts";
import { asked, broken, conversation, fails, gives, idle, kept, type Part, untested } from "../conversation.ts";
import { called, judged, listing, tool } from "./tools.ts";

const described = listing(tool("t", { outputSchema: { type: "object" } }));
const content = (...blocks: readonly Json[]): Part => called("t", {}, gives({ content: blocks }));
const structured = (structuredContent: Json, ...texts: readonly Json[]): Part =>
  called("t", {}, gives({ structuredContent, content: texts.map((text) => ({ type: "text", text })) }));
const embedded = { type: "resource", resource: { uri: "a:b", text: "" } };
const declaring = (capabilities: Json): Part => asked("initialize", {}, gives({ capabilities }));
const absent = broken('no text block of "t" holds its structuredContent', 3);
const noneCalled = idle("no tool with an outputSchema was called");

it.each<readonly [string, Check, readonly Part[], object]>([
  ["an image is base64", toolsContentBase64, [content({ type: "image", data: "AAAA", mimeType: "image/png" })], kept(3)],
  [
    "an image is none",
    toolsContentBase64,
    [content({ type: "text", text: "" }, { type: "image", data: "A" })],
    broken('content[1]: data is not padded base64: "A"', 3),
  ],
  ["there is text alone", toolsContentBase64, [content({ type: "text", text: "" })], idle("no tool returned binary data")],
  ["an image has a type", toolsContentMimeType, [content({ type: "image", data: "", mimeType: "image/png" })], kept(3)],
  [
    "a sound has no type",
    toolsContentMimeType,
    [content({ type: "audio", data: "" })],
    broken("content[0]: the audio has no mimeType", 3),
  ],
  ["a resource has no type", toolsContentMimeType, [content(embedded)], idle("no tool returned an image or audio")],
  [
    "a prompt has an image without a type",
    toolsContentMimeType,
    [asked("prompts/get", {}, gives({ messages: [{ content: { type: "image", data: "" } }] }))],
    idle("no tool returned an image or audio"),
  ],
  [
    "a resource is embedded, and resources are declared",
    toolsEmbeddedNeedsResources,
    [declaring({ resources: {} }), content(embedded)],
    kept(5),
  ],
  [
    "a resource is embedded, and resources are not declared",
    toolsEmbeddedNeedsResources,
    [declaring({ tools: {} }), content(embedded)],
    broken("a tool embeds a resource, but resources is not declared", 5),
  ],
  [
    "a resource is embedded, and nothing was announced",
    toolsEmbeddedNeedsResources,
    [content(embedded)],
    untested("the server announced no capabilities"),
  ],
  [
    "no resource is embedded",
    toolsEmbeddedNeedsResources,
    [declaring({ tools: {} }), content({ type: "resource_link" })],
    idle("no tool embedded a resource"),
  ],
  ["a result is as promised", toolsOutputPresent, [described, structured({})], kept(5)],
  [
    "a result is not as promised",
    toolsOutputPresent,
    [described, content()],
    broken('"t" has an outputSchema and returned no structuredContent', 5),
  ],
  ["a promised result is null", toolsOutputPresent, [described, structured(null)], kept(5)],
  [
    "a promised result failed",
    toolsOutputPresent,
    [described, called("t", {}, gives({ isError: true }))],
    untested("no call of a tool with an outputSchema succeeded"),
  ],
  ["nothing was promised", toolsOutputPresent, [listing(tool("t")), content()], noneCalled],
  [
    "another tool promised something",
    toolsOutputPresent,
    [listing(tool("t"), tool("u", { outputSchema: {} })), content()],
    noneCalled,
  ],
  [
    "two tools were called, one with a promise",
    toolsOutputPresent,
    [listing(tool("t", { outputSchema: {} }), tool("u")), called("u", {}, gives({})), structured({})],
    kept(7),
  ],
  ["a promise is no schema", toolsOutputPresent, [listing(tool("t", { outputSchema: true })), content()], noneCalled],
  [
    "both validators refuse a result",
    toolsOutputConforms,
    [described, structured({}), judged("structured-content", 5, ["refuses", "refuses"], { tool: "t" }, [["a"], ["b"]])],
    broken('"t": a', 5),
  ],
  [
    "both refuse it, and one says why",
    toolsOutputConforms,
    [described, structured({}), judged("structured-content", 5, ["refuses", "refuses"], { tool: "t" }, [[], ["b"]])],
    broken('"t": b', 5),
  ],
  [
    "both refuse it without a word",
    toolsOutputConforms,
    [described, structured({}), judged("structured-content", 5, ["refuses", "refuses"], { tool: "t" })],
    broken('"t": refused by both validators', 5),
  ],
  [
    "one validator refuses a result",
    toolsOutputConforms,
    [described, structured({}), judged("structured-content", 5, ["refuses", "accepts"])],
    kept(5),
  ],
  [
    "one validator does not know the dialect",
    toolsOutputConforms,
    [described, structured({}), judged("structured-content", 5, ["refuses", "does not know"])],
    untested("no structuredContent was put to both validators"),
  ],
  [
    "a result that failed does not fit",
    toolsOutputConforms,
    [
      described,
      called("t", {}, gives({ isError: true, structuredContent: {} })),
      judged("structured-content", 5, ["refuses", "refuses"]),
    ],
    untested("no structuredContent was put to both validators"),
  ],
  ["nothing was promised, of what fits", toolsOutputConforms, [listing(tool("t")), structured({})], noneCalled],
  ["a value comes as JSON", toolsStructuredText, [structured({ a: 1, b: 2 }, '{"b": 2, "a": 1}')], kept(3)],
  ["a value does not come as text", toolsStructuredText, [structured({ a: 1, b: 2 }, "a is 1")], absent],
  ["a value comes without any text", toolsStructuredText, [structured({})], absent],
  ["an empty value comes as its text", toolsStructuredText, [structured({}, "{}")], kept(3)],
  ["a value comes in two blocks", toolsStructuredText, [structured({ a: 1, b: 2 }, '{"a":1,', '"b":2}')], kept(3)],
  ["the only member comes as plain text", toolsStructuredText, [structured({ result: "sunny" }, "sunny")], kept(3)],
  ["the only member comes as JSON", toolsStructuredText, [structured({ result: [1, 2] }, "[1,2]")], kept(3)],
  [
    "the items of the only member come one by one",
    toolsStructuredText,
    [structured({ result: ["a", { b: 1 }] }, "a", '{"b":1}')],
    kept(3),
  ],
  ["one of these items is missing", toolsStructuredText, [structured({ result: ["a", "b"] }, "a")], absent],
  ["one of two members comes", toolsStructuredText, [structured({ result: "sunny", more: 1 }, "sunny")], absent],
  ["the only member is another", toolsStructuredText, [structured({ result: "sunny" }, "rainy")], absent],
  ["a value that is no object comes with any text", toolsStructuredText, [structured([1], "one")], kept(3)],
  ["a value that is no object comes with an empty text", toolsStructuredText, [structured([1], "")], absent],
  ["a text is none", toolsStructuredText, [structured([1], 7)], absent],
  [
    "the content is no list",
    toolsStructuredText,
    [called("t", {}, gives({ structuredContent: [1], content: { text: "one" } }))],
    absent,
  ],
  ["there is no such value", toolsStructuredText, [content()], idle("no tool returned structuredContent")],
  [
    "the value came with a failure",
    toolsStructuredText,
    [called("t", {}, gives({ isError: true, structuredContent: {} }))],
    idle("no tool returned structuredContent"),
  ],
  ["a call was refused", toolsStructuredText, [called("t", {}, fails(-32603))], idle("no tool returned structuredContent")],
])("of what tools return it is told where %s", (_title, check, parts, wanted) => {
  expect(check.verify(conversation(parts))).toEqual(wanted);
});
