import { join } from "node:path";
import { expect, test } from "vitest";
import { clientTransports } from "../../src/run/client/scenario/client-suite.ts";
import { loadClientSuites } from "../../src/run/client/scenario/load.ts";
import { nightly, oneOf } from "../support/nightly.ts";
import { root, runReport } from "../support/run-cli.ts";

const scenarios = loadClientSuites().flatMap((suite) => suite.scenarios.map(({ id }) => `${suite.id}/${id}`));

/** A sixth of the scenarios, another one for each transport; at night all are played. */
const onlyScenarios = (place: number): readonly string[] => (nightly ? [] : ["--suite", oneOf(6, scenarios, place).join()]);

test.each(clientTransports.map((transport, place) => ({ transport, place })))(
  "the reference client is accused of nothing as a process of its own: $transport",
  async ({ transport, place }) => {
    const client = [process.execPath, join(root, "bin/mcpcheck.js"), "serve", "client"];
    const limits = ["--timeout", "30000", "--budget", "240000"];
    const { exitCode, report } = await runReport([
      "run",
      "client",
      "--transport",
      transport,
      ...limits,
      ...onlyScenarios(place),
      "--",
      ...client,
    ]);
    const bad = report.findings.filter(
      ({ verdict, promised }) => verdict !== "pass" && verdict !== "not-applicable" && (verdict !== "untested" || promised),
    );
    expect(bad.map(({ verdict, check, message }) => `${verdict} ${check}: ${message}`)).toEqual([]);
    expect(report.error).toBeNull();
    expect(exitCode).toBe(0);
    expect(report.summary.pass).toBeGreaterThan(10);
  },
);
