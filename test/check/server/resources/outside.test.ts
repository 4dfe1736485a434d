import { expect, it } from "vitest";
import type { Check } from "../../../../src/check/check.ts";
import { resourcesOutsideRefused } from "../../../../src/check/server/resources/outside.ts";
import {
  resourcesEmptyContents,
  resourcesListedReadable,
  resourcesNotFoundCode,
  resourcesNotFoundInvalidParams,
  resourcesReadUri,
} from "../../../../src/check/server/resources/read.ts";
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
const unknown = (answer?: Answer): Part => tagged("unknown-resource", asked("resources/read", { uri: "a:none" }, answer));
const noneUnknown = untested("no resource that does not exist was read");
const outside = (...contents: readonly Json[]): Part =>
  tagged("outside-resource", asked("resources/read", { uri: "a:../x" }, gives({ contents })));
const passwd = "# users\nroot:x:0:0:root:/root:/bin/sh\n";
const leaked = (line: number): object => broken('"a:../x" was answered with /etc/passwd', line);
const sameWords = idle("resources/read fails in the same words whatever it is asked");
const methods = idle("resources/list and resources/read are unknown methods here, which other checks report");
const other = (wanted: string, came: string): object => broken(`${wanted} was read, ${came} came back`, 3);
const start = templates({ uriTemplate: "a:{id}" });

it.each<readonly [string, Check, readonly Part[], object]>([
  [
    "a climbing URI gives them in broken base64",
    resourcesOutsideRefused,
    [listing(item()), outside({ blob: btoa(passwd).slice(1) })],
    kept(6),
  ],
  [
    "a climbing URI gives something like them",
    resourcesOutsideRefused,
    [listing(item()), outside({ text: "my root:x:0:0:" }, { text: "root:x:1:0:" })],
    kept(6),
  ],
  [
    "a climbing URI gives no list",
    resourcesOutsideRefused,
    [listing(item()), tagged("outside-resource", refused("a:../x", gives({ contents: { text: passwd } })))],
    kept(6),
  ],
  [
    "a climbing URI is not answered",
    resourcesOutsideRefused,
    [listing(item()), tagged("outside-resource", asked("resources/read", { uri: "a:../x" }))],
    untested("no URI that climbs out of what is listed was read"),
  ],
  [
    "a template offers every file",
    resourcesOutsideRefused,
    [templates({ uriTemplate: "File:///{path}" }), outside({ text: passwd })],
    idle("a template offers the whole file system"),
  ],
  [
    "a template offers files of one directory",
    resourcesOutsideRefused,
    [templates({ uriTemplate: "file:///a/{path}" }), outside({ text: passwd })],
    leaked(6),
  ],
  [
    "a template holds another that offers every file",
    resourcesOutsideRefused,
    [templates({ uriTemplate: "my-file:///{path}" }), outside({ text: passwd })],
    leaked(6),
  ],
  ["nothing is listed", resourcesOutsideRefused, [listing(), templates()], idle("neither resources nor templates are listed")],
  ["nothing is listed, and a climbing URI is read", resourcesOutsideRefused, [outside({ text: "" })], kept(4)],
  ["only templates are listed", resourcesOutsideRefused, [start], untested("no URI that climbs out of what is listed was read")],
  [
    "only resources are listed",
    resourcesOutsideRefused,
    [listing(item())],
    untested("no URI that climbs out of what is listed was read"),
  ],
  ["an unknown resource is not found", resourcesNotFoundCode, [unknown(fails(-32002))], kept(4)],
  [
    "an unknown resource is an invalid parameter",
    resourcesNotFoundCode,
    [unknown(fails(-32602))],
    broken("answered with error -32602, expected error -32002", 4),
  ],
  [
    "an unknown resource is an invalid parameter, which is right later",
    resourcesNotFoundInvalidParams,
    [unknown(fails(-32602))],
    kept(4),
  ],
  [
    "an unknown resource is not found, which is wrong later",
    resourcesNotFoundInvalidParams,
    [unknown(fails(-32002))],
    broken("answered with error -32002, expected error -32602", 4),
  ],
  ["an unknown resource is not answered", resourcesNotFoundCode, [unknown()], noneUnknown],
  ["an unknown resource is listed", resourcesNotFoundCode, [listing({ uri: "a:none" }), unknown(fails(-32603))], noneUnknown],
  ["a resource is read that is not listed", resourcesNotFoundCode, [refused("a:c", fails(-32603))], noneUnknown],
  [
    "a listed resource fails alike",
    resourcesNotFoundCode,
    [listing(item()), refused("a:b", fails(-32603)), unknown(fails(-32603))],
    sameWords,
  ],
  [
    "a listed resource fails alike, later",
    resourcesNotFoundInvalidParams,
    [listing(item()), refused("a:b", fails(-32603)), unknown(fails(-32603))],
    sameWords,
  ],
  [
    "a resource that is not listed fails alike",
    resourcesNotFoundCode,
    [listing(item()), refused("a:c", fails(-32000)), unknown(fails(-32000))],
    broken("answered with error -32000, expected error -32002", 8),
  ],
  [
    "nothing of resources is known",
    resourcesNotFoundCode,
    [asked("resources/list", {}, fails(-32601)), unknown(fails(-32601))],
    methods,
  ],
  [
    "nothing of resources is known, later",
    resourcesNotFoundInvalidParams,
    [asked("resources/list", {}, fails(-32601)), unknown(fails(-32601))],
    methods,
  ],
  [
    "only reading is unknown",
    resourcesNotFoundCode,
    [listing(), unknown(fails(-32601))],
    broken("answered with error -32601, expected error -32002", 6),
  ],
  [
    "only listing is unknown",
    resourcesNotFoundCode,
    [asked("resources/list", {}, fails(-32601)), unknown(fails(-32002))],
    kept(6),
  ],
  [
    "listing was not tried",
    resourcesNotFoundCode,
    [unknown(fails(-32601))],
    broken("answered with error -32601, expected error -32002", 4),
  ],
  [
    "listing is unknown once",
    resourcesNotFoundCode,
    [asked("resources/list", {}, fails(-32601)), listing(), unknown(fails(-32601))],
    broken("answered with error -32601, expected error -32002", 8),
  ],
  [
    "an unknown resource is empty",
    resourcesEmptyContents,
    [unknown(gives({ contents: [] }))],
    broken("answered with contents: []", 4),
  ],
  ["an unknown resource is something", resourcesEmptyContents, [unknown(gives({ contents: [{}] }))], kept(4)],
  ["an unknown resource is refused", resourcesEmptyContents, [unknown(fails(-32602))], kept(4)],
  ["a listed resource can be read", resourcesListedReadable, [listing(item()), read("a:b", text())], kept(5)],
  [
    "a listed resource cannot be read",
    resourcesListedReadable,
    [listing(item()), refused("a:b", fails(-32603))],
    broken('"a:b" is listed, and reading it fails with -32603', 5),
  ],
  [
    "a listed resource cannot be read on purpose",
    resourcesListedReadable,
    [listing(item()), tagged("other", refused("a:b", fails(-32603)))],
    untested("no listed resource was read"),
  ],
  [
    "two listed resources fail alike inside",
    resourcesListedReadable,
    [listing(item()), refused("a:b", fails(-32603)), refused("a:b", fails(-32603))],
    {
      kind: "inconclusive",
      unreachable: true,
      reason: "every listed resource fails with the same internal error: is what the server needs reachable from here?",
    },
  ],
  [
    "two listed resources fail alike otherwise",
    resourcesListedReadable,
    [listing(item()), refused("a:b", fails(-32002)), refused("a:b", fails(-32002))],
    broken('"a:b" is listed, and reading it fails with -32002', 5, 7),
  ],
  [
    "two listed resources fail in different words",
    resourcesListedReadable,
    [listing(item()), refused("a:b", fails(-32603, "one")), refused("a:b", fails(-32603, "two"))],
    broken('"a:b" is listed, and reading it fails with -32603', 5, 7),
  ],
  [
    "one of two fails inside",
    resourcesListedReadable,
    [listing(item()), read("a:b"), refused("a:b", fails(-32603))],
    broken('"a:b" is listed, and reading it fails with -32603', 7),
  ],
  ["the URI comes back", resourcesReadUri, [read("a:b", text())], kept(3)],
  ["another URI comes back", resourcesReadUri, [read("a:b", { uri: "a:c" })], other('"a:b"', '"a:c"')],
  ["a URI comes back with another scheme case and a slash", resourcesReadUri, [read("A:b%20c", { uri: "a:b c/" })], kept(3)],
  ["a URI comes back with another path case", resourcesReadUri, [read("a:b", { uri: "a:B" })], other('"a:b"', '"a:B"')],
  ["a URI with a lone percent comes back", resourcesReadUri, [read("a:%", { uri: "A:%" })], kept(3)],
  ["a directory gives two files below it", resourcesReadUri, [read("a:d", { uri: "a:d/1" }, { uri: "a:d/2" })], kept(3)],
  ["a directory gives one file below it", resourcesReadUri, [read("a:d", { uri: "a:d/1" })], other('"a:d"', '"a:d/1"')],
  [
    "a directory gives two files elsewhere",
    resourcesReadUri,
    [read("a:d", { uri: "a:e/1" }, { uri: 7 })],
    other('"a:d"', '"a:e/1"'),
  ],
])("of reading resources it is told where %s", (_title, check, parts, wanted) => {
  expect(check.verify(conversation(parts))).toEqual(wanted);
});
