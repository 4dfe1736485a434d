import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { isOf, withLineage } from "../../src/transport/process/lineage.ts";
import { failures, guard, open, type Opened, say, stubborn, texts } from "./opened-stdio.ts";

afterEach(() => guard.killAll());
const path = process.env["PATH"];
const script = `console.log(process.pid); ${stubborn}`;
const linux = process.platform === "linux";

describe.skipIf(!linux)("withLineage (on Linux: elsewhere processes have no limits to be known by)", () => {
  const pidOf = async (opened: Opened): Promise<number> => Number((await opened.received(1))[0]);

  it("gives what is started a lineage that neither this process nor what it starts otherwise is of", async () => {
    const start = { command: process.execPath, args: ["-e", script], env: {} };
    const [first, second] = [withLineage(start), withLineage(start)];
    const [outside, ...pids] = await Promise.all(
      [start, first, second].map(async ({ command, args }) => await pidOf(open("", { command, args }))),
    );
    const of = [first, second].map(({ lineage }) =>
      [...pids, outside, process.pid].map((pid) => lineage !== undefined && pid !== undefined && isOf(pid, lineage)),
    );
    expect(of).toEqual([
      [true, false, false, false],
      [false, true, false, false],
    ]);
  });
});

describe.skipIf(!linux)("openStdio without prlimit (on Linux, the only place where it would be used)", () => {
  it("says that what gives up its environment would not be found", async () => {
    const said: string[] = [];
    process.env["PATH"] = "/nowhere";
    const opened = open(say("up\n"), { marked: true, left: (what, words) => said.push(`${what}: ${words}`) });
    process.env["PATH"] = path;
    await opened.transport.close("drop");
    expect(said).toEqual([expect.stringMatching(/^would not be seen: .*prlimit/)]);
  });
});

describe.skipIf(!linux)("a command that is started with a lineage (on Linux)", () => {
  const folder = mkdtempSync(join(tmpdir(), "mcpcheck-lineage-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const written = (name: string, text: string, mode: number): string => {
    const file = join(folder, name);
    writeFileSync(file, text);
    chmodSync(file, mode);
    return file;
  };

  it.each([
    ["is not there", { command: join(folder, "nothing") }],
    ["is not in its PATH", { command: "node", env: { PATH: folder } }],
    ["may not run", { command: written("forbidden", "#!/bin/sh\n", 0o644) }],
    ["is a script for a program that is not there", { command: written("orphan", "#!/nowhere/at/all\n", 0o755) }],
    ["is a folder", { command: folder }],
    ["has no folder to run in", { cwd: join(folder, "nowhere") }],
  ])("fails as without one when it %s", async (_why, changes) => {
    const [plain, marked] = [open("", changes), open("", { ...changes, marked: true })];
    await Promise.all([plain.transport.ended, marked.transport.ended]);
    expect(failures(plain)).toEqual([expect.stringMatching(/^could not start /u)]);
    expect(failures(marked)).toEqual(failures(plain));
  });

  it.each([
    ["a name that looks like an option", { command: "--pid", env: { PATH: `${folder}:${path}` } }],
    ["a script without a first line that says for what", { command: written("bare", "echo up\n", 0o755) }],
  ])("runs also as %s", async (_what, changes) => {
    written("--pid", "#!/bin/sh\necho up\n", 0o755);
    const opened = open("", { ...changes, args: [], marked: true });
    await opened.received(1);
    expect(texts(opened)).toEqual(["up"]);
  });
});
