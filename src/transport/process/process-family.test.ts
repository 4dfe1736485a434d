import { describe, expect, it } from "vitest";
import { fakeSystem, type FakeSystem } from "../../../test/support/fake-system.ts";
import { type FamilyTraits, markVariable, processFamily } from "./process-family.ts";

const limits = (locks: string): string =>
  [
    "Limit                     Soft Limit           Hard Limit           Units",
    "Max cpu time              unlimited            unlimited            seconds",
  ]
    .concat(`Max file locks            unlimited            ${locks}             locks`, "")
    .join("\n");
const status = (kilobytes: number): string => `VmRSS:\t   90000 kB\nRssAnon:\t   ${kilobytes} kB\nRssFile:\t  100 kB\n`;
const environ = (mark: string): string => `PATH=/bin\0${markVariable}=${mark}\0HOME=/\0`;

const plain: FamilyTraits = { mark: undefined, lineage: undefined, wrapper: undefined };
const machine = (platform: NodeJS.Platform = "linux"): FakeSystem =>
  fakeSystem({
    platform,
    processes: [
      { pid: 1 },
      { pid: 70, group: 70, name: "bwrap", status: status(1) },
      { pid: 71, group: 70, name: "node", status: status(2000), environ: environ("m1") },
      { pid: 72, group: 70, name: "worker", status: status(300) },
      { pid: 80, name: "left", environ: environ("m1"), limits: limits("4611686018427387900") },
      { pid: 81, name: "bare", limits: limits("4611686018427387900") },
      { pid: 82, name: "other", environ: environ("m10"), limits: limits("unlimited") },
    ],
  });

describe("the processes that came of one start", () => {
  it.each<[string, string | undefined, NodeJS.Signals, readonly string[]]>([
    ["are signalled as a group", undefined, "SIGTERM", ["kill SIGTERM -70"]],
    [
      "are signalled one by one behind a wrapper, which hears nothing",
      "bwrap",
      "SIGTERM",
      ["kill 0 -70", "kill SIGTERM 71", "kill SIGTERM 72"],
    ],
    ["are killed as a group with their wrapper", "bwrap", "SIGKILL", ["kill SIGKILL -70"]],
  ])("%s", (_title, wrapper, signal, asked) => {
    const system = machine();
    processFamily(70, { ...plain, wrapper }, system).signal(signal);
    expect(system.asked).toEqual(asked);
  });

  it("are counted, and their memory, without a wrapper", () => {
    const told = (wrapper: string | undefined): readonly (number | undefined)[] => {
      const family = processFamily(70, { ...plain, wrapper }, machine());
      return [family.living(), family.resident()];
    };
    expect(told(undefined)).toEqual([3, 2301 * 1024]);
    expect(told("bwrap")).toEqual([2, 2300 * 1024]);
  });

  it("have no memory that can be told where they are gone, or files do not tell it", () => {
    expect(processFamily(90, plain, machine()).resident()).toBeUndefined();
    expect(processFamily(80, plain, machine()).resident()).toBeUndefined();
  });

  it.each<[string, Partial<FamilyTraits>, readonly number[]]>([
    ["by the mark in their environment", { mark: "m1" }, [71, 80]],
    [
      "by their lineage, where they have one, whatever has become of the mark",
      { mark: "m1", lineage: 4_611_686_018_427_387_900n },
      [80, 81],
    ],
    ["not at all without a mark", { lineage: 4_611_686_018_427_387_900n }, []],
    ["not by the lineage of others", { mark: "m1", lineage: 5n }, []],
    ["not by a mark that only begins so", { mark: "m" }, []],
  ])("are found that have left the group: %s", (_title, traits, killed) => {
    const system = machine();
    expect(processFamily(70, { ...plain, ...traits }, system).killEscaped()).toBe(killed.length);
    expect([1, 70, 71, 72, 80, 81, 82].filter((pid) => !system.ids().includes(pid))).toEqual(killed);
  });

  it("are looked for on Linux only when they have left the group", () => {
    const mac = machine("darwin");
    expect([processFamily(70, { ...plain, mark: "m1" }, mac).killEscaped(), mac.asked]).toEqual([0, []]);
  });
});
