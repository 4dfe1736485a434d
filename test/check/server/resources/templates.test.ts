import { expect, it } from "vitest";
import type { Check } from "../../../../src/check/check.ts";
import { resourcesReadUri } from "../../../../src/check/server/resources/read.ts";
import { resourcesTemplateResolves } from "../../../../src/check/server/resources/template-reads.ts";
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

const templates = (...resourceTemplates: readonly Json[]): Part =>
  asked("resources/templates/list", {}, gives({ resourceTemplates }));
const read = (uri: string, ...contents: readonly Json[]): Part => asked("resources/read", { uri }, gives({ contents }));
const refused = (uri: string, answer: Answer): Part => asked("resources/read", { uri }, answer);
const text = (more: JsonObject = {}): Json => ({ uri: "a:b", text: "äb€", ...more });
const offer = (...values: readonly string[]): Part =>
  asked(
    "completion/complete",
    { ref: { type: "ref/resource", uri: "a:{id}" }, argument: { name: "id", value: "q" } },
    gives({ completion: { values } }),
  );
const start = templates({ uriTemplate: "a:{id}" });
const noOffer = idle("the server offers no value for the one variable of a resource template");
const notTelling = idle("reading failed, but for another reason, or with a value that the server only repeated");
const notThere = (code: number): object =>
  broken(`"a:{id}" with an offered value is "a:v", and reading it fails with ${code}`, 7);

it.each<readonly [string, Check, readonly Part[], object]>([
  ["no contents come back", resourcesReadUri, [read("a:b")], untested("no resource was read")],
  ["an offered value leads to a resource", resourcesTemplateResolves, [start, offer("v"), read("a:v", text())], kept(7)],
  [
    "an offered value leads to nothing",
    resourcesTemplateResolves,
    [start, offer("v"), refused("a:v", fails(-32002))],
    notThere(-32002),
  ],
  [
    "an offered value is an invalid parameter",
    resourcesTemplateResolves,
    [start, offer("v"), refused("a:v", fails(-32602))],
    notThere(-32602),
  ],
  [
    "an offered value fails for another reason",
    resourcesTemplateResolves,
    [start, offer("v"), refused("a:v", fails(-32603))],
    notTelling,
  ],
  [
    "a repeated value leads to nothing",
    resourcesTemplateResolves,
    [start, offer("q"), refused("a:q", fails(-32002))],
    notTelling,
  ],
  ["a repeated value leads to a resource", resourcesTemplateResolves, [start, offer("q"), read("a:q", text())], kept(7)],
  [
    "a value was read before it was offered",
    resourcesTemplateResolves,
    [start, refused("a:v", fails(-32002)), offer("v")],
    untested("no URI of a template and an offered value was read"),
  ],
  [
    "an offered value is read for another purpose",
    resourcesTemplateResolves,
    [start, offer("v"), tagged("other", refused("a:v", fails(-32002)))],
    untested("no URI of a template and an offered value was read"),
  ],
  [
    "an offered value is not answered",
    resourcesTemplateResolves,
    [start, offer("v"), asked("resources/read", { uri: "a:v" })],
    untested("no URI of a template and an offered value was read"),
  ],
  [
    "another value is read",
    resourcesTemplateResolves,
    [start, offer("v"), read("a:w", text())],
    untested("no URI of a template and an offered value was read"),
  ],
  ["no value is offered", resourcesTemplateResolves, [start, offer()], noOffer],
  [
    "there are no templates",
    resourcesTemplateResolves,
    [offer("v"), read("a:v", text())],
    idle("the server lists no resource templates"),
  ],
])("of reading resources it is told where %s", (_title, check, parts, wanted) => {
  expect(check.verify(conversation(parts))).toEqual(wanted);
});
