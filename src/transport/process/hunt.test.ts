import { describe, expect, it } from "vitest";
import { fakeSystem, type FakeSystem } from "../../../test/support/fake-system.ts";
import { huntDown } from "./hunt.ts";

/** Those from 1000 on are hunted, as long as they are there. */
const hunted = (system: FakeSystem): number => huntDown((pid) => pid >= 1000 && system.ids().includes(pid), system);

/** The signals that were sent, in order, without the words around them. */
const signals = (system: FakeSystem): string[] =>
  system.asked.filter((one) => one.startsWith("kill")).map((one) => one.replace("kill SIG", ""));

const pids = (...all: readonly number[]): { readonly pid: number }[] => all.map((pid) => ({ pid }));

describe("the hunt for processes", () => {
  it("looks at each once and is over at once where there are none of that kind", () => {
    const system = fakeSystem({ processes: pids(1, 70, 71) });
    expect(hunted(system)).toBe(0);
    expect(system.looked).toEqual([71, 70, 1]);
    expect(system.asked).toEqual(["watch", "hurry", "calm", "closed"]);
    expect(system.time()).toBe(1);
  });

  it("stops all, the newest first, before it kills the first, and leaves others alone", () => {
    const system = fakeSystem({ processes: pids(1, 1000, 70, 1002, 1001) });
    expect(hunted(system)).toBe(3);
    expect(signals(system)).toEqual(["STOP 1002", "STOP 1001", "STOP 1000", "KILL 1002", "KILL 1001", "KILL 1000"]);
    expect(system.ids()).toEqual([1, 70]);
    expect(system.asked.slice(-2)).toEqual(["calm", "closed"]);
  });

  it("leaves those alone that have ended and were not collected", () => {
    const system = fakeSystem({
      processes: [
        { pid: 1000, state: "Z" },
        { pid: 1001, state: "X" },
      ],
    });
    expect([hunted(system), signals(system)]).toEqual([0, []]);
  });

  it("goes on for a while when one was gone before it could be stopped, for it may have started another", () => {
    const system = fakeSystem({
      processes: pids(1, 1000),
      before: (machine, pid) => {
        if (pid !== 1000) return;
        machine.end(1000);
        machine.start({ pid: 1001 });
      },
    });
    expect(hunted(system)).toBe(1);
    expect(signals(system)).toEqual(["STOP 1000", "KILL 1001"]);
  });

  it("goes on for a while when one was gone before it could be told whose it was", () => {
    const list = [1, 500];
    const system = fakeSystem({ processes: pids(1), newest: 500 });
    expect(hunted({ ...system, ids: () => list })).toBe(0);
    // Nobody has come for 20 ms: a look takes half a millisecond, and a wait of one follows where nothing has changed.
    expect(system.time()).toBeGreaterThanOrEqual(20);
    expect(system.time()).toBeLessThan(23);
  });

  it("goes on for a while when somebody else's has come meanwhile, which it looks at once and leaves alone", () => {
    let looks = 0;
    const system = fakeSystem({
      processes: pids(1),
      newest: 69,
      meanwhile: (machine) => {
        if ((looks += 1) === 2) machine.start({ pid: 70 });
      },
    });
    expect([hunted(system), signals(system)]).toEqual([0, []]);
    expect(system.looked).toEqual([1, 70, 70, 1]);
    expect(system.time()).toBeLessThan(23);
    // Between looks that show nothing new it waits.
    expect(looks).toBeLessThan(18);
  });

  it("catches a chain of which each starts the next and ends", () => {
    let looks = 0;
    const system = fakeSystem({
      processes: pids(1, 1000),
      before: (machine, pid, signal) => {
        // It is never there any more when it is to be stopped.
        if (signal !== "SIGSTOP") return;
        machine.end(pid);
        machine.start({ pid: pid + 1 });
      },
      meanwhile: (machine) => {
        looks += 1;
        const last = Math.max(...machine.ids());
        if (last < 1000 || looks > 5) return;
        machine.end(last);
        machine.start({ pid: last + 1 });
      },
    });
    expect(hunted(system)).toBe(1);
    expect(system.ids()).toEqual([1]);
  });

  it("looks at the sixteen newest when more have come at once", () => {
    let looks = 0;
    const system = fakeSystem({
      processes: pids(1),
      meanwhile: (machine) => {
        if ((looks += 1) === 2) for (let pid = 101; pid <= 140; pid += 1) machine.start({ pid });
      },
    });
    expect(hunted(system)).toBe(0);
    expect(system.looked.slice(1, 17)).toEqual(Array.from({ length: 16 }, (_one, index) => 125 + index));
  });

  it("looks at one where the numbers have begun anew", () => {
    let looks = 0;
    const system = fakeSystem({
      processes: pids(1, 4_000_000),
      newest: 4_000_000,
      meanwhile: (machine) => {
        if ((looks += 1) === 2) machine.start({ pid: 300 });
      },
    });
    huntDown(() => false, system);
    expect(system.looked).toEqual([4_000_000, 1, 300, 4_000_000, 300, 1]);
  });

  it("ends after 300 ms where others keep coming and going", () => {
    let pid = 70;
    const system = fakeSystem({
      processes: pids(1),
      meanwhile: (machine) => {
        machine.start({ pid: (pid += 1) });
        machine.end(pid);
      },
    });
    expect(hunted(system)).toBe(0);
    expect(system.time()).toBeGreaterThanOrEqual(300);
    expect(system.time()).toBeLessThan(303);
    // It looks as often as it can.
    expect(pid).toBeGreaterThan(600);
  });

  it("ends after 20 ms where others keep coming and staying", () => {
    let pid = 70;
    const system = fakeSystem({ processes: pids(1), meanwhile: (machine) => machine.start({ pid: (pid += 1) }) });
    expect(hunted(system)).toBe(0);
    expect(system.time()).toBeLessThan(23);
  });

  it("counts one that it finds only when it sweeps once more", () => {
    let looks = 0;
    const system = fakeSystem({
      processes: pids(1, 1000),
      newest: 2000,
      // It has a number from before, as if the numbers had begun anew: nobody looks for it among the newest.
      meanwhile: (machine) => {
        if ((looks += 1) === 3) for (const one of [1500, 2000]) machine.start({ pid: one });
      },
    });
    expect(huntDown((pid) => pid === 1000 || pid === 1500, system)).toBe(2);
    expect(system.ids()).toEqual([1, 2000]);
  });

  it("goes on beyond that while some of the newest are of the kind, and counts those", () => {
    let pid = 1000;
    const system = fakeSystem({
      processes: pids(1),
      meanwhile: (machine) => {
        if (machine.time() < 600) machine.start({ pid: (pid += 1) });
      },
    });
    // The first came with the first look, before the list was read.
    expect(hunted(system)).toBe(pid - 1000);
    expect(system.ids()).toEqual([1]);
    expect(system.time()).toBeGreaterThan(600);
    expect(system.time()).toBeLessThan(623);
  });

  it("ends after five seconds where they keep coming, and sweeps once more", () => {
    let pid = 1000;
    const system = fakeSystem({
      processes: pids(1),
      meanwhile: (machine) => machine.start({ pid: (pid += 1) }),
    });
    expect(hunted(system)).toBe(pid - 1000);
    expect(system.time()).toBeGreaterThanOrEqual(5000);
    expect(system.time()).toBeLessThan(5003);
    expect(system.ids()).toEqual([1]);
  });

  it("does not count one that has gone by itself", () => {
    let looks = 0;
    const system = fakeSystem({
      processes: pids(1),
      meanwhile: (machine) => {
        if ((looks += 1) === 2) machine.start({ pid: 1000 });
      },
      before: (machine) => machine.end(1000),
    });
    expect(hunted(system)).toBe(0);
  });

  it("gives its place in the line and its file back also where it fails", () => {
    const system = fakeSystem();
    const failing = (): never => {
      throw new Error("no list");
    };
    expect(() => huntDown(() => true, { ...system, ids: failing })).toThrow("no list");
    expect(system.asked.slice(-2)).toEqual(["calm", "closed"]);
  });
});
