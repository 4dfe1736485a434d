import { readFileSync, statSync } from "node:fs";
import { expect } from "vitest";
import { onABusyMachine } from "../support/on-a-busy-machine.ts";
import { type Report, runCli } from "../support/run-cli.ts";

/** A whole run; more than any peer needs on a busy machine. */
const budgetMs = 60_000;

/** How long an answer is awaited: little where none will come, and otherwise more than a busy machine makes of it. */
const timeouts = { silent: "1500", answering: "10000" } as const;

/** What may come on top on a busy machine: ending processes, and judging what was seen. */
const patienceMs = 60_000;

/** How a server is to be judged. */
type Expected = { readonly exit: number; readonly error?: RegExp; readonly silent?: true };

/** Judges a server as it should be judged, and holds what has to hold of every run, however it went. @param base where its reports go */
export async function holdRun({ exit, error, silent }: Expected, target: readonly string[], base: string): Promise<void> {
  const files = { json: `${base}.json`, ndjson: `${base}.ndjson` };
  const began = performance.now();
  const { exitCode, stderr } = await runCli([
    "run",
    "server",
    "--spec",
    "2025-11-25",
    "--suite",
    "tools,process",
    "--timeout",
    silent === true ? timeouts.silent : timeouts.answering,
    "--budget",
    String(budgetMs),
    "--reporter",
    `json=${files.json},ndjson=${files.ndjson}`,
    ...target,
  ]);
  expect(performance.now() - began).toBeLessThan(onABusyMachine.time(budgetMs + patienceMs));
  expect(stderr).not.toContain("fault of mcpcheck");
  const report = JSON.parse(readFileSync(files.json, "utf8")) as Report;
  expect(report.exitCode).toBe(exitCode);
  expect(report.error?.kind ?? "subject").toBe("subject");
  for (const line of readFileSync(files.ndjson, "utf8").trimEnd().split("\n"))
    expect(() => JSON.parse(line) as unknown).not.toThrow();
  for (const file of Object.values(files)) expect(statSync(file).size).toBeLessThan(4_000_000);
  expect(report.error?.message ?? "").toMatch(error ?? /^$/);
  const open = report.findings.filter(({ verdict, promised }) => verdict === "fail" || (verdict === "untested" && promised));
  expect({ exitCode, open: exit === 0 ? open : [] }).toEqual({ exitCode: exit, open: [] });
}
