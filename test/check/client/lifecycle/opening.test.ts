import { describe, expect, it } from "vitest";
import * as negotiation from "../../../../src/check/client/lifecycle/negotiation.ts";
import * as opening from "../../../../src/check/client/lifecycle/opening.ts";
import type { JsonObject } from "../../../../src/jsonrpc/json.ts";
import { ask, done, failed, type Line, note, received, sent } from "../../../support/traces/small-trace.ts";
import { broken, kept, second, there, unseen } from "../told-trace.ts";
import { agrees, asks, initialize, initialized, seen, whole } from "./openings.ts";

const early = { "io.modelcontextprotocol/protocolVersion": "2026-07-28" };

describe("initialize", () => {
  it.each<[string, JsonObject, object]>([
    ["whole", whole, kept(2)],
    ["with more than is wanted", { ...whole, x: 1 }, kept(2)],
    ["empty", {}, broken("initialize lacks protocolVersion, capabilities, clientInfo.name, clientInfo.version", 2)],
    ["with a version that is a number", { ...whole, protocolVersion: 1 }, broken("initialize lacks protocolVersion", 2)],
    ["with a list of capabilities", { ...whole, capabilities: [] }, broken("initialize lacks capabilities", 2)],
    ["without the name of the client", { ...whole, clientInfo: { version: "1" } }, broken("initialize lacks clientInfo.name", 2)],
    [
      "without the version of the client",
      { ...whole, clientInfo: { name: "c", version: 1 } },
      broken("initialize lacks clientInfo.version", 2),
    ],
  ])("is sent %s", (_situation, params, expected) => {
    expect(seen(negotiation.initializeParams, [initialize(params)])).toEqual(expected);
  });

  it("is not sent", () => {
    expect(seen(negotiation.initializeParams, [asks("ping")])).toEqual(unseen("the client sent no initialize"));
  });

  const unopened = unseen("the client opened no conversation of a stateful revision");
  it.each<[string, readonly Line[], object]>([
    ["comes first", [initialize(), asks("tools/list")], kept(2)],
    ["comes after a ping", [asks("ping"), initialize()], kept(3)],
    ["comes after a question of a later era", [asks("server/discover"), initialize()], kept(3)],
    ["comes after a request of a later era", [asks("tools/list", {}, { _meta: early }), initialize()], kept(3)],
    ["comes after a request", [asks("tools/list"), initialize()], broken("a conversation began with tools/list", 2)],
    ["comes after a notification", [initialized, initialize()], broken("a conversation began with notifications/initialized", 2)],
    ["does not come after a ping", [asks("ping")], broken("a conversation began with ping", 2)],
    ["comes after something the server sent", [sent(ask(1, "roots/list")), received(failed(1)), initialize()], kept(4)],
    [
      "comes first on one of two connections",
      [initialize(), second(), asks("tools/list", there)],
      broken("a conversation began with tools/list", 4),
    ],
    ["is not needed by a client of a later era", [asks("server/discover")], unopened],
    ["is not sent by a client that only answers", [sent(ask(1, "ping")), received(done(1))], unopened],
  ])("%s", (_situation, lines, expected) => {
    expect(seen(opening.initializeFirst, lines)).toEqual(expected);
  });

  it.each<[string, readonly Line[], object]>([
    ["alone", [initialize(), agrees(), asks("tools/list")], kept(2)],
    ["beside a ping", [initialize(), asks("ping"), agrees()], kept(2)],
    ["beside another one", [initialize(), initialize(), agrees()], kept(2, 3)],
    [
      "beside a request",
      [initialize(), asks("tools/list"), agrees()],
      broken("tools/list was sent before initialize was answered", 3),
    ],
    [
      "beside a request, and is never answered",
      [initialize(), asks("tools/list")],
      broken("tools/list was sent before initialize was answered", 3),
    ],
    ["beside a request on another connection", [second(), initialize(), asks("tools/list", there), agrees()], kept(3)],
    ["after a request", [asks("tools/list"), initialize(), agrees()], kept(3)],
    ["beside a request of a later era", [initialize(), asks("server/discover"), agrees()], kept(2)],
    ["never", [asks("tools/list")], unopened],
  ])("waits for its answer %s", (_situation, lines, expected) => {
    expect(seen(opening.noEarlyRequests, lines)).toEqual(expected);
  });
});

describe("notifications/initialized", () => {
  const over = unseen("no initialize was answered by a result after which the client went on");
  const never = (seq: number): object => broken("tools/list was sent, but never notifications/initialized", seq);
  it.each<[string, readonly Line[], object]>([
    ["comes before requests", [initialize(), agrees(), initialized, asks("tools/list")], kept(4)],
    ["comes alone", [initialize(), agrees(), initialized], kept(4)],
    ["comes after a ping", [initialize(), agrees(), asks("ping"), initialized], kept(5)],
    ["comes after a second initialize", [initialize(), agrees(), received(ask(5, "initialize")), initialized], kept(5)],
    [
      "comes after a request",
      [initialize(), agrees(), asks("tools/list"), initialized],
      broken("tools/list was sent before notifications/initialized", 5),
    ],
    ["comes after a request that was too early already", [initialize(), asks("tools/list"), agrees(), initialized], kept(5)],
    [
      "comes before the answer",
      [initialize(), initialized, agrees()],
      broken("notifications/initialized was sent before initialize was answered", 3),
    ],
    ["never comes", [initialize(), agrees(), asks("tools/list")], never(4)],
    ["never comes, and nothing else does", [initialize(), agrees(), asks("ping")], over],
    [
      "comes on another connection only",
      [second(), initialize(), agrees(), received(note("notifications/initialized"), there), asks("tools/list")],
      never(6),
    ],
    [
      "comes, and a request on another connection before it",
      [second(), initialize(), agrees(), asks("tools/list", there), initialized],
      kept(6),
    ],
    ["came before initialize", [initialized, initialize(), agrees(), asks("tools/list")], never(5)],
    ["is another one", [initialize(), agrees(), received(note("notifications/progress")), asks("tools/list")], never(5)],
    ["is not wanted where initialize was refused", [initialize(), sent(failed(0)), asks("tools/list")], over],
    ["is not wanted where initialize was not answered", [initialize(), asks("tools/list")], over],
    ["is not wanted where the version does not exist", [initialize(), agrees("1999-01-01"), asks("tools/list")], over],
  ])("%s", (_situation, lines, expected) => {
    expect(seen(opening.initializedSent, lines)).toEqual(expected);
  });
});

describe("an answer with a version that does not exist", () => {
  const fine = unseen("no server answered with a version that does not exist");
  const went = (method: string, seq: number): object => broken(`${method} was sent to a server that speaks "1999-01-01"`, seq);
  it.each<[string, readonly Line[], object]>([
    ["ends the conversation", [initialize(), agrees("1999-01-01")], kept(3)],
    [
      "is followed by notifications/initialized",
      [initialize(), agrees("1999-01-01"), initialized],
      went("notifications/initialized", 4),
    ],
    ["is followed by a request", [initialize(), agrees("1999-01-01"), asks("tools/list")], went("tools/list", 4)],
    ["is followed by another initialize", [initialize(), agrees("1999-01-01"), received(ask(5, "initialize"))], kept(3)],
    [
      "is followed by another notification",
      [initialize(), agrees("1999-01-01"), received(note("notifications/cancelled"))],
      kept(3),
    ],
    ["comes after a request", [initialize(), asks("tools/list"), agrees("1999-01-01")], kept(4)],
    [
      "is followed by a request on another connection",
      [second(), initialize(), agrees("1999-01-01"), asks("tools/list", there)],
      kept(4),
    ],
    ["is none, as the version exists", [initialize(), agrees("2024-11-05"), asks("tools/list")], fine],
    ["is none, as the version is a number", [initialize(), agrees(1), asks("tools/list")], fine],
    ["is none, as initialize was refused", [initialize(), sent(failed(0)), asks("tools/list")], fine],
  ])("%s", (_situation, lines, expected) => {
    expect(seen(negotiation.unknownVersionLeft, lines)).toEqual(expected);
  });
});

describe("a server", () => {
  const nothing = unseen("the client listed nothing");
  it.each([
    ["tools/list", "tools"],
    ["resources/list", "resources"],
    ["resources/templates/list", "resources"],
    ["prompts/list", "prompts"],
  ])("is asked for %s where it offers %s", (method, needed) => {
    const answer = (capabilities: JsonObject): readonly Line[] => [
      initialize(),
      agrees("2025-11-25", { capabilities }),
      asks(method),
    ];
    expect(seen(negotiation.onlyOffered, answer({ [needed]: {} }))).toEqual(kept(4));
    expect(seen(negotiation.onlyOffered, answer({ logging: {} }))).toEqual(
      broken(`${method} was sent to a server without ${needed}`, 4),
    );
  });

  it.each<[string, readonly Line[]]>([
    ["a call", [initialize(), agrees("2025-11-25", { capabilities: {} }), asks("tools/call")]],
    ["a list where it does not say what it offers", [initialize(), agrees(), asks("tools/list")]],
    ["a list where it refused to open", [initialize(), sent(failed(0)), asks("tools/list")]],
    ["a list before it was opened", [asks("tools/list"), initialize(), agrees("2025-11-25", { capabilities: {} })]],
    [
      "a list on another connection",
      [second(), initialize(), agrees("2025-11-25", { capabilities: {} }), asks("tools/list", there)],
    ],
  ])("may be asked for %s", (_situation, lines) => {
    expect(seen(negotiation.onlyOffered, lines)).toEqual(nothing);
  });
});
