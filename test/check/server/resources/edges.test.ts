import { expect, it } from "vitest";
import type { Check } from "../../../../src/check/check.ts";
import {
  resourcesMimeTypeSame,
  resourcesSizeTrue,
  resourcesTextOrBlob,
} from "../../../../src/check/server/resources/contents.ts";
import {
  resourcesAnnotationRange,
  resourcesLastModified,
  resourcesTemplateVaries,
  resourcesUriUnique,
} from "../../../../src/check/server/resources/list.ts";
import { resourcesOutsideRefused } from "../../../../src/check/server/resources/outside.ts";
import {
  resourcesEmptyContents,
  resourcesListedReadable,
  resourcesReadUri,
} from "../../../../src/check/server/resources/read.ts";
import type { Json, JsonObject } from "../../../../src/jsonrpc/json.ts";
import { asked, broken, conversation, fails, gives, idle, kept, type Part, tagged, untested } from "../conversation.ts";

const listing = (...resources: readonly Json[]): Part => asked("resources/list", {}, gives({ resources }));
const templates = (...resourceTemplates: readonly Json[]): Part =>
  asked("resources/templates/list", {}, gives({ resourceTemplates }));
const read = (uri: Json, ...contents: readonly Json[]): Part => asked("resources/read", { uri }, gives({ contents }));
const item = (more: JsonObject = {}): Json => ({ uri: "a:b", name: "b", ...more });
const noRead = asked("resources/read", { uri: "a:b" }, fails(-32603));
const outside = (...contents: readonly Json[]): Part =>
  tagged("outside-resource", asked("resources/read", { uri: "a:../x" }, gives({ contents })));
const leaked = broken('"a:../x" was answered with /etc/passwd', 6);
const noType = idle("no resource has a MIME type in both places");
const noSize = idle("no resource with a size that stays was read");
const notRead = untested("no resource was read");

it.each<readonly [string, Check, readonly Part[], object]>([
  ["nothing is read", resourcesTextOrBlob, [listing(item())], notRead],
  ["a read fails", resourcesTextOrBlob, [asked("resources/read", { uri: "a:b" }, fails(-32603))], notRead],
  [
    "a type is listed as a number",
    resourcesMimeTypeSame,
    [listing(item({ mimeType: 7 })), read("a:b", { uri: "a:b", text: "", mimeType: "text/plain" })],
    noType,
  ],
  [
    "a type is read as a number",
    resourcesMimeTypeSame,
    [listing(item({ mimeType: "text/plain" })), read("a:b", { uri: "a:b", text: "", mimeType: 7 })],
    noType,
  ],
  ["a size is listed, and nothing has one", resourcesSizeTrue, [listing(item({ size: 3 })), read("a:b", { uri: "a:b" })], noSize],
  [
    "a size is listed of what is empty",
    resourcesSizeTrue,
    [listing(item({ size: 0 })), read("a:b", { uri: "a:b", text: "" })],
    kept(5),
  ],
  ["no list came", resourcesUriUnique, [read("a:b", { uri: "a:b" })], untested("no resources were listed")],
  [
    "two URIs come twice",
    resourcesUriUnique,
    [listing({ uri: "a:b" }, { uri: "a:c" }, { uri: "a:c" }, { uri: "a:b" })],
    broken('"a:c" is listed twice; "a:b" is listed twice', 3),
  ],
  ["no template came", resourcesTemplateVaries, [listing(item())], idle("no resource templates were listed")],
  ["no annotation came", resourcesAnnotationRange, [listing(item())], idle("nothing carried annotations")],
  [
    "a template was changed at no time",
    resourcesLastModified,
    [listing(item({ annotations: { lastModified: "2025-01-12T15:00:58Z" } })), templates({ annotations: { lastModified: "" } })],
    broken('lastModified is ""', 5),
  ],
  [
    "an embedded resource was changed at no time",
    resourcesLastModified,
    [asked("tools/call", {}, gives({ content: [{ type: "resource", resource: { annotations: { lastModified: null } } }] }))],
    broken("lastModified is null", 3),
  ],
  ["what is read is no URI", resourcesReadUri, [read(7, { uri: 7 })], notRead],
  ["contents are no list", resourcesReadUri, [asked("resources/read", { uri: "a:b" }, gives({ contents: "a:c" }))], notRead],
  ["a read is refused", resourcesReadUri, [asked("resources/read", { uri: "a:b" }, fails(-32002))], notRead],
  ["the second of two contents is meant", resourcesReadUri, [read("a:b", { uri: "c:c" }, { uri: "a:b" })], kept(3)],
  ["contents have no URI", resourcesReadUri, [read("a:b", { text: "" })], broken('"a:b" was read, undefined came back', 3)],
  [
    "contents lack a slash in the middle",
    resourcesReadUri,
    [read("a:b/c", { uri: "a:bc" })],
    broken('"a:b/c" was read, "a:bc" came back', 3),
  ],
  [
    "contents lack a slash at the end of two",
    resourcesReadUri,
    [read("a:b//", { uri: "a:b" })],
    broken('"a:b//" was read, "a:b" came back', 3),
  ],
  [
    "one of three can be read",
    resourcesListedReadable,
    [listing(item()), read("a:b"), noRead, noRead],
    broken('"a:b" is listed, and reading it fails with -32603', 7, 9),
  ],
  [
    "the only one fails as another list does",
    resourcesListedReadable,
    [listing(item()), asked("prompts/list", {}, fails(-32603)), noRead],
    broken('"a:b" is listed, and reading it fails with -32603', 7),
  ],
  [
    "an empty resource is listed",
    resourcesEmptyContents,
    [listing(item()), tagged("unknown-resource", read("a:b"))],
    untested("no resource that does not exist was read"),
  ],
  ["passwords are kept elsewhere", resourcesOutsideRefused, [listing(item()), outside({ text: "root::0:0:" })], leaked],
  ["an account is locked", resourcesOutsideRefused, [listing(item()), outside({ text: "root:!*:0:0:" })], leaked],
  [
    "passwords are in base64 of any length",
    resourcesOutsideRefused,
    [listing(item()), outside({ blob: btoa("root:x:0:0:") })],
    leaked,
  ],
  [
    "passwords are in base64 with one sign to fill up",
    resourcesOutsideRefused,
    [listing(item()), outside({ blob: btoa("root:x:0:0:r") })],
    leaked,
  ],
  [
    "passwords are in base64 with two signs to fill up",
    resourcesOutsideRefused,
    [listing(item()), outside({ blob: btoa("root:x:0:0:ro") })],
    leaked,
  ],
  ["a template is no text", resourcesOutsideRefused, [templates({ uriTemplate: 7 }), outside({ text: "root:x:0:0:" })], leaked],
  [
    "a template offers every file without slashes",
    resourcesOutsideRefused,
    [templates({ uriTemplate: "file:{path}" }), outside({ text: "root:x:0:0:" })],
    idle("a template offers the whole file system"),
  ],
])("of resources it is told where %s", (_title, check, parts, wanted) => {
  expect(check.verify(conversation(parts))).toEqual(wanted);
});
