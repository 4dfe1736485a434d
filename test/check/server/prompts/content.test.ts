import { expect, it } from "vitest";
import type { Check } from "../../../../src/check/check.ts";
import { promptsContentBase64, promptsEmbeddedResource, promptsMessages } from "../../../../src/check/server/prompts/content.ts";
import type { Json, JsonObject } from "../../../../src/jsonrpc/json.ts";
import { asked, broken, conversation, fails, gives, idle, kept, type Part, untested } from "../conversation.ts";

const got = (result: Json): Part => asked("prompts/get", { name: "p" }, gives(result));
const holding = (...messages: readonly Json[]): Part => got({ messages });
const text: Json = { type: "text", text: "a" };
const said = (...blocks: readonly Json[]): Part => holding(...blocks.map((content) => ({ role: "user", content })));
const called = (...content: readonly Json[]): Part => asked("tools/call", { name: "t" }, gives({ content }));

const unfetched = untested("no prompt was fetched");
const noBinary = idle("no prompt has an image or audio");
const noneEmbedded = idle("no prompt embeds a resource");
const image = (more: JsonObject = {}): Json => ({ type: "image", data: "AAAA", mimeType: "image/png", ...more });
const embedded = (resource: Json): Json => ({ type: "resource", resource });
const notContent = broken("messages[0].content is not content block", 3);

it.each<readonly [string, readonly Part[], object]>([
  ["nothing is fetched", [], unfetched],
  ["a prompt is refused", [asked("prompts/get", {}, fails(-32602))], unfetched],
  ["a prompt is not answered", [asked("prompts/get", {})], unfetched],
  ["something else has odd messages", [asked("tools/call", {}, gives({ messages: 7 }))], unfetched],
  ["there are none", [holding()], kept(3)],
  ["both speak", [holding({ role: "user", content: text }, { role: "assistant", content: text })], kept(3)],
  ["the member is missing", [got({})], broken("messages is missing", 3)],
  ["the member is one message", [got({ messages: { role: "user" } })], broken('messages is {"role":"user"}', 3)],
  ["input is asked for first", [got({ resultType: "input_required" })], unfetched],
  ["input is asked for first, and then they come", [got({ resultType: "input_required" }), holding()], kept(5)],
  ["the result is complete without any", [got({ resultType: "complete" })], broken("messages is missing", 3)],
  [
    "the second is said by the system",
    [holding({ role: "user", content: text }, { role: "system", content: text })],
    broken('messages[1].role is "system"', 3),
  ],
  ["nobody says it", [holding({ content: text })], broken("messages[0].role is missing", 3)],
  ["one is a text", [holding("user")], broken("messages[0].role is missing", 3)],
  ["the content is a list", [holding({ role: "user", content: [text] })], notContent],
  ["the content is a text", [holding({ role: "assistant", content: "a" })], notContent],
  ["there is no content", [holding({ role: "user" })], notContent],
  ["a second prompt is worse", [said(text), got({})], broken("messages is missing", 5)],
])("messages of a prompt are judged where %s", (_title, parts, wanted) => {
  expect(promptsMessages.verify(conversation(parts))).toEqual(wanted);
});

it.each<readonly [string, Check, readonly Part[], object]>([
  ["an image is whole", promptsContentBase64, [said(image())], kept(3)],
  ["audio is whole", promptsContentBase64, [said({ type: "audio", data: "", mimeType: "audio/wav" })], kept(3)],
  [
    "the second image is no base64",
    promptsContentBase64,
    [said(image(), image({ data: "A" }))],
    broken('messages[1].content: data is not padded base64: "A"', 3),
  ],
  [
    "an image has no type",
    promptsContentBase64,
    [said({ type: "image", data: "AAAA" })],
    broken("messages[0].content: the image has no mimeType", 3),
  ],
  [
    "an image has neither data nor type",
    promptsContentBase64,
    [said({ type: "image" })],
    broken("messages[0].content: data is missing, expected base64", 3),
  ],
  ["a blob is embedded, which is another matter", promptsContentBase64, [said(embedded({ uri: "a:b", blob: "A" }))], noBinary],
  ["a tool gives a bad image", promptsContentBase64, [called(image({ data: "A" }))], noBinary],
  ["there is text alone", promptsContentBase64, [said(text)], noBinary],
  [
    "the bad image is in the second prompt",
    promptsContentBase64,
    [said(image()), said(image({ data: 7 }))],
    broken("messages[0].content: data is 7, expected base64", 5),
  ],
  ["a text is embedded", promptsEmbeddedResource, [said(embedded({ uri: "a:b", text: "" }))], kept(3)],
  ["a blob is embedded", promptsEmbeddedResource, [said(embedded({ uri: "a:b", blob: "AAAA" }))], kept(3)],
  [
    "an embedded blob is no base64",
    promptsEmbeddedResource,
    [said(text, embedded({ uri: "a:b", blob: "A" }))],
    broken('messages[1].content: resource.blob is not padded base64: "A"', 3),
  ],
  [
    "an embedded resource has no address",
    promptsEmbeddedResource,
    [said(embedded({ text: "a" }))],
    broken("messages[0].content: an embedded resource with the uri undefined", 3),
  ],
  [
    "an embedded resource has neither address nor a true blob",
    promptsEmbeddedResource,
    [said(embedded({ uri: "b", blob: "A" }))],
    broken('messages[0].content: an embedded resource with the uri "b"', 3),
  ],
  [
    "an embedded resource is empty",
    promptsEmbeddedResource,
    [said(embedded({ uri: "a:b" }))],
    broken("messages[0].content: an embedded resource with neither text nor blob", 3),
  ],
  ["an image is bad, which is another matter", promptsEmbeddedResource, [said(image({ data: "A" }))], noneEmbedded],
  ["a tool embeds nothing of use", promptsEmbeddedResource, [called(embedded({}))], noneEmbedded],
])("blocks of a prompt are judged where %s", (_title, check, parts, wanted) => {
  expect(check.verify(conversation(parts))).toEqual(wanted);
});
