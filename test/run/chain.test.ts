import { describe, expect, it, onTestFinished } from "vitest";
import { createProcessGuard } from "../../src/transport/process/process-guard.ts";
import { judgeCase } from "../../src/run/host/judge.ts";
import { referenceHost } from "../../src/run/host/hosts/reference-host.ts";
import { runCase } from "../../src/run/host/drive.ts";
import { loadChainSuites, missingServers } from "../../src/run/model/chain/load-chain-suites.ts";

const cases = loadChainSuites().flatMap((suite) => suite.cases);

describe.each(cases.map((one) => [one.id, one] as const))("%s", (_id, hostCase) => {
  it("holds for the reference host with a fake model on Ollama's wire", async ({ skip }) => {
    const missing = missingServers(hostCase);
    skip(missing.length > 0, `not installed: ${missing.join(", ")}`);
    const guard = createProcessGuard();
    onTestFinished(() => guard.killAll());
    const host = referenceHost({ version: "test", guard });
    const { time: _time, ...unhurried } = host;
    const trace = await runCase(unhurried, hostCase, new AbortController().signal);
    expect(judgeCase(hostCase, trace)).toMatchObject({ kind: "satisfied" });
  });
});
