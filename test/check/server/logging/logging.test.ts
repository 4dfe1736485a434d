import { expect, it } from "vitest";
import type { Check } from "../../../../src/check/check.ts";
import {
  loggingInvalidLevel,
  loggingInvalidRequestLevel,
  loggingLevelGate,
  loggingRequestLevel,
} from "../../../../src/check/server/logging/level.ts";
import {
  loggingDeclared,
  loggingLevelValid,
  loggingOptIn,
  loggingSetLevelAnswered,
  loggingUndeclaredMethod,
} from "../../../../src/check/server/logging/messages.ts";
import type { Json } from "../../../../src/jsonrpc/json.ts";
import { ask, done, received, sent } from "../../../support/traces/small-trace.ts";
import {
  type Answer,
  asked,
  broken,
  conversation,
  fails,
  gives,
  idle,
  kept,
  on,
  type Part,
  says,
  untested,
} from "../conversation.ts";

const set = (level: Json, answer: Answer | undefined = gives({})): Part => asked("logging/setLevel", { level }, answer);
const log = (level: Json, data: Json = "text") => says("notifications/message", { level, data });
const declaring = (capabilities: Json): Part => asked("initialize", {}, gives({ capabilities }));
const ungated = untested("no log message came after a level was set");
const wanting = (level: Json, id = 2) => sent(ask(id, "tools/call", { _meta: { "io.modelcontextprotocol/logLevel": level } }));
const wanted = (level: Json, answer: Answer): Part =>
  asked("tools/call", { _meta: { "io.modelcontextprotocol/logLevel": level } }, answer);
const notAsked = idle("no log message was asked for and sent: a server need not log");
const unasked = (at: number): object => broken("a log message, and no open request has a log level", at);

it.each<readonly [string, Check, readonly Part[], object]>([
  ["an odd level is refused", loggingInvalidLevel, [set("loud", fails(-32602))], kept(3)],
  ["an odd level is taken", loggingInvalidLevel, [set("loud")], broken("answered with a result, expected error -32602", 3)],
  [
    "an odd level is not answered",
    loggingInvalidLevel,
    [asked("logging/setLevel", { level: "loud" })],
    untested("no invalid level was set"),
  ],
  ["only a real level is set", loggingInvalidLevel, [set("info", fails(-32603))], untested("no invalid level was set")],
  [
    "a real level fails alike",
    loggingInvalidLevel,
    [set("info", fails(-32603)), set("loud", fails(-32603))],
    idle("logging/setLevel fails in the same words whatever it is asked"),
  ],
  [
    "two odd levels fail alike",
    loggingInvalidLevel,
    [set("loud", fails(-32603)), set("low", fails(-32603))],
    broken("answered with error -32603, expected error -32602", 3, 5),
  ],
  ["a request with an odd level is refused", loggingInvalidRequestLevel, [wanted("loud", fails(-32602))], kept(3)],
  [
    "a request with an odd level is done",
    loggingInvalidRequestLevel,
    [wanted("loud", gives({}))],
    broken("answered with a result, expected error -32602", 3),
  ],
  [
    "a request with a real level is done",
    loggingInvalidRequestLevel,
    [wanted("info", gives({})), asked("tools/call", {}, gives({}))],
    untested("no request carried an invalid level"),
  ],
  [
    "a request with an odd level is not answered",
    loggingInvalidRequestLevel,
    [wanting("loud")],
    untested("no request carried an invalid level"),
  ],
  [
    "a request fails alike without the level",
    loggingInvalidRequestLevel,
    [asked("tools/call", {}, fails(-32603)), wanted("loud", fails(-32603))],
    idle("tools/call fails in the same words whatever it is asked"),
  ],
  [
    "two requests with odd levels fail alike",
    loggingInvalidRequestLevel,
    [wanted("low", fails(-32603)), wanted("loud", fails(-32603))],
    broken("answered with error -32603, expected error -32602", 3, 5),
  ],
  ["a message has the level that was set", loggingLevelGate, [set("warning"), log("warning")], kept(4)],
  [
    "a message is below the level that was set",
    loggingLevelGate,
    [set("warning"), log("notice")],
    broken("a message of level notice after warning was set", 4),
  ],
  ["a message comes before the level was set", loggingLevelGate, [log("notice"), set("warning")], ungated],
  [
    "a message comes while the level is set",
    loggingLevelGate,
    [set("debug"), sent(ask(50, "logging/setLevel", { level: "warning" })), log("info"), received(done(50))],
    ungated,
  ],
  [
    "a message comes while a level is never answered",
    loggingLevelGate,
    [set("warning"), asked("logging/setLevel", { level: "debug" }), log("info")],
    ungated,
  ],
  [
    "a message comes before another level is asked for",
    loggingLevelGate,
    [set("warning"), log("info"), asked("logging/setLevel", { level: "debug" })],
    broken("a message of level info after warning was set", 4),
  ],
  [
    "a message comes while another client sets its level",
    loggingLevelGate,
    [set("warning"), on(2, asked("logging/setLevel", { level: "debug" })), log("info")],
    broken("a message of level info after warning was set", 5),
  ],
  ["another client set a level", loggingLevelGate, [on(2, set("warning")), log("info")], ungated],
  ["a level was refused", loggingLevelGate, [set("warning", fails(-32602)), log("info")], ungated],
  ["the latest level counts", loggingLevelGate, [set("warning"), set("debug"), log("info")], kept(6)],
  ["an odd level was set", loggingLevelGate, [set("loud"), log("info")], ungated],
  ["a message has an odd level", loggingLevelGate, [set("warning"), log("loud")], ungated],
  ["a message has the level its request asked for", loggingRequestLevel, [wanting("warning"), log("warning")], kept(3)],
  [
    "a message is below the level its request asked for",
    loggingRequestLevel,
    [wanting("warning"), log("info")],
    broken("a message of level info, asked for was warning", 3),
  ],
  ["a message is below one of two levels", loggingRequestLevel, [wanting("error"), wanting("info", 3), log("notice")], kept(4)],
  [
    "a message is below both of two levels",
    loggingRequestLevel,
    [wanting("error"), wanting("info", 3), log("debug")],
    broken("a message of level debug, asked for was info", 4),
  ],
  ["a request asked for an odd level", loggingRequestLevel, [wanting("loud"), log("debug")], notAsked],
  ["a message has an odd level, of a request", loggingRequestLevel, [wanting("error"), log("loud")], notAsked],
  ["no request asked", loggingRequestLevel, [log("debug")], notAsked],
  ["logging is declared", loggingDeclared, [declaring({ logging: {} }), log("info")], kept(4)],
  [
    "logging is not declared",
    loggingDeclared,
    [declaring({}), log("info")],
    broken("notifications/message was sent, but logging is not declared", 4),
  ],
  ["nothing is announced", loggingDeclared, [log("info")], untested("the server announced no capabilities")],
  ["nothing is logged", loggingDeclared, [declaring({})], idle("the server sent no log messages")],
  ...["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"].map(
    (level) => [`a message has the level ${level}`, loggingLevelValid, [log(level)] as readonly Part[], kept(2)] as const,
  ),
  ["a message has the level warn", loggingLevelValid, [log("warn")], broken('level is "warn"', 2)],
  ["a message has no level", loggingLevelValid, [says("notifications/message", {})], broken("level is missing", 2)],
  ["a level can be set", loggingSetLevelAnswered, [declaring({ logging: {} }), set("info")], kept(5)],
  [
    "a level cannot be set",
    loggingSetLevelAnswered,
    [declaring({ logging: {} }), set("info", fails(-32601))],
    broken("answered with error -32601", 5),
  ],
  [
    "an odd level cannot be set",
    loggingSetLevelAnswered,
    [declaring({ logging: {} }), set("loud", fails(-32602))],
    untested("no log level was set"),
  ],
  [
    "a level can be set without the capability",
    loggingSetLevelAnswered,
    [declaring({}), set("info")],
    untested("the server announced no capabilities"),
  ],
  [
    "a level is taken without the capability",
    loggingUndeclaredMethod,
    [declaring({}), set("info")],
    broken("answered with a result, expected error -32601", 5),
  ],
  ["a level is unknown without the capability", loggingUndeclaredMethod, [declaring({}), set("info", fails(-32601))], kept(5)],
  [
    "a level is set with the capability",
    loggingUndeclaredMethod,
    [declaring({ logging: {} }), set("info")],
    idle("the server declares logging"),
  ],
  [
    "a level is set, and nothing is announced",
    loggingUndeclaredMethod,
    [set("info")],
    untested("the server announced no capabilities"),
  ],
  [
    "a level is set and not answered",
    loggingUndeclaredMethod,
    [declaring({}), asked("logging/setLevel", { level: "info" })],
    untested("no log level was set"),
  ],
  ["a message was asked for", loggingOptIn, [wanting("info"), log("info")], kept(3)],
  ["a message was not asked for", loggingOptIn, [asked("tools/call", {}), log("info")], unasked(3)],
  ["a message comes right after the request that asked for it", loggingOptIn, [wanted("info", gives({})), log("info")], kept(4)],
  [
    "a message comes after a request that did not ask",
    loggingOptIn,
    [wanted("info", gives({})), asked("ping", {}, gives({})), log("info")],
    unasked(6),
  ],
  [
    "a message comes after two, of which the later asked",
    loggingOptIn,
    [asked("ping", {}, gives({})), wanted("info", gives({})), log("info")],
    kept(6),
  ],
  [
    "a message comes late while another request is open",
    loggingOptIn,
    [wanted("info", gives({})), asked("ping", {}), log("info")],
    idle("whose the log messages are cannot be told"),
  ],
  [
    "a message comes after a request of another client that asked",
    loggingOptIn,
    [on(2, wanted("info", gives({}))), log("info")],
    unasked(4),
  ],
  ["no message comes", loggingOptIn, [wanting("info")], idle("the server sent no log messages")],
])("of logs it is told where %s", (_title, check, parts, outcome) => {
  expect(check.verify(conversation(parts))).toEqual(outcome);
});
