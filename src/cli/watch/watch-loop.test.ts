import { expect, test } from "vitest";
import { createEventQueue } from "../../run/event-queue.ts";
import type { Look } from "./judge-once.ts";
import { type Phase, type WatchEvent, watchLoop, type WatchState } from "./watch-loop.ts";

/** A look with these checks failed. */
function lookWith(...failed: readonly string[]): Look {
  const findings = failed.map((check) => ({ check, verdict: "fail" }) as Look["findings"][number]);
  return { findings, errors: [], ms: 1, stale: 0 };
}

/** Plays events one after the other, each when the round before is over, or at once where it is marked so. */
async function play(
  script: readonly (WatchEvent | { readonly at: Phase; readonly event: WatchEvent })[],
  judged: (phase: Phase, round: number) => Look = () => lookWith(),
) {
  const queue = createEventQueue<WatchEvent>();
  const asked: string[] = [];
  const shown: WatchState[] = [];
  const restless: string[] = [];
  const left = [...script];
  let round = 0;
  await watchLoop({
    look: async (phase, failed) => {
      asked.push(`${phase}${failed.length === 0 ? "" : ` (${failed.map(({ check }) => check).join()})`}`);
      const [next] = left;
      if (next !== undefined && "at" in next && next.at === phase) {
        left.shift();
        queue.push(next.event);
      }
      return judged(phase, round);
    },
    show: (state) => {
      shown.push(state);
      if (state.working !== undefined) return;
      const next = left.shift();
      round += 1;
      queue.push(next === undefined ? { kind: "quit" } : "at" in next ? next.event : next);
    },
    events: queue.events(),
    end: () => queue.push({ kind: "quit" }),
    calm: async () => await new Promise((resolve) => void setImmediate(resolve)),
    restless: (file) => restless.push(file),
  });
  return { asked, shown, restless };
}

test("a change is met with a first look, what failed, and everything", async () => {
  const { asked, shown } = await play([{ kind: "changed", file: "a.js" }], (phase, round) =>
    phase === "everything" && round === 0 ? lookWith("tools.a") : lookWith(),
  );
  expect(asked).toEqual(["first look", "everything", "first look (tools.a)", "what failed (tools.a)", "everything (tools.a)"]);
  expect(shown.at(-1)).toMatchObject({ why: "a.js changed", working: undefined });
});

test("keys ask for what failed, for everything, and for all again", async () => {
  const { asked } = await play([{ kind: "failed" }, { kind: "all" }, { kind: "rerun" }], () => lookWith("x"));
  expect(asked).toEqual([
    "first look",
    "everything",
    "what failed (x)",
    "everything (x)",
    "first look (x)",
    "what failed (x)",
    "everything (x)",
  ]);
});

test("a server that does not come up is not asked further", async () => {
  const error = { server: "s", error: { kind: "subject", message: "no", stderrTail: "" } } as const;
  const { asked } = await play([{ kind: "rerun" }], () => ({ findings: [], errors: [error], ms: 1, stale: 0 }));
  expect(asked).toEqual(["first look", "first look"]);
});

test("what changes in two rounds while the server runs is the server's own, and begins no third", async () => {
  const change = { at: "everything", event: { kind: "changed", file: "its.log" } } as const;
  const { asked, restless } = await play([change, change]);
  expect(restless).toEqual(["its.log"]);
  expect(asked.filter((phase) => phase === "everything")).toHaveLength(2);
});

test("a program that is saved again before a round is over is watched on, and one that changes with every round is not", async () => {
  const change = { at: "everything", event: { kind: "changed", file: "server.mjs" } } as const;
  expect((await play([change, change, change])).restless).toEqual([]);
  expect((await play([change, change, change, change])).restless).toEqual(["server.mjs"]);
});

test("what cannot be judged at all ends the watch", async () => {
  const played = play([], () => {
    throw new Error("no such file");
  });
  await expect(played).rejects.toThrow("no such file");
});
