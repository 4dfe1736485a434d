import { expect, test } from "vitest";
import type { MeasuredProcess } from "../measured-process.ts";
import { benchClient } from "./bench-client.ts";

const finished = (skipped: string | null): string => JSON.stringify({ type: "scenario.finished", subjectId: "client", skipped });

/** Processes that never ran: starts of the driver take what `starts` says, in order, and a run 9 s. */
function processes(starts: readonly number[], code = 0) {
  const left = [...starts];
  const asked: (readonly string[])[] = [];
  const node = async (args: readonly string[]): Promise<MeasuredProcess> => {
    asked.push(args);
    return args.includes("run")
      ? { ms: 9000, peakMb: 1, code, stdout: [finished(null), finished("the client did not come"), finished(null)].join("\n") }
      : { ms: left.shift() ?? 100, peakMb: 1, code: 0, stdout: "" };
  };
  return { node, asked };
}

const twice = { rounds: 2, starts: 1 };

test("each part is a row in seconds against its bar, and counts what was played", async () => {
  const { node, asked } = processes([]);
  const rows = await benchClient(twice, () => undefined, node);
  expect(rows.map(({ value, unit, limit, noise }) => ({ value, unit, limit, noise }))).toEqual(
    [12, 12, 10].map((limit) => ({ value: 9, unit: "s", limit, noise: undefined })),
  );
  expect(rows[0]?.note).toContain("2 scenarios");
  expect(asked.filter((args) => args.includes("run")).map((args) => args[args.indexOf("--suite") + 1])).toEqual([
    "**",
    "**",
    "!auth?(/**)",
    "!auth?(/**)",
    "auth",
    "auth",
  ]);
});

test("a driver that starts now fast and now slowly makes the figure beside it a noisy one, and no other", async () => {
  const rows = await benchClient(twice, () => undefined, processes([100, 200]).node);
  expect(rows.map(({ noise }) => noise)).toEqual(["noisy: the start of the driver varied by 100 %", undefined, undefined]);
});

test("the time of a run that found something wrong with the reference client is no figure", async () => {
  await expect(benchClient(twice, () => undefined, processes([], 1).node)).rejects.toThrow(/ended with exit code 1/);
});
