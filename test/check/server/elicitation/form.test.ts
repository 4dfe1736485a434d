import { expect, it } from "vitest";
import type { Check } from "../../../../src/check/check.ts";
import {
  elicitationFormDefaults,
  elicitationFormFlat,
  elicitationMessage,
  elicitationModeDeclared,
  elicitationNoLinks,
  elicitationNoSecrets,
} from "../../../../src/check/server/elicitation/form.ts";
import type { Json } from "../../../../src/jsonrpc/json.ts";
import { ask, type Line, received } from "../../../support/traces/small-trace.ts";
import { broken, conversation, idle, kept } from "../conversation.ts";
import { asksFor, eliciting, sendsTo } from "./elicitations.ts";

const nothing = idle("the server elicited nothing");
const noForm = idle("the server elicited no form");
const form = asksFor({ a: { type: "string" } });
const url = sendsTo("https://a.example/");
const sampling = received(ask("s", "sampling/createMessage", {}));

it.each<readonly [string, { readonly [capability: string]: Json }, readonly Line[], object]>([
  ["nothing and asked nothing", {}, [], nothing],
  ["nothing, which is judged elsewhere", {}, [form], nothing],
  ["it in a word, which is judged elsewhere", { elicitation: true }, [url], nothing],
  ["it and asked something else", { elicitation: {} }, [sampling], nothing],
  ["it without a mode, and there is a form", { elicitation: {} }, [form], kept(2)],
  ["it without a mode, and there is a URL", { elicitation: {} }, [url], broken("mode url was used, declared is {}", 2)],
  ["forms, and there is a form", { elicitation: { form: {} } }, [form], kept(2)],
  [
    "forms, and there is a URL after a form",
    { elicitation: { form: {} } },
    [form, url],
    broken('mode url was used, declared is {"form":{}}', 3),
  ],
  ["URLs, and there is a form", { elicitation: { url: {} } }, [form], broken('mode form was used, declared is {"url":{}}', 2)],
  ["URLs, and there is a URL", { elicitation: { url: {} } }, [url], kept(2)],
  ["both, and there are both", { elicitation: { form: {}, url: {} } }, [form, url], kept(2, 3)],
  ["both, and there is a form that says so", { elicitation: { form: {}, url: {} } }, [eliciting({ mode: "form" })], kept(2)],
])("modes are kept to where a client declared %s", (_title, capabilities, lines, wanted) => {
  expect(elicitationModeDeclared.verify(conversation(lines, { capabilities }))).toEqual(wanted);
});

it.each<readonly [string, Check, readonly Line[], object]>([
  ["nothing is elicited", elicitationMessage, [sampling], nothing],
  ["a form says what it is for", elicitationMessage, [form], kept(2)],
  ["a URL says what it is for", elicitationMessage, [url], kept(2)],
  ["a form says nothing", elicitationMessage, [eliciting({})], broken("message is missing", 2)],
  ["the second form says a number", elicitationMessage, [form, asksFor({}, 7)], broken("message is 7", 3)],
  ["nothing is elicited in a form", elicitationFormFlat, [url], noForm],
  ["a form is flat", elicitationFormFlat, [form], kept(2)],
  [
    "a form is nested",
    elicitationFormFlat,
    [form, asksFor({ a: { type: "string" }, b: { type: "object" } })],
    broken('b is of type "object"', 3),
  ],
  ["a form has no schema", elicitationFormFlat, [eliciting({ message: "" })], broken("requestedSchema is missing", 2)],
  ["there are no forms for defaults", elicitationFormDefaults, [url], noForm],
  ["a form has no schema for defaults", elicitationFormDefaults, [eliciting({})], kept(2)],
  [
    "the second member has a bad default",
    elicitationFormDefaults,
    [asksFor({ a: { type: "boolean", default: true }, b: { type: "boolean", default: "no" } })],
    broken('the default of b is "no"', 2),
  ],
  ["a member is none", elicitationFormDefaults, [asksFor({ a: null })], kept(2)],
  ["there are no forms for secrets", elicitationNoSecrets, [url], noForm],
  ["a form has no schema for secrets", elicitationNoSecrets, [eliciting({})], kept(2)],
  [
    "a secret is asked for second",
    elicitationNoSecrets,
    [asksFor({ name: { type: "string" }, password: { type: "string" } })],
    broken('the form asks for "password"', 2),
  ],
  ["there are no forms for links", elicitationNoLinks, [url], noForm],
  ["a form has neither text nor schema", elicitationNoLinks, [eliciting({})], kept(2)],
  ["a text holds none", elicitationNoLinks, [asksFor({ a: { title: "A", description: "See below." } })], kept(2)],
  [
    "the message holds a link",
    elicitationNoLinks,
    [asksFor({}, "See https://a.example/x for more")],
    broken("the form holds https://a.example/x", 2),
  ],
  [
    "a title holds a link, in brackets",
    elicitationNoLinks,
    [asksFor({ a: {}, b: { title: "B (HTTP://b.example)" } })],
    broken("the form holds HTTP://b.example", 2),
  ],
  [
    "a description holds a link, in quotes",
    elicitationNoLinks,
    [asksFor({ a: { title: "A", description: 'as in "https://c.example"' } }, "Read:")],
    broken("the form holds https://c.example", 2),
  ],
  [
    "there are two links",
    elicitationNoLinks,
    [asksFor({ a: { title: "https://second.example" } }, "'http://first.example'")],
    broken("the form holds http://first.example", 2),
  ],
  ["a link leads nowhere", elicitationNoLinks, [asksFor({ a: { title: "begins with https:// always" } })], kept(2)],
  ["a title is no text", elicitationNoLinks, [asksFor({ a: { title: ["https://a.example"] }, b: null })], kept(2)],
  ["a value is an address", elicitationNoLinks, [asksFor({ a: { default: "https://a.example" } })], kept(2)],
])("of a form where %s", (_title, check, lines, wanted) => {
  expect(check.verify(conversation(lines))).toEqual(wanted);
});

it.each<readonly [string, Json, boolean]>([
  ["a text for a text", { type: "string", default: "a" }, true],
  ["a number for a text", { type: "string", default: 1 }, false],
  ["a fraction for a number", { type: "number", default: 1.5 }, true],
  ["a text for a number", { type: "number", default: "1" }, false],
  ["a whole number for an integer", { type: "integer", default: 1 }, true],
  ["a fraction for an integer", { type: "integer", default: 1.5 }, false],
  ["a text for an integer", { type: "integer", default: "1" }, false],
  ["no for a truth", { type: "boolean", default: false }, true],
  ["nothing for a truth", { type: "boolean", default: null }, false],
  ["one of the choices", { type: "string", enum: ["a", "b"], default: "b" }, true],
  ["none of the choices", { type: "string", enum: ["a", "b"], default: "c" }, false],
  ["a choice that is no text", { type: "string", enum: [1], default: 1 }, true],
  ["a text where choices are none", { type: "string", enum: "b", default: "a" }, true],
  ["a list for several choices", { type: "array", items: { enum: ["a"] }, default: ["a"] }, true],
  ["an empty list for several choices", { type: "array", items: { enum: ["a"] }, default: [] }, true],
  ["a text for several choices", { type: "array", items: { enum: ["a"] }, default: "a" }, false],
  ["anything for a member without a type", { default: 1 }, true],
  ["anything for a member of several types", { type: ["string", "number"], default: 1 }, true],
])("a default may be %s, or not: %s", (_title, member, fits) => {
  const wrong = broken(`the default of a is ${JSON.stringify((member as { readonly default: Json }).default)}`, 2);
  expect(elicitationFormDefaults.verify(conversation([asksFor({ a: member })]))).toEqual(fits ? kept(2) : wrong);
});

const secrets = `password Password passwd passphrase client_secret clientSecret api_key apiKey APIKEY secret_key secretKey access_token
  accessToken auth_token authToken private_key privateKey credit_card creditCard credit_card_number creditCardNumber cvv cvc`;
const harmless = ["name", "password_hint", "my_password", "cvc_help", "no_cvv", "key", "token", "card_number", "credit-card"];

it.each([...secrets.split(/\s+/).map((name) => [name, true] as const), ...harmless.map((name) => [name, false] as const)])(
  "%s is a secret: %s",
  (name, secret) => {
    const outcome = elicitationNoSecrets.verify(conversation([asksFor({ [name]: { type: "string" } })]));
    expect(outcome).toEqual(secret ? broken(`the form asks for "${name}"`, 2) : kept(2));
  },
);
