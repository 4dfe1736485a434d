import { expect, it } from "vitest";
import { refsNotFetched, urlNotFetched } from "../../../src/check/client/fetched.ts";
import type { Json } from "../../../src/jsonrpc/json.ts";
import { ask, done, failed, type Line, received, sent } from "../../support/traces/small-trace.ts";
import { broken, seen, kept, none, type Row, second, talk, there } from "./told-trace.ts";

const fetched = (url: string, more: object = {}): Line => ({ kind: "fetched", connection: 1, method: "GET", url, ...more });
const opening = (capabilities: Json): Line => received(ask(1, "initialize", { capabilities }));
const pages = opening({ elicitation: { url: {} } });
const elicited = (mode: string, answer: Line = received(done(5, { action: "decline" }))): readonly Line[] => [
  sent(ask(5, "elicitation/create", { mode })),
  answer,
];
const noPage = "no client with URL mode refused to open a page";
const tools = (answer: Json): readonly Line[] => [received(ask(1, "tools/list")), sent(answer)];
const leading = done(1, { tools: [{ name: "a" }, { name: "t", inputSchema: { $ref: "http://127.0.0.1/referred.json" } }] });
const noRef = "no tool was listed whose schema leads into the network";
const ofFetching: readonly Row[] = [
  ["a page that is declined is not fetched", urlNotFetched, talk(pages, ...elicited("url")), kept(4)],
  [
    "a page that is declined is fetched",
    urlNotFetched,
    talk(pages, ...elicited("url"), fetched("/elicited?id=1")),
    broken("it fetched /elicited?id=1", 5),
  ],
  [
    "a page that is declined is fetched on another connection of the session",
    urlNotFetched,
    talk(pages, ...elicited("url"), second("main"), fetched("/elicited", there)),
    broken("it fetched /elicited", 6),
  ],
  [
    "a page is fetched in another session",
    urlNotFetched,
    talk(pages, ...elicited("url"), second(), fetched("/elicited", there)),
    kept(4),
  ],
  ["another address is fetched", urlNotFetched, talk(pages, ...elicited("url"), fetched("/icon?of=/elicited")), kept(4)],
  [
    "a page that is accepted is fetched",
    urlNotFetched,
    talk(pages, ...elicited("url", received(done(5, { action: "accept" }))), fetched("/elicited")),
    none(noPage),
  ],
  [
    "a page that is refused by an error is fetched",
    urlNotFetched,
    talk(pages, ...elicited("url", received(failed(5))), fetched("/elicited")),
    none(noPage),
  ],
  [
    "a page is fetched by a client that declared forms alone",
    urlNotFetched,
    talk(opening({ elicitation: { form: {} } }), ...elicited("url"), fetched("/elicited")),
    none(noPage),
  ],
  [
    "a page is fetched where a form was declined",
    urlNotFetched,
    talk(pages, ...elicited("form"), fetched("/elicited")),
    none(noPage),
  ],
  ["a reference of a schema is not followed", refsNotFetched, talk(...tools(leading)), kept(3)],
  [
    "a reference of a schema is followed",
    refsNotFetched,
    talk(...tools(leading), fetched("/referred.json")),
    broken("it fetched /referred.json", 4),
  ],
  ["a page is fetched where a schema has a reference", refsNotFetched, talk(...tools(leading), fetched("/elicited")), kept(3)],
  [
    "no schema has a reference",
    refsNotFetched,
    talk(...tools(done(1, { tools: [{ name: "a" }] })), fetched("/referred.json")),
    none(noRef),
  ],
  ["tools are no list", refsNotFetched, talk(...tools(done(1, { tools: "/referred.json" }))), none(noRef)],
  ["the list of tools fails", refsNotFetched, talk(...tools(failed(1))), none(noRef)],
  ["the list of tools gets no answer", refsNotFetched, talk(received(ask(1, "tools/list"))), none(noRef)],
];

it.each(ofFetching)("of addresses: %s", (_title, check, lines, outcome) => {
  expect(seen(check, lines)).toEqual(outcome);
});
