import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { type Readable, Writable } from "node:stream";
import { afterEach, describe, expect, it } from "vitest";
import { nextTurn } from "../../src/base/time/clock.ts";
import { isAlive, membersOf } from "../../src/transport/process/process-group.ts";
import { residentBytes } from "../../src/transport/process/resident-bytes.ts";
import { thisSystem } from "../../src/transport/process/system.ts";
import { scratchFolder } from "../support/scratch-folder.ts";

const started: ChildProcess[] = [];
const endInput = (input: unknown): void => void (input instanceof Writable && input.end());
/** Each of them ends with its input: nobody is signalled here. */
afterEach(async () => {
  for (const child of started.splice(0)) {
    endInput(child.stdin);
    endInput(child.stdio[3]);
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  }
});

/** Starts a script of the shell as the leader of a group; hands back its process and the first line it wrote. */
async function begun(script: string): Promise<{ readonly child: ChildProcess; readonly pid: number; readonly said: number }> {
  const child = spawn("/bin/sh", ["-c", script], { detached: true, stdio: ["pipe", "pipe", "ignore", "pipe"] });
  started.push(child);
  const [line] = (await once(createInterface({ input: child.stdout as Readable }), "line")) as [string];
  return { child, pid: child.pid ?? Number.NaN, said: Number(line) };
}

const namesOf = (group: number): string[] => membersOf(group).map(({ name }) => name);

const ended = async (child: ChildProcess): Promise<void> => {
  endInput(child.stdin);
  await once(child, "exit");
};

describe.skipIf(process.platform !== "linux")("the processes of this machine (on Linux, where files tell of them)", () => {
  it("are those that are there, whether they are alive, and those that have ended are not", async () => {
    const { child, pid } = await begun("echo $$; exec cat");
    expect([thisSystem.ids().includes(pid), isAlive(pid)]).toEqual([true, true]);
    expect(thisSystem.ids().every((id) => Number.isInteger(id) && id > 0)).toBe(true);
    await ended(child);
    expect([thisSystem.ids().includes(pid), isAlive(pid)]).toEqual([false, false]);
  });

  it("are not alive, no members of their group and without memory, once they have ended and nobody collects them", async () => {
    // What the shell has started ends only when the shell has become a program that collects nobody.
    const { child, pid, said } = await begun("(read line <&3) & echo $!; exec cat");
    while (!namesOf(pid).includes("cat")) await nextTurn();
    endInput(child.stdio[3]);
    while (isAlive(said)) await nextTurn();
    expect(thisSystem.ids()).toContain(said);
    expect(membersOf(pid)).toEqual([{ pid, name: "cat" }]);
    expect(residentBytes([said])).toBeUndefined();
  });

  it("are members of the group that they were started in, each by its name, whatever that holds", async () => {
    const program = join(scratchFolder(), "a) S (1 2");
    writeFileSync(program, "#!/bin/sh\necho $$\nread line\n");
    chmodSync(program, 0o755);
    const { child, pid, said } = await begun(`exec 3<&0; '${program}' <&3 & '${program}'; true`);
    while (namesOf(pid).filter((name) => name === "a) S (1 2").length < 2) await nextTurn();
    const members = membersOf(pid);
    expect(namesOf(pid).toSorted()).toEqual(["a) S (1 2", "a) S (1 2", "sh"]);
    expect(members.map((member) => member.pid)).toEqual(expect.arrayContaining([pid, said]));
    endInput(child.stdin);
    while (membersOf(pid).length > 0) await nextTurn();
  });

  it("hold memory together, as far as they are there", async () => {
    const { child, pid } = await begun("echo $$; exec cat");
    while (readFileSync(`/proc/${pid}/stat`, "latin1").split(" ")[1] !== "(cat)" || stateOf(pid) !== "S") await nextTurn();
    const one = residentBytes([pid]) ?? 0;
    expect(one).toBeGreaterThan(4 * 1024);
    expect(one % 1024).toBe(0);
    expect(residentBytes([pid, pid])).toBe(2 * one);
    expect(residentBytes([])).toBeUndefined();
    await ended(child);
    expect(residentBytes([pid])).toBeUndefined();
  });
});

const stateOf = (pid: number): string | undefined => readFileSync(`/proc/${pid}/stat`, "latin1").split(" ")[2];
