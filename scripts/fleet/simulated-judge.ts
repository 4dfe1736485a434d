import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { sha256 } from "../../src/base/sha256.ts";
import { type FleetServer, nameOf } from "../../src/fleet/fleet-server.ts";
import type { JudgeEntry } from "../../src/fleet/judge-entry.ts";
import { resultKey } from "../../src/fleet/result-key.ts";
import type { CheckRow, RunRow } from "../../src/fleet/result-rows.ts";

/** What becomes of a simulated server: real ones die, hang and flood in about these parts. */
type Fate = "dies" | "hangs" | "floods" | "fails" | "conforms";

/** Of a hundred servers, how many have which fate; the others conform. */
const parts: readonly (readonly [Fate, number])[] = [
  ["dies", 5],
  ["hangs", 3],
  ["floods", 1],
  ["fails", 40],
];

/** How long judging takes by fate, in ms, drawn evenly between two limits. A real run takes a hundred times as long. */
const lasting: Readonly<Record<Fate, readonly [number, number]>> = {
  dies: [2, 6],
  hangs: [100, 120],
  floods: [40, 60],
  fails: [15, 30],
  conforms: [15, 30],
};

/** How many rows a judged server leaves, as a real one does at one revision. */
const rowsEach = 150;

/** The servers of a simulated fleet. */
export const simulatedServers = (count: number): FleetServer[] =>
  Array.from({ length: count }, (_unused, index) => ({ id: `simulated-${index}`, command: ["simulated"] }));

/** A number from 0 to 99 that belongs to a server, and to a purpose. */
const drawn = (name: string, purpose: string): number =>
  Number.parseInt(sha256(new TextEncoder().encode(`${purpose} ${name}`)).slice(0, 8), 16) % 100;

function fateOf(name: string): Fate {
  let rest = drawn(name, "fate");
  for (const [fate, part] of parts) {
    if (rest < part) return fate;
    rest -= part;
  }
  return "conforms";
}

const exitCodes: Readonly<Record<Fate, number>> = { dies: 3, hangs: 3, floods: 3, fails: 1, conforms: 0 };

/** How judging a simulated server has to end: whoever counts knows it beforehand. */
export const exitCodeOf = (server: FleetServer): number => exitCodes[fateOf(nameOf(server))];

/** Judges simulated servers: it waits as long as one takes, and leaves as many rows as a real one. */
export const simulatedJudge: JudgeEntry = async (entry, _judge, judgedWith) => {
  const began = performance.now();
  const startedAt = new Date().toISOString();
  const server = nameOf(entry);
  const fate = fateOf(server);
  const [least, most] = lasting[fate];
  await wait(least + ((most - least) * drawn(server, "time")) / 100);
  const attempt = randomUUID();
  const isJudged = exitCodes[fate] < 3;
  const checks = Array.from({ length: isJudged ? rowsEach : 0 }, (_unused, index): CheckRow => {
    const fails = fate === "fails" && index % 50 === 0;
    const row = {
      row: "check",
      attempt,
      server,
      revision: "2025-11-25",
      check: `area.behaviour-${index}`,
      level: "MUST",
    } as const;
    return fails ? { ...row, verdict: "fail", message: "the answer has neither result nor error" } : { ...row, verdict: "pass" };
  });
  const run: RunRow = {
    row: "run",
    attempt,
    key: resultKey(entry, judgedWith),
    server,
    ...judgedWith,
    startedAt,
    ms: performance.now() - began,
    exitCode: exitCodes[fate],
    error: isJudged ? null : { kind: "subject", message: `it ${fate}` },
    revisions: isJudged ? ["2025-11-25"] : [],
    summary: {},
  };
  return { run, rows: [...checks, run] };
};
