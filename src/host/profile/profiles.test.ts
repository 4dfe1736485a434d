import { describe, expect, test } from "vitest";
import { profileIds } from "./host-profile.ts";
import { profiles } from "./profiles.ts";

const row = <T>(read: (profile: (typeof profiles)["strict"]) => T): T[] => profileIds.map((id) => read(profiles[id]));

describe("the profiles differ in what their hosts differ in (order: strict, ollama, llamafarm, ollmcpc, vllm-rs, dolphin)", () => {
  test("B0-080, B1-064, B2-030, B3-001, B4-036: rounds, and what happens at the limit", () => {
    expect(row(({ loop }) => loop.maxRounds)).toEqual([15, 15, 10, 5, 0, 1]);
    expect(row(({ loop }) => loop.onLimit)).toEqual(["doneReason", "error", "message", "silent", "silent", "silent"]);
    expect(row(({ loop }) => loop.closingAnswer)).toEqual([false, false, false, false, false, true]);
  });
  test("B0-061, B1-068, B2-019, B3-020, B4-031: names", () => {
    expect(row(({ tools }) => tools.naming)).toEqual(["colon", "colon", "bare", "underscore", "underscore", "bare"]);
    expect(row(({ tools }) => tools.prefixReplace)).toEqual(["none", "none", "none", "nonWord", "none", "none"]);
  });
  test("B0-089, B0-091, B0-094, B1-024, B2-012, B3-005: exposure and connection", () => {
    expect(row(({ tools }) => tools.exposure)).toEqual(["jit", "jit", "eager", "eager", "eager", "eager"]);
    expect(row(({ tools }) => tools.connect)).toEqual(["lazy", "lazy", "firstUse", "start", "start", "start"]);
    expect(row(({ tools }) => tools.discoveryCap)).toEqual([5, 5, 5, 5, 5, 5]);
  });
  test("B0-065, B1-056, B3-001: who executes, and how many of several calls", () => {
    expect(row(({ loop }) => loop.executor)).toEqual(["mixed", "mixed", "mixed", "host", "client", "host"]);
    expect(row(({ loop }) => loop.multiCall)).toEqual(["all", "all", "first", "first", "all", "all"]);
    expect(row(({ loop }) => loop.order)).toEqual(["readOnly", "names", "sequential", "sequential", "sequential", "sequential"]);
    expect(row(({ loop }) => loop.loopGuard)).toEqual([3, null, null, 1, null, null]);
  });
  test("B0-071, B0-072, B1-060, B2-026, B4-035: what the model is told of a result", () => {
    expect(row(({ loop }) => loop.resultMessage)).toEqual(["tool", "tool", "tool", "userText", "tool", "tool"]);
    expect(row(({ loop }) => loop.resultText)).toEqual(["joinNl", "concat", "joinNl", "firstText", "joinNl", "json"]);
    expect(profiles.dolphin.loop.resultFields).toEqual(["toolCallId", "name"]);
  });
  test("B0-139, B0-162, B0-198, B0-200, B1-014, B2-015, B3-019, B4-012, B4-021, B4-024: times in milliseconds", () => {
    expect(row(({ times }) => [times.initializeMs, times.listMs, times.callMs, times.callHttpMs])).toEqual([
      [10_000, 10_000, 30_000, 30_000],
      [10_000, 10_000, 30_000, 60_000],
      [30_000, 30_000, 300_000, 300_000],
      [30_000, 30_000, 30_000, 30_000],
      [30_000, 30_000, 60_000, 60_000],
      [10_000, 10_000, 3_600_000, 3_600_000],
    ]);
    expect(row(({ times }) => times.warnAfterMs)).toEqual([null, null, null, null, null, 5000]);
  });
  test("B0-126, B2-013, B4-009: how servers are stopped, always within bounds", () => {
    expect(row(({ shutdown }) => [shutdown.notifyMs, shutdown.eofMs, shutdown.termMs])).toEqual([
      [null, 5000, 2000],
      [null, 5000, null],
      [null, 5000, null],
      [null, 0, 5000],
      [null, 0, null],
      [500, 0, 1000],
    ]);
  });
  test("B0-083, B0-085, B0-228, B1-076, B1-077, B1-079: limits and sessions", () => {
    expect(row(({ limits }) => limits.maxServers)).toEqual([10, 10, 10, 10, 10, 10]);
    expect(row(({ limits }) => limits.maxLineBytes / 1_048_576)).toEqual([16, 1, 16, 16, 16, 16]);
    expect(row(({ sessions }) => sessions.scope)).toEqual(["sessionId", "sessionId", "pool", "process", "process", "process"]);
    expect(row(({ sessions }) => sessions.idleMs)).toEqual([1_800_000, 1_800_000, 3_600_000, null, null, null]);
    expect(profiles.llamafarm.sessions.listCacheMs).toBe(300_000);
  });
  test("B0-136, B2-009, B2-010, B4-010, B4-011: how they introduce themselves", () => {
    expect(row(({ identity }) => `${identity.clientName} ${identity.clientVersion}`).slice(1)).toEqual([
      "ollama 0.1.0",
      "mcp 0.1.0",
      "cpp-mcp-client 1.0.0",
      "vllm-rs 0.6.0",
      "OurMCPClient 1.0.0",
    ]);
    expect(row(({ identity }) => identity.protocol)).toEqual([
      "negotiate",
      "2024-11-05",
      "latest",
      "2024-11-05",
      "2024-11-05",
      "2024-11-05",
    ]);
    expect(row(({ identity }) => identity.initializedParams)).toEqual(["omit", "omit", "omit", "empty", "omit", "omit"]);
  });
  test("B0-171, B0-195, B2-038, B2-054, B3-013: guards", () => {
    expect(row(({ policy }) => policy.command.mode)).toEqual(["block", "block", "off", "off", "off", "off"]);
    expect(row(({ policy }) => policy.argv.mode)).toEqual(["control", "meta", "off", "off", "off", "off"]);
    expect(row(({ policy }) => policy.environment.inherit)).toEqual(["allowList", "allowList", "allowList", "all", "all", "all"]);
    expect(row(({ policy }) => policy.approval.when)).toEqual(["destructive", "off", "off", "all", "off", "off"]);
    expect(row(({ policy }) => policy.compactArguments)).toEqual([false, false, false, true, false, false]);
  });
  test("B0-213, B3-028, B4-030: what clients see", () => {
    expect(row(({ surface }) => surface.executedFinish)).toEqual(["stop", "tool_calls", "stop", "stop", "stop", "stop"]);
    expect(profiles["vllm-rs"].surface.streamedCalls).toBe("finalChunk");
    expect(profiles.dolphin.model.options).toEqual({ max_tokens: 4096, temperature: 0 });
  });
});

test("BX-029: where a profile has no guard over commands, requests cannot bring servers along", () => {
  const open = profileIds.filter((id) => profiles[id].policy.command.mode === "off");
  expect(open).toEqual(["llamafarm", "ollmcpc", "vllm-rs", "dolphin"]);
  expect(open.map((id) => profiles[id].policy.access.requestServers)).toEqual(open.map(() => "never"));
});
