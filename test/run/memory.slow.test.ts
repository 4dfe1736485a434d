import { expect, test } from "vitest";
import { runReport } from "../support/run-cli.ts";

const isKnown = process.platform === "linux";

test.runIf(isKnown)(
  "a server that fills a cache grows, and is not accused of growing for ever; the figures are told",
  async () => {
    const { report } = await runReport([
      "run",
      "server",
      "--check",
      "process.memory-steady",
      "--",
      process.execPath,
      "bin/mcpcheck.js",
      "serve",
      "mock",
      "filling-cache",
    ]);
    expect(report.findings.map(({ verdict }) => verdict)).toEqual(["pass", "pass"]);
    for (const { message } of report.findings)
      expect(message).toMatch(/^after each hundred of \S+ it held (\d+, ){4}\d+ MiB; after each hundred of tools\/list it held/);
  },
  120_000,
);
