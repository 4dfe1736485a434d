import { describe, expect, it } from "vitest";
import * as versions from "../../../../src/check/client/lifecycle/versions.ts";
import { failed, type Line, note, received, sent } from "../../../support/traces/small-trace.ts";
import { badly, broken, kept, none, second, there, told, todo, unseen, well } from "../told-trace.ts";
import { agrees, asks, initialize, initialized, seen, whole } from "./openings.ts";

describe("the version that is offered", () => {
  const connect = told("main", [todo("connect"), todo("list-tools")]);
  const other = none("no server answered with the version it was offered");
  const stuck = (seq: number): object => broken("it offered 2025-11-25, was answered with 2025-11-25, and did not go on", seq);
  it.each<[string, readonly Line[], object]>([
    ["is supported", [initialize(), agrees(), initialized], kept(2)],
    ["is not supported, says the driver", [connect, initialize(), agrees(), badly(0)], stuck(5)],
    ["is not supported, said the driver before", [connect, badly(0), initialize(), agrees()], other],
    ["may be supported, as connecting went well", [connect, initialize(), agrees(), well(0)], other],
    ["may be supported, as another step failed", [connect, initialize(), agrees(), badly(1)], other],
    ["may be supported, as nobody says that connecting failed", [initialize(), agrees()], other],
    ["is not what was answered", [connect, initialize(), agrees("2025-06-18"), badly(0)], other],
    [
      "is supported elsewhere",
      [
        connect,
        initialize(),
        agrees(),
        badly(0),
        second(),
        initialize(whole, there),
        { ...agrees(), ...there },
        received(note("notifications/initialized"), there),
      ],
      kept(7),
    ],
    [
      "is supported, as another one is elsewhere",
      [
        connect,
        initialize(),
        agrees(),
        badly(0),
        second(),
        initialize(whole, there),
        { ...agrees("2025-06-18"), ...there },
        received(note("notifications/initialized"), there),
      ],
      stuck(5),
    ],
    ["is a number", [initialize({ protocolVersion: 1 }), agrees(), initialized], other],
    ["is answered with a number", [initialize(), agrees(1), initialized], other],
    ["is refused", [connect, initialize(), sent(failed(0)), badly(0)], other],
  ])("%s", (_situation, lines, expected) => {
    expect(seen(versions.offersSupported, lines)).toEqual(expected);
  });

  const unopened = unseen("the client sent no initialize that was answered");
  it.each<[string, readonly Line[], object]>([
    ["is the latest", [initialize(), agrees(), initialized], kept(2)],
    ["is later than what is gone on with", [initialize(), agrees("2025-06-18"), initialized], kept(2)],
    [
      "is earlier than what is gone on with",
      [initialize({ protocolVersion: "2025-06-18" }), agrees(), initialized],
      broken("it offered 2025-06-18, and went on with 2025-11-25", 2),
    ],
    ["is none that exists", [initialize({ protocolVersion: "1999-01-01" }), agrees(), initialized], kept(2)],
    ["is earlier than what is not gone on with", [initialize({ protocolVersion: "2025-06-18" }), agrees()], unopened],
    [
      "is earlier than what does not exist",
      [initialize({ protocolVersion: "2025-06-18" }), agrees("2099-01-01"), initialized],
      unopened,
    ],
  ])("%s, as far as it could be later", (_situation, lines, expected) => {
    expect(seen(versions.offersLatest, lines)).toEqual(expected);
  });
});

describe("what was agreed", () => {
  const unopened = unseen("the client sent no initialize that was answered");
  const agreed = (version: string): readonly Line[] => [initialize(), agrees(version), initialized];
  it.each<[string, readonly Line[], object]>([
    ["is spoken", [...agreed("2025-06-18"), asks("tools/call"), asks("ping")], kept(5, 6, 4)],
    [
      "is not spoken by a method of a later version",
      [...agreed("2025-06-18"), asks("tasks/list")],
      broken("tasks/list does not exist in 2025-06-18", 5),
    ],
    [
      "is not spoken by a member of a later version",
      [...agreed("2025-06-18"), asks("tools/call", {}, { task: {} })],
      broken("tools/call has task, which does not exist in 2025-06-18", 5),
    ],
    ["is spoken by a member of this version", [...agreed("2025-11-25"), asks("tools/call", {}, { task: {} })], kept(5, 4)],
    ["is spoken by a method of nobody's", [...agreed("2025-06-18"), asks("mine/own", {}, { task: {} })], kept(5, 4)],
    [
      "is spoken by a notification that was there always",
      [...agreed("2024-11-05"), received(note("notifications/cancelled"))],
      kept(4, 5),
    ],
    ["is not spoken before it was agreed", [initialize(), asks("tasks/list"), agrees("2025-06-18"), initialized], kept(5)],
    ["is not spoken on another connection", [second(), ...agreed("2025-06-18"), asks("tasks/list", there)], kept(5)],
    ["is nothing to a client that did not go on", [initialize(), agrees("2025-06-18"), asks("tasks/list")], unopened],
    ["is a version that does not exist", [...agreed("1999-01-01"), asks("tasks/list")], unopened],
  ])("%s", (_situation, lines, expected) => {
    expect(seen(versions.agreedRespected, lines)).toEqual(expected);
    expect(seen(versions.agreedKept, lines)).toEqual(expected);
  });
});
