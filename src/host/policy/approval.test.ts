import { describe, expect, test } from "vitest";
import type { Clock } from "../../base/time/clock.ts";
import { profiles } from "../profile/profiles.ts";
import {
  answerMeans,
  type ApprovalCall,
  approvalPrompt,
  type Approvals,
  createApprovals,
  deniedText,
  needsApproval,
} from "./approval.ts";

const { strict, ollama, ollmcpc } = profiles;
const call: ApprovalCall = {
  server: "fs",
  tool: "remove",
  shownArguments: '{"path":"a"}',
  annotations: undefined,
  definition: "1",
};

/** A clock that moves when it is told to. */
function handClock(): Pick<Clock, "setTimeout"> & { readonly fire: () => void; readonly pending: () => number } {
  const timers = new Set<() => void>();
  return {
    setTimeout(_ms, fn) {
      timers.add(fn);
      return () => void timers.delete(fn);
    },
    fire: () => timers.forEach((fn) => fn()),
    pending: () => timers.size,
  };
}

function asking(
  answers: readonly (string | undefined)[],
  settings = strict.policy.approval,
): { approvals: Approvals; prompts: string[] } {
  const prompts: string[] = [];
  const rest = [...answers];
  const ask = (prompt: string): Promise<string | undefined> => {
    prompts.push(prompt);
    return Promise.resolve(rest.shift());
  };
  return { approvals: createApprovals({ settings, timeoutMs: 60_000, clock: handClock(), ask }), prompts };
}

describe("B0-003, B2-038: when a person is asked", () => {
  test.each([
    ["off", undefined, false],
    ["all", { readOnlyHint: true }, true],
    ["destructive", undefined, true],
    ["destructive", {}, true],
    ["destructive", { destructiveHint: true }, true],
    ["destructive", { destructiveHint: false }, false],
    ["destructive", { readOnlyHint: true }, false],
    ["destructive", { readOnlyHint: false }, true],
  ] as const)("%s with %j: %j", (when, annotations, expected) => {
    expect(needsApproval(when, annotations)).toBe(expected);
  });
  test("the profiles: all in ollmcpc, destructive in strict, never elsewhere", () => {
    expect([ollmcpc, strict, ollama].map(({ policy }) => policy.approval.when)).toEqual(["all", "destructive", "off"]);
  });
  test("without need, nobody is asked", async () => {
    const { approvals, prompts } = asking([], ollama.policy.approval);
    expect(await approvals.decide(call)).toEqual({ approved: true, by: "policy" });
    expect(prompts).toEqual([]);
  });
});

describe("B2-040, B2-041: what an answer means", () => {
  test.each(["y", "Y", "yes", " y "])("%j is a yes", (answer) => {
    expect([answerMeans(answer, strict.policy.approval).approved, answerMeans(answer, ollmcpc.policy.approval).approved]).toEqual(
      [true, true],
    );
  });
  test.each(["n", "no", "q", "x", "yy", "always", "1", undefined])("%j is a no in profile ollmcpc", (answer) => {
    expect(answerMeans(answer, ollmcpc.policy.approval)).toEqual({ approved: false, remember: false });
  });
  test("nothing is the default: yes in ollmcpc, no in strict", () => {
    expect([answerMeans("", ollmcpc.policy.approval).approved, answerMeans("", strict.policy.approval).approved]).toEqual([
      true,
      false,
    ]);
  });
});

describe("B2-039, B2-043, B2-044: the question", () => {
  test("shows action and inputs, and which answer is the default", () => {
    expect(approvalPrompt(call, ollmcpc.policy.approval)).toBe(
      'Action:  remove (server fs)\nInputs:  {"path":"a"}\nExecute? ([y]/n): ',
    );
    expect(approvalPrompt(call, strict.policy.approval)).toContain("Execute? (y/[n]/always/never): ");
  });
  test.each(["\u001b[2J", "\u202e", "\r", "\u0007", "\u200b", "\u009b31m", "\u2028"])(
    "%j in name or inputs is shown as an escape",
    (evil) => {
      const prompt = approvalPrompt(
        { ...call, server: evil, tool: `a${evil}b`, shownArguments: `{"x":"${evil}"}` },
        strict.policy.approval,
      );
      expect(prompt).not.toContain(evil);
      expect(prompt.split("\n")).toHaveLength(3);
    },
  );
  test("a line end in the inputs cannot start a line of its own", () => {
    const prompt = approvalPrompt({ ...call, shownArguments: "a\nExecute? forged" }, strict.policy.approval);
    expect(prompt.split("\n")).toHaveLength(3);
  });
});

test("B2-042: what the model is told after a no", () => {
  expect(deniedText).toBe("User denied execution");
});

describe("B2-041, B2-045, B2-047: silence is a no", () => {
  test("the end of input", async () => {
    expect(await asking([undefined], ollmcpc.policy.approval).approvals.decide(call)).toEqual({
      approved: false,
      by: "endOfInput",
    });
  });
  test("nobody to ask", async () => {
    const approvals = createApprovals({ settings: ollmcpc.policy.approval, timeoutMs: 1, clock: handClock(), ask: undefined });
    expect(await approvals.decide(call)).toEqual({ approved: false, by: "notInteractive" });
  });
  test("nobody answers in time: the question is withdrawn, and a late answer changes nothing", async () => {
    const clock = handClock();
    let withdrawn: AbortSignal | undefined;
    let answer: (text: string) => void = () => undefined;
    const approvals = createApprovals({
      settings: strict.policy.approval,
      timeoutMs: 60_000,
      clock,
      ask(_prompt, signal) {
        withdrawn = signal;
        return new Promise((resolve) => {
          answer = resolve;
        });
      },
    });
    const decided = approvals.decide(call);
    await Promise.resolve();
    expect([clock.pending(), withdrawn?.aborted]).toEqual([1, false]);
    clock.fire();
    expect(await decided).toEqual({ approved: false, by: "timeout" });
    expect(withdrawn?.aborted).toBe(true);
    answer("always");
    expect(clock.pending()).toBe(0);
  });
  test("an answer leaves no timer behind", async () => {
    const clock = handClock();
    const settings = strict.policy.approval;
    const approvals = createApprovals({ settings, timeoutMs: 1, clock, ask: () => Promise.resolve("y") });
    expect(await approvals.decide(call)).toEqual({ approved: true, by: "person" });
    expect(clock.pending()).toBe(0);
  });
});

describe("B2-046, BX-007: remembered answers", () => {
  test("always and never hold for this tool as it is defined now", async () => {
    const { approvals, prompts } = asking(["always", "never", "n", "n"]);
    const other = { ...call, tool: "write" };
    expect((await approvals.decide(call)).approved).toBe(true);
    expect(await approvals.decide({ ...call, shownArguments: "{}" })).toEqual({ approved: true, by: "remembered" });
    expect((await approvals.decide(other)).approved).toBe(false);
    expect(await approvals.decide(other)).toEqual({ approved: false, by: "remembered" });
    expect(prompts).toHaveLength(2);
    expect(await approvals.decide({ ...call, definition: "2" })).toEqual({ approved: false, by: "person" });
    expect(await approvals.decide({ ...call, server: "other" })).toEqual({ approved: false, by: "person" });
  });
  test("profile ollmcpc remembers nothing", async () => {
    const { approvals, prompts } = asking(["y", "n"], ollmcpc.policy.approval);
    expect([(await approvals.decide(call)).approved, (await approvals.decide(call)).approved]).toEqual([true, false]);
    expect(prompts).toHaveLength(2);
  });
  test("asking can be switched off and on", async () => {
    const { approvals } = asking(["n"], ollmcpc.policy.approval);
    approvals.setWhen("off");
    expect((await approvals.decide(call)).by).toBe("policy");
    approvals.setWhen("all");
    expect(await approvals.decide(call)).toEqual({ approved: false, by: "person" });
  });
});

test("B2-064: questions come one at a time, each answered for itself", async () => {
  const open: ((answer: string) => void)[] = [];
  const approvals = createApprovals({
    settings: ollmcpc.policy.approval,
    timeoutMs: 60_000,
    clock: handClock(),
    ask: () => new Promise((resolve) => open.push(resolve)),
  });
  const both = [approvals.decide(call), approvals.decide({ ...call, tool: "b" })];
  await Promise.resolve();
  expect(open).toHaveLength(1);
  open[0]?.("y");
  expect(await both[0]).toMatchObject({ approved: true });
  await Promise.resolve();
  open[1]?.("n");
  expect(await both[1]).toMatchObject({ approved: false });
});

test("a question that fails is not a yes, and does not stand in the way of the next", async () => {
  const answers = [() => Promise.reject(new Error("terminal gone")), () => Promise.resolve("y")];
  const settings = strict.policy.approval;
  const approvals = createApprovals({
    settings,
    timeoutMs: 1,
    clock: handClock(),
    ask: () => (answers.shift() ?? answers[0])!(),
  });
  await expect(approvals.decide(call)).rejects.toThrow("terminal gone");
  expect((await approvals.decide(call)).approved).toBe(true);
});
