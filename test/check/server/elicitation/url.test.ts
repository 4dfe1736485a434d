import { expect, it } from "vitest";
import type { Check } from "../../../../src/check/check.ts";
import {
  elicitationCompleteKnown,
  elicitationRequiredError,
  elicitationUrlHttps,
  elicitationUrlId,
  elicitationUrlValid,
} from "../../../../src/check/server/elicitation/url.ts";
import type { Json } from "../../../../src/jsonrpc/json.ts";
import { asked, broken, conversation, fails, gives, idle, kept, type Part, says, tagged } from "../conversation.ts";
import { asksFor, eliciting, sendsTo } from "./elicitations.ts";

const noUrl = idle("the server elicited nothing by URL");
const form = asksFor({});

it.each<readonly [string, Json | undefined, boolean, boolean]>([
  ["of the web", "https://a.example/x", true, true],
  ["of the web in large letters", "HTTPS://A.EXAMPLE", true, true],
  ["of the open web", "http://a.example/x", true, false],
  ["of another kind", "x-app+1.0://a", true, false],
  ["with a kind of one letter", "x://a", true, false],
  ["with a kind that begins with a digit", "1https://a", false, true],
  ["after a blank", " https://a", false, true],
  ["after something else", "see-https:https://a", true, false],
  ["without a host, of another kind", "mailto:a@example.com", true, false],
  ["of a file", "file:///x", true, false],
  ["of another kind with a number", "tel:7x", true, false],
  ["of another kind with nothing in it", "mailto:", false, true],
  ["of another kind with a blank in it", "mailto: a", false, true],
  ["of the web with a host and no slashes", "https:a.example", false, true],
  ["that is a host with a port", "localhost:8080", true, false],
  ["that is a page of a host with a port", "a.example:80/x", true, false],
  ["that is a question to a host with a port", "a.example:80?x", true, false],
  ["that is a place at a host with a port", "a.example:80#x", true, false],
  ["whose kind only ends so", "xhttps://a", true, false],
  ["whose kind only ends as that of this machine", "xhttp://localhost", true, false],
  ["without a host", "https:///x", false, true],
  ["without a host, with a question", "https://?x", false, true],
  ["without a host, with a fragment", "https://#x", false, true],
  ["with a blank for a host", "https:// ", false, true],
  ["with nothing after its kind", "https://", false, true],
  ["that is a path", "/x", false, true],
  ["that is empty", "", false, true],
  ["that is a number", 7, false, true],
  ["that is missing", undefined, false, true],
  ["that is a list", ["http://a.example"], false, true],
  ["of this machine", "http://localhost", true, true],
  ["of this machine in large letters", "HTTP://LOCALHOST/x", true, true],
  ["of a port of this machine", "http://localhost:8080/x", true, true],
  ["of a page of this machine", "http://127.0.0.1/x", true, true],
  ["of this machine with a question", "http://localhost?x=1", true, true],
  ["of this machine with a fragment", "http://127.0.0.1#x", true, true],
  ["of this machine in its later address", "http://[::1]:8080", true, true],
  ["of somebody whose name begins so", "http://localhost.example", true, false],
  ["of somebody whose address begins so", "http://127.0.0.10/", true, false],
  ["of somebody whose name looks so", "http://127x0x0x1/", true, false],
])("a URL %s is one: %s, and safe: %s", (_title, url, valid, safe) => {
  const trace = conversation([sendsTo(url)]);
  const wrong = broken(`url is ${JSON.stringify(url) ?? "missing"}`, 2);
  expect(elicitationUrlValid.verify(trace)).toEqual(valid ? kept(2) : wrong);
  expect(elicitationUrlHttps.verify(trace)).toEqual(safe ? kept(2) : wrong);
});

const good = sendsTo("https://a.example", { elicitationId: "x" });
const done = (params?: Json): Part => says("notifications/elicitation/complete", params);
const ended = (elicitationId: Json = "x"): Part => done({ elicitationId });
const needs = (data?: Json, code = -32042): Part => asked("tools/call", { name: "t" }, fails(code, "no", data));
const entry = { mode: "url", elicitationId: "x", url: "https://a.example", message: "Go." };
const never = (id: string, line: number): object => broken(`elicitationId ${id} was never begun`, line);
const noError = idle("no request was answered with -32042");
const emptyList = broken("data.elicitations lists nothing", 3);

it.each<readonly [string, Check, readonly Part[], object]>([
  ["there are forms alone", elicitationUrlValid, [form], noUrl],
  ["there are forms alone, for safety", elicitationUrlHttps, [form], noUrl],
  ["there are forms alone, for names", elicitationUrlId, [form], noUrl],
  ["it has a name", elicitationUrlId, [good], kept(2)],
  ["the second has no name", elicitationUrlId, [good, sendsTo("https://a")], broken("elicitationId is missing", 3)],
  ["its name is a number", elicitationUrlId, [sendsTo("https://a", { elicitationId: 7 })], broken("elicitationId is 7", 2)],
  ["none is said to be done", elicitationCompleteKnown, [good], idle("the server completed no elicitation")],
  ["it is done after it was begun", elicitationCompleteKnown, [good, ended()], kept(3)],
  [
    "it is done after another was begun as well",
    elicitationCompleteKnown,
    [good, eliciting({ elicitationId: "y" }), ended()],
    kept(4),
  ],
  ["it is done before it was begun", elicitationCompleteKnown, [ended(), good], never('"x"', 2)],
  ["another is done", elicitationCompleteKnown, [good, ended(), ended("y")], never('"y"', 4)],
  ["what is done has no name", elicitationCompleteKnown, [good, done({})], never("(none)", 3)],
  ["what is done has no name, as a form has none", elicitationCompleteKnown, [form, done()], never("(none)", 3)],
  ["it is done after an error wanted it", elicitationCompleteKnown, [needs({ elicitations: [null, entry] }), ended()], kept(4)],
  [
    "it is done before an error wanted it",
    elicitationCompleteKnown,
    [ended(), needs({ elicitations: [entry] })],
    never('"x"', 2),
  ],
  ["an error wanted another", elicitationCompleteKnown, [needs({ elicitations: [entry] }), ended("y")], never('"y"', 4)],
  ["an error wanted a list of it", elicitationCompleteKnown, [needs({ elicitations: entry }), ended()], never('"x"', 4)],
  ["another error speaks of it", elicitationCompleteKnown, [needs({ elicitations: [entry] }, -32602), ended()], never('"x"', 4)],
  ["no error wants any", elicitationRequiredError, [], noError],
  ["another error has a list", elicitationRequiredError, [needs({ elicitations: [] }, -32602)], noError],
  ["a result has a list", elicitationRequiredError, [asked("tools/call", {}, gives({ elicitations: [] }))], noError],
  ["an error wants one", elicitationRequiredError, [needs({ elicitations: [entry] })], kept(3)],
  [
    "an error wants some of any method",
    elicitationRequiredError,
    [tagged("odd", asked("prompts/get", {}, fails(-32042, "", { elicitations: [entry] })))],
    kept(4),
  ],
  ["an error wants none", elicitationRequiredError, [needs({ elicitations: [] })], emptyList],
  ["an error has no data", elicitationRequiredError, [needs()], emptyList],
  ["an error has an object for a list", elicitationRequiredError, [needs({ elicitations: entry })], emptyList],
  [
    "the second error wants none",
    elicitationRequiredError,
    [needs({ elicitations: [entry] }), needs({})],
    broken("data.elicitations lists nothing", 5),
  ],
  [
    "an error wants a form as well",
    elicitationRequiredError,
    [needs({ elicitations: [entry, { ...entry, mode: "form" }] })],
    broken('mode "form" with elicitationId "x"', 3),
  ],
  [
    "an error wants one without a name",
    elicitationRequiredError,
    [needs({ elicitations: [{ mode: "url" }] })],
    broken('mode "url" with elicitationId undefined', 3),
  ],
  [
    "an error wants one with a number",
    elicitationRequiredError,
    [needs({ elicitations: [{ mode: "url", elicitationId: 7 }] })],
    broken('mode "url" with elicitationId 7', 3),
  ],
])("what is to be done at a URL is judged where %s", (_title, check, parts, wanted) => {
  expect(check.verify(conversation(parts))).toEqual(wanted);
});
