import { expect, it } from "vitest";
import type { Check } from "../../../../src/check/check.ts";
import {
  resourcesBlobBase64,
  resourcesMimeTypeSame,
  resourcesSizeTrue,
  resourcesTextOrBlob,
} from "../../../../src/check/server/resources/contents.ts";
import {
  resourcesAnnotationRange,
  resourcesLastModified,
  resourcesTemplateSyntax,
  resourcesTemplateVaries,
  resourcesUriAbsolute,
  resourcesUriCharacters,
  resourcesUriUnique,
} from "../../../../src/check/server/resources/list.ts";
import { resourcesOutsideRefused } from "../../../../src/check/server/resources/outside.ts";
import type { Json, JsonObject } from "../../../../src/jsonrpc/json.ts";
import {
  type Answer,
  asked,
  broken,
  conversation,
  fails,
  gives,
  idle,
  kept,
  type Part,
  tagged,
  untested,
} from "../conversation.ts";

const listing = (...resources: readonly Json[]): Part => asked("resources/list", {}, gives({ resources }));
const templates = (...resourceTemplates: readonly Json[]): Part =>
  asked("resources/templates/list", {}, gives({ resourceTemplates }));
const read = (uri: string, ...contents: readonly Json[]): Part => asked("resources/read", { uri }, gives({ contents }));
const refused = (uri: string, answer: Answer): Part => asked("resources/read", { uri }, answer);
const item = (more: JsonObject = {}): Json => ({ uri: "a:b", name: "b", ...more });
const text = (more: JsonObject = {}): Json => ({ uri: "a:b", text: "äb€", ...more });
const called = (...content: readonly Json[]): Part => asked("tools/call", {}, gives({ content }));
const noSize = idle("no resource with a size that stays was read");
const noType = idle("no resource has a MIME type in both places");
const outside = (...contents: readonly Json[]): Part =>
  tagged("outside-resource", asked("resources/read", { uri: "a:../x" }, gives({ contents })));
const passwd = "# users\nroot:x:0:0:root:/root:/bin/sh\n";
const leaked = (line: number): object => broken('"a:../x" was answered with /etc/passwd', line);
const start = templates({ uriTemplate: "a:{id}" });

it.each<readonly [string, Check, readonly Part[], object]>([
  ["contents are a text", resourcesTextOrBlob, [read("a:b", text())], kept(3)],
  ["contents are a blob", resourcesTextOrBlob, [read("a:b", { blob: "" })], kept(3)],
  [
    "contents are neither",
    resourcesTextOrBlob,
    [read("a:b", text(), { text: 7, blob: null })],
    broken("contents[1] has neither text nor blob", 3),
  ],
  ["a blob is base64", resourcesBlobBase64, [read("a:b", { blob: "AAAA" })], kept(3)],
  ["a blob is none", resourcesBlobBase64, [read("a:b", { blob: "A" })], broken("contents[0].blob is not padded base64", 3)],
  ["a blob is no text", resourcesBlobBase64, [read("a:b", { blob: 7 })], broken("contents[0].blob is not padded base64", 3)],
  ["there is no blob", resourcesBlobBase64, [read("a:b", text())], idle("no binary resource was read")],
  ["nothing is read", resourcesBlobBase64, [], untested("no resource was read")],
  [
    "the types are the same but for case and charset",
    resourcesMimeTypeSame,
    [listing(item({ mimeType: "text/Plain" })), read("a:b", text({ mimeType: "text/plain ; charset=utf-8" }))],
    kept(5),
  ],
  [
    "the types differ",
    resourcesMimeTypeSame,
    [listing(item({ mimeType: "text/plain" })), read("a:b", text({ mimeType: "text/html" }))],
    broken('"a:b" is listed as text/plain and read as text/html', 5),
  ],
  ["the list has no type", resourcesMimeTypeSame, [listing(item()), read("a:b", text({ mimeType: "text/html" }))], noType],
  ["the contents have no type", resourcesMimeTypeSame, [listing(item({ mimeType: "text/html" })), read("a:b", text())], noType],
  [
    "another resource has a type",
    resourcesMimeTypeSame,
    [listing(item({ mimeType: "text/html" })), read("a:c", text({ uri: "a:c", mimeType: "text/plain" }))],
    noType,
  ],
  ["a size is true", resourcesSizeTrue, [listing(item({ size: 6 })), read("a:b", text())], kept(5)],
  [
    "a size is not true",
    resourcesSizeTrue,
    [listing(item({ size: 3 })), read("a:b", text())],
    broken('"a:b" is listed with 3 bytes and has 6', 5),
  ],
  ["a size of pictures is true", resourcesSizeTrue, [listing(item({ size: 4 })), read("a:b", text({ text: "🎉" }))], kept(5)],
  [
    "a size of letters at the bounds of encoding is true",
    resourcesSizeTrue,
    [listing(item({ size: 15 })), read("a:b", text({ text: "\u007F\u0080\u07FF\u0800\uFFFF\u{10000}" }))],
    kept(5),
  ],
  [
    "a size of a blob is true",
    resourcesSizeTrue,
    [listing(item({ size: 2 })), read("a:b", { uri: "a:b", blob: "AAA=" })],
    kept(5),
  ],
  [
    "a blob cannot be decoded",
    resourcesSizeTrue,
    [listing(item({ size: 2 })), read("a:b", { uri: "a:b", blob: "A", text: "ab" })],
    noSize,
  ],
  ["a size is a text", resourcesSizeTrue, [listing(item({ size: "3" })), read("a:b", text())], noSize],
  [
    "two sizes are listed",
    resourcesSizeTrue,
    [listing(item({ size: 3 })), listing(item({ size: 4 })), read("a:b", text())],
    noSize,
  ],
  [
    "two sizes are read",
    resourcesSizeTrue,
    [listing(item({ size: 3 })), read("a:b", text()), read("a:b", text({ text: "" }))],
    noSize,
  ],
  [
    "two sizes of another resource are listed",
    resourcesSizeTrue,
    [listing(item({ size: 6 }), { uri: "a:c", size: 1 }, { uri: "a:c", size: 2 }), read("a:b", text())],
    kept(5),
  ],
  ["a resource has a scheme", resourcesUriAbsolute, [listing(item())], kept(3)],
  ["a listed resource has none", resourcesUriAbsolute, [listing({ uri: "/b" })], broken('"/b" has no scheme', 3)],
  ["a resource that is read has none", resourcesUriAbsolute, [read("/b", { uri: "b" })], broken('"b" has no scheme', 3)],
  ["a link has none", resourcesUriAbsolute, [called({ type: "resource_link", uri: "b" })], broken('"b" has no scheme', 3)],
  [
    "an embedded resource has none",
    resourcesUriAbsolute,
    [called({ type: "resource", resource: { uri: "b" } })],
    broken('"b" has no scheme', 3),
  ],
  [
    "other blocks have none",
    resourcesUriAbsolute,
    [called({ type: "text", uri: "b", resource: { uri: "b" } }), listing({ uri: 7 })],
    untested("the server named no resource"),
  ],
  ["a URI has a blank", resourcesUriCharacters, [listing({ uri: "a:b c" })], broken('"a:b c" has " " in it', 3)],
  ["a URI has none", resourcesUriCharacters, [listing({ uri: "a:b%20c" })], kept(3)],
  ["a URI comes twice", resourcesUriUnique, [listing(item(), item({ name: "c" }))], broken('"a:b" is listed twice', 3)],
  ["a URI comes once in each list", resourcesUriUnique, [listing(item()), listing(item()), listing()], kept(3, 5)],
  ["a template is one", resourcesTemplateSyntax, [start], kept(3)],
  [
    "a template is none",
    resourcesTemplateSyntax,
    [templates({ uriTemplate: "a:{id" })],
    broken('"a:{id": a "{" without a "}"', 3),
  ],
  ["a template is no text", resourcesTemplateSyntax, [templates({ uriTemplate: 7 })], broken("7: no text", 3)],
  ["there is no template", resourcesTemplateSyntax, [templates()], idle("no resource templates were listed")],
  ["a template varies", resourcesTemplateVaries, [start], kept(3)],
  [
    "a template does not vary",
    resourcesTemplateVaries,
    [templates({ uriTemplate: "a:id" })],
    broken('"a:id" has no variable', 3),
  ],
  ["a template that is no text does not vary", resourcesTemplateVaries, [templates({ uriTemplate: 7 })], kept(3)],
  ["a priority is one", resourcesAnnotationRange, [listing(item({ annotations: { priority: 1 } }))], kept(3)],
  [
    "a template's priority is more",
    resourcesAnnotationRange,
    [templates({ annotations: { priority: 2 } })],
    broken("priority is 2, expected 0 to 1", 3),
  ],
  [
    "an embedded resource has another audience",
    resourcesAnnotationRange,
    [called({ type: "resource", resource: { annotations: { audience: ["all"] } } })],
    broken('audience is ["all"]', 3),
  ],
  [
    "a block has a negative priority",
    resourcesAnnotationRange,
    [called({ type: "text", annotations: { priority: -1 } })],
    broken("priority is -1, expected 0 to 1", 3),
  ],
  [
    "annotations are no object",
    resourcesAnnotationRange,
    [listing(item({ annotations: 7 }))],
    idle("nothing carried annotations"),
  ],
  [
    "a change has its time",
    resourcesLastModified,
    [listing(item({ annotations: { lastModified: "2025-01-12T15:00:58Z" } }))],
    kept(3),
  ],
  [
    "a change has no time",
    resourcesLastModified,
    [listing(item({ annotations: { lastModified: "now" } }))],
    broken('lastModified is "now"', 3),
  ],
  [
    "a change has a number",
    resourcesLastModified,
    [listing(item({ annotations: { lastModified: 7 } }))],
    broken("lastModified is 7", 3),
  ],
  [
    "nothing is said of changes",
    resourcesLastModified,
    [listing(item({ annotations: {} }))],
    idle("nothing carried lastModified"),
  ],
])("of resources it is told where %s", (_title, check, parts, wanted) => {
  expect(check.verify(conversation(parts))).toEqual(wanted);
});

it.each<readonly [string, Check, readonly Part[], object]>([
  [
    "a climbing URI is refused",
    resourcesOutsideRefused,
    [listing(item()), tagged("outside-resource", refused("a:../x", fails(-32002)))],
    kept(6),
  ],
  ["a climbing URI gives the passwords", resourcesOutsideRefused, [listing(item()), outside({ text: passwd })], leaked(6)],
  [
    "a climbing URI gives them in base64",
    resourcesOutsideRefused,
    [listing(item()), outside({ text: "" }, { blob: btoa(passwd) })],
    leaked(6),
  ],
])("of reading resources it is told where %s", (_title, check, parts, wanted) => {
  expect(check.verify(conversation(parts))).toEqual(wanted);
});
