import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { isOf, withLineage } from "../../src/transport/process/lineage.ts";
import { scratchFolder } from "../support/scratch-folder.ts";
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
  const written = (folder: string, name: string, text: string, mode: number): string => {
    const file = join(folder, name);
    writeFileSync(file, text);
    chmodSync(file, mode);
    return file;
  };

  type Given = (folder: string) => Parameters<typeof open>[1];
  const failing: readonly (readonly [string, Given])[] = [
    ["is not there", (folder) => ({ command: join(folder, "nothing") })],
    ["is not in its PATH", (folder) => ({ command: "node", env: { PATH: folder } })],
    ["may not run", (folder) => ({ command: written(folder, "forbidden", "#!/bin/sh\n", 0o644) })],
    [
      "is a script for a program that is not there",
      (folder) => ({ command: written(folder, "orphan", "#!/nowhere/at/all\n", 0o755) }),
    ],
    ["is a folder", (folder) => ({ command: folder })],
    ["has no folder to run in", (folder) => ({ cwd: join(folder, "nowhere") })],
  ];
  it.each(failing)("fails as without one when it %s", async (_why, given) => {
    const changes = given(scratchFolder());
    const [plain, marked] = [open("", changes), open("", { ...changes, marked: true })];
    await Promise.all([plain.transport.ended, marked.transport.ended]);
    expect(failures(plain)).toEqual([expect.stringMatching(/^could not start /u)]);
    expect(failures(marked)).toEqual(failures(plain));
  });

  const running: readonly (readonly [string, Given])[] = [
    ["a name that looks like an option", (folder) => ({ command: "--pid", env: { PATH: `${folder}:${path}` } })],
    ["a script without a first line that says for what", (folder) => ({ command: written(folder, "bare", "echo up\n", 0o755) })],
  ];
  it.each(running)("runs also as %s", async (_what, given) => {
    const folder = scratchFolder();
    written(folder, "--pid", "#!/bin/sh\necho up\n", 0o755);
    const opened = open("", { ...given(folder), args: [], marked: true });
    await opened.received(1);
    expect(texts(opened)).toEqual(["up"]);
  });
});
