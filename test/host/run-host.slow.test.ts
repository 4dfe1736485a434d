import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { root, runCli, type Report } from "../support/run-cli.ts";

async function runHost(...argv: readonly string[]): Promise<{ readonly exitCode: number; readonly report: Report }> {
  const { exitCode, stdout } = await runCli(["run", "host", "--reporter", "json", ...argv]);
  return { exitCode, report: JSON.parse(stdout) as Report };
}

const verdictOf = ({ findings }: Report, check: string): string | undefined =>
  findings.find((one) => one.check === check)?.verdict;

describe("run host", () => {
  it("finds nothing wrong with the reference host over HTTP servers", async () => {
    const { exitCode, report } = await runHost("--suite", "chat-loop/loop.c*,http/http.host-s*,api-chat/api.a*");
    expect(report.error).toBeNull();
    expect(report.findings.filter(({ verdict }) => verdict === "fail")).toEqual([]);
    expect(report.summary.pass).toBeGreaterThan(5);
    expect(report.findings.filter(({ verdict, evidence }) => verdict === "pass" && evidence.length === 0)).toEqual([]);
    expect(exitCode).toBe(0);
  });

  it("accuses a host that takes the next line for the answer and leaves its servers behind", async () => {
    const { exitCode, report } = await runHost(
      "--adapter",
      "test/host/naive.json",
      "--check",
      "stdio.text-line,stdio.null-line,stdio.notifications-between,stdio.unicode-argument,process.host-ignores-eof,http.host-post",
    );
    expect(verdictOf(report, "stdio.text-line")).toBe("fail");
    expect(verdictOf(report, "stdio.notifications-between")).toBe("fail");
    expect(verdictOf(report, "stdio.unicode-argument")).toBe("pass");
    expect(verdictOf(report, "http.host-post")).toBe("not-applicable");
    expect(exitCode).toBe(1);
  });

  it("plays every n-th case of a shard, and shards together play each once", async () => {
    const played = async (...shard: readonly string[]): Promise<readonly string[]> => {
      const { report } = await runHost("--suite", "a2a-fields", ...shard);
      return report.findings.flatMap(({ check }) => (check.startsWith("a2a-fields.") ? [check] : []));
    };
    const [first, second, all] = await Promise.all([played("--shard", "1/2"), played("--shard", "2/2"), played()]);
    expect([...first, ...second].toSorted()).toEqual(all.toSorted());
    expect(Math.abs(first.length - second.length)).toBeLessThanOrEqual(1);
  });

  it("drives a bridge as a process of its own, its workers and receivers of notifications among them", async () => {
    const chosen = ["a2a.card", "a2a.cancel", "a2a.push-again", "a2a.delegates", "a2a.push-private", "loop.call-and-answer"];
    const { exitCode, report } = await runHost(
      "--adapter",
      "test/host/self-bridge.json",
      "--check",
      [...chosen, "a2a.webhook"].join(),
    );
    expect(report.error).toBeNull();
    expect(Object.fromEntries(chosen.map((one) => [one, verdictOf(report, one)]))).toEqual(
      Object.fromEntries(chosen.map((one) => [one, "pass"])),
    );
    expect(verdictOf(report, "a2a.webhook")).toBe("not-applicable");
    expect(exitCode).toBe(0);
  });

  it("drives a host that listens, through an adapter file alone", async () => {
    const { exitCode, report } = await runHost(
      "--adapter",
      "test/host/self.json",
      "--check",
      "api.stream-one-done,http.host-session,openai.executed-stop,timing.call",
    );
    expect(report.error).toBeNull();
    expect(verdictOf(report, "api.stream-one-done")).toBe("pass");
    expect(verdictOf(report, "http.host-session")).toBe("pass");
    expect(verdictOf(report, "openai.executed-stop")).toBe("pass");
    expect(verdictOf(report, "timing.call")).toBe("not-applicable");
    expect(exitCode).toBe(0);
  });

  it("hands a host its configuration word for word, and sees whether it takes it", async () => {
    const { exitCode, report } = await runHost(
      "--adapter",
      "test/host/self.json",
      "--check",
      "config.map-mixed,config.broken-file,config.two-places",
    );
    expect(report.error).toBeNull();
    expect(verdictOf(report, "config.map-mixed")).toBe("pass");
    expect(verdictOf(report, "config.broken-file")).toBe("pass");
    expect(verdictOf(report, "config.two-places")).toBe("not-applicable");
    expect(exitCode).toBe(0);
  });

  it("need not wait for the limits of a host whose clock runs faster, and does not by itself where it cannot", async () => {
    const fast = await runHost("--adapter", "test/host/self-fast.json", "--check", "timing.ends");
    expect(fast.report.error).toBeNull();
    expect(verdictOf(fast.report, "timing.ends")).toBe("pass");
    const real = await runHost("--adapter", "test/host/self.json", "--check", "timing.ends");
    expect(real.report.findings.map(({ verdict, message }) => [verdict, message])).toEqual([
      ["not-applicable", expect.stringContaining("--slow")],
    ]);
  });

  it("gives no verdict on a command that calls no tool", async () => {
    const { exitCode, report } = await runHost("--adapter", "test/host/silent.json", "--suite", "framing");
    expect(exitCode).toBe(3);
    expect(report.summary.pass).toBe(0);
    expect(report.error?.kind).toBe("subject");
  });

  it("gives no verdict on a host that is not installed, and says what is missing", async () => {
    const absent = { adapter: "examples/hosts/openai-agents.json", needs: ".venv/hosts/openai-agents/bin/python" };
    if (existsSync(`${root}${absent.needs}`)) return;
    const { exitCode, report } = await runHost("--adapter", absent.adapter);
    expect(exitCode).toBe(3);
    expect(report.error?.message).toContain("not installed");
  });

  it("refuses an adapter that is none", async () => {
    const { exitCode, stderr } = await runCli(["run", "host", "--adapter", "package.json"]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain("package.json#");
  });
});
