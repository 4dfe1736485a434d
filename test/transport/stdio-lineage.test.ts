import { afterEach, describe, expect, it } from "vitest";
import { isOf, withLineage } from "../../src/transport/process/lineage.ts";
import { guard, open, type Opened, say, stubborn } from "./opened-stdio.ts";

afterEach(() => guard.killAll());
const path = process.env["PATH"];
const script = `console.log(process.pid); ${stubborn}`;
const linux = process.platform === "linux";

describe.skipIf(!linux)("withLineage (on Linux: elsewhere processes have no limits to be known by)", () => {
  const pidOf = async (opened: Opened): Promise<number> => Number((await opened.received(1))[0]);

  it("gives what is started a lineage that neither this process nor what it starts otherwise is of", async () => {
    const first = withLineage(() => open(script));
    const second = withLineage(() => open(script));
    const other = open(script);
    const pids = await Promise.all([first.started, second.started].map(async (one) => await pidOf(one)));
    const [outside] = await other.received(1);
    const of = [first, second].map(({ lineage }) =>
      [...pids, Number(outside), process.pid].map((pid) => lineage !== undefined && isOf(pid, lineage)),
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
