import { expect, it } from "vitest";
import type { Check } from "../../../../src/check/check.ts";
import type { Outcome } from "../../../../src/check/outcome.ts";
import {
  initializeResult,
  serverInfoFilled,
  versionFallback,
  versionLatest,
  versionOfHandshake,
  versionSupported,
} from "../../../../src/check/server/lifecycle/negotiation.ts";
import type { Json } from "../../../../src/jsonrpc/json.ts";
import {
  ask,
  done,
  failed,
  type Line,
  opened,
  posted,
  received,
  sent,
  status,
  step,
} from "../../../support/traces/small-trace.ts";
import { eof, exit, fine, late, none, open, type Row, said, signal, silence, wrong } from "../told-outcomes.ts";

const initialize = (version: Json = "2025-11-25", id = 1): Line => sent(ask(id, "initialize", { protocolVersion: version }));
const good = { protocolVersion: "2025-11-25", capabilities: {}, serverInfo: { name: "a", version: "1" } };
const answers = (result: Json): Line[] => [opened(), initialize(), received(done(1, result))];
const unnamed = open("no initialize was answered with a result that names the server");

it.each<[situation: string, check: Check, result: Json, outcome: Outcome]>([
  ["all it needs", initializeResult, good, fine(3)],
  ["instructions", initializeResult, { ...good, instructions: "Ask." }, fine(3)],
  [
    "instructions that are no text",
    initializeResult,
    { ...good, instructions: null },
    wrong("instructions is null, expected a string", 3),
  ],
  ["no version", initializeResult, { capabilities: {} }, wrong("protocolVersion is missing, expected a string", 3)],
  [
    "a version that is a number",
    initializeResult,
    { ...good, protocolVersion: 1 },
    wrong("protocolVersion is 1, expected a string", 3),
  ],
  ["a list of capabilities", initializeResult, { ...good, capabilities: [] }, wrong("capabilities is [], expected an object", 3)],
  [
    "a text in place of the server",
    initializeResult,
    { ...good, serverInfo: "a" },
    wrong('serverInfo is "a", expected an object', 3),
  ],
  [
    "no name of the server",
    initializeResult,
    { ...good, serverInfo: { version: "1" } },
    wrong("serverInfo.name is missing, expected a string", 3),
  ],
  [
    "a version of the server that is a number",
    initializeResult,
    { ...good, serverInfo: { name: "a", version: 1 } },
    wrong("serverInfo.version is 1, expected a string", 3),
  ],
  ["a list", initializeResult, [], wrong("protocolVersion is missing, expected a string", 3)],
  ["a name and a version", serverInfoFilled, good, fine(3)],
  ["a blank name", serverInfoFilled, { serverInfo: { name: " ", version: "1" } }, wrong("serverInfo.name is empty", 3)],
  ["an empty version", serverInfoFilled, { serverInfo: { name: "a", version: "" } }, wrong("serverInfo.version is empty", 3)],
  [
    "neither name nor version",
    serverInfoFilled,
    { serverInfo: { name: "", version: "" } },
    wrong("serverInfo.name and serverInfo.version is empty", 3),
  ],
  ["an empty name and no version", serverInfoFilled, { serverInfo: { name: "" } }, unnamed],
  ["an empty version and no name", serverInfoFilled, { serverInfo: { version: "" } }, unnamed],
  ["a known version", versionOfHandshake, good, fine(3)],
  ["a draft version", versionOfHandshake, { protocolVersion: "DRAFT-2025-v3" }, fine(3)],
  [
    "a version without initialize",
    versionOfHandshake,
    { protocolVersion: "2026-07-28" },
    wrong('initialize was answered with "2026-07-28", a version without initialize', 3),
  ],
  [
    "what is no version",
    versionOfHandshake,
    { protocolVersion: "1.0" },
    wrong('initialize was answered with "1.0", which is no version of the protocol', 3),
  ],
  ["no version to look at", versionOfHandshake, {}, none("the server names no version, which another check reports")],
  ["the version that was asked for", versionSupported, good, fine(3)],
  [
    "another version",
    versionSupported,
    { protocolVersion: "2025-06-18" },
    open("no version was asked for that the server is known to support"),
  ],
])("judges an answer to initialize with %s", (_, check, result, outcome) => {
  expect(said(check, answers(result))).toEqual(outcome);
});

const refusedOnly = [opened(), initialize(), received(failed(1))];

it.each<[check: Check, reason: string]>([
  [initializeResult, "no initialize was answered with a result"],
  [serverInfoFilled, "no initialize was answered with a result that names the server"],
  [versionSupported, "no version was asked for that the server is known to support"],
  [versionOfHandshake, "no initialize was answered with a result"],
])("judges no initialize that was refused", (check, reason) => {
  expect(said(check, refusedOnly)).toEqual(open(reason));
});

const offers = (version: Json, id = 1): Line => received(done(id, { protocolVersion: version }));
const other = '"2025-11-25" was answered with "2025-06-18", though the server offered it elsewhere';
const notKnown = open("no version was asked for that the server is known to support");

it.each<Row>([
  [
    "with it here and with another there",
    versionSupported,
    [opened(), initialize(), offers("2025-11-25"), initialize("2025-11-25", 2), offers("2025-06-18", 2)],
    wrong(other, 5),
  ],
  [
    "with another, though it offered it for a third",
    versionSupported,
    [opened(), initialize(), offers("2025-06-18"), initialize("2025-03-26", 2), offers("2025-11-25", 2)],
    wrong(other, 3),
  ],
  ["without any", versionSupported, [opened(), initialize(), offers(1)], notKnown],
  ["that nobody has, with the same", versionSupported, [opened(), initialize("1999-01-01"), offers("1999-01-01")], notKnown],
  ["that is missing, with one", versionSupported, [opened(), sent(ask(1, "initialize")), offers("2025-11-25")], notKnown],
  [
    "with one, and once without",
    versionOfHandshake,
    [opened(), initialize(), offers(1), initialize("2025-11-25", 2), offers("2025-11-25", 2)],
    fine(5),
  ],
])("judges a server that answers a version %s", (_, check, lines, outcome) => {
  expect(said(check, lines)).toEqual(outcome);
});

const odd = step("request", { tag: "unsupported-version" });
const strange = [opened(), odd, initialize("1999-01-01")];
const began = [opened(), sent(ask(8, "ping")), received(done(8)), ...strange.slice(1)];
const unanswered = open(
  "an initialize with an unsupported version was not answered: its connection ended, or the server may still have been starting",
);
const noOffer = open("no unsupported version was answered with another one");
const ended = (how: string): string =>
  `the process ended (${how}) at an initialize with an unsupported version, which gets no answer`;
const refuses = none("the server refuses an unsupported version instead of offering another");
const turned = [opened(), odd, posted(1, ask(1, "initialize", { protocolVersion: "1999-01-01" }))];

it.each<Row>([
  ["another", versionFallback, [...strange, offers("2025-11-25")], fine(4)],
  [
    "the same",
    versionFallback,
    [...strange, offers("1999-01-01")],
    wrong('the version "1999-01-01", which no revision has, was accepted', 4),
  ],
  ["an error", versionFallback, [...strange, received(failed(1))], fine(4)],
  ["a status of refusal", versionFallback, [...turned, status(1, 400)], fine(4)],
  ["a status of success and nothing else", versionFallback, [...turned, status(1, 202)], unanswered],
  ["its end", versionFallback, [...strange, exit(2)], late(ended("exit code 2"), 4)],
  ["its end by a signal", versionFallback, [...strange, exit("SIGSEGV")], late(ended("SIGSEGV"), 4)],
  [
    "its end without a reason",
    versionFallback,
    [...strange, { kind: "exit", connection: 1, code: null, signal: null }],
    late(ended("exit code unknown"), 4),
  ],
  ["nothing, for somebody killed it", versionFallback, [...strange, exit("SIGKILL")], unanswered],
  ["nothing, for it had ended before", versionFallback, [opened(), exit(2), ...strange.slice(1)], unanswered],
  ["nothing until it is told to end", versionFallback, [...strange, eof(), exit(2)], unanswered],
  ["an answer, and ends", versionFallback, [...strange, offers("2025-11-25"), exit(2)], fine(4)],
  ["silence", versionFallback, [...began, silence(1)], late("no answer to an initialize with an unsupported version", 6)],
  [
    "no such request",
    versionFallback,
    [opened(), initialize(), offers("2025-11-25")],
    open("no initialize with an unsupported version was sent"),
  ],
  ["the one it is judged by", versionLatest, [...strange, offers("2025-11-25")], fine(4)],
  ["a later one", versionLatest, [...strange, offers("2026-07-28")], fine(4)],
  [
    "an earlier one",
    versionLatest,
    [...strange, offers("2025-06-18")],
    wrong("offered 2025-06-18, though it supports 2025-11-25", 4),
  ],
  [
    "a draft",
    versionLatest,
    [...strange, offers("DRAFT-2025-v3")],
    none("the server offers a version that is not a published revision"),
  ],
  [
    "a draft here and an earlier one there",
    versionLatest,
    [...strange, offers("DRAFT-2025-v3"), odd, initialize("1999-01-01", 2), offers("2025-06-18", 2)],
    wrong("offered 2025-06-18, though it supports 2025-11-25", 7),
  ],
  ["an error instead of an offer", versionLatest, [...strange, received(failed(1))], refuses],
  ["a status instead of an offer", versionLatest, [...turned, status(1, 400)], refuses],
  [
    "an error here and an offer there",
    versionLatest,
    [...strange, received(failed(1)), odd, initialize("1999-01-01", 2), offers("2025-11-25", 2)],
    fine(7),
  ],
  ["silence instead of an offer", versionLatest, [...began, silence(1)], noOffer],
  ["nothing, for there was no such request", versionLatest, [opened(), initialize(), offers("2025-06-18")], noOffer],
  ["nothing yet, and is told to end", versionFallback, [...strange, signal("SIGTERM"), exit(143)], unanswered],
])("judges a server that gives for an unsupported version %s", (_, check, lines, outcome) => {
  expect(said(check, lines, lines.some(({ kind }) => kind === "http-request") ? "http" : "stdio")).toEqual(outcome);
});
