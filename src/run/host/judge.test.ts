import { expect, test } from "vitest";
import type { HostTrace } from "../../check/host/host-event.ts";
import { judgeCase } from "./judge.ts";

const refused: HostTrace = [{ seq: 1, at: 0, kind: "host-refused", message: "servers.json:3: a comma is missing" }];

test("a host that refuses what a case gave it is wrong, and what it said is told", () => {
  expect(judgeCase({ expect: [{ answered: { says: ["pong"] } }] }, refused)).toEqual({
    kind: "violated",
    evidence: [1],
    message: 'the host did not start: "servers.json:3: a comma is missing"',
  });
});

test("a host that refuses what it should refuse is right", () => {
  expect(judgeCase({ expect: [{ refused: { has: ["comma"] } }] }, refused)).toEqual({ kind: "satisfied", evidence: [1] });
});
