import { describe, expect, it } from "vitest";
import { parseScript } from "../script/load-script.ts";
import { createMockServer } from "../mock-server.ts";
import { serveStdio } from "./serve-stdio.ts";
import { systemWorld } from "../world/system-world.ts";

describe("rules on the process", () => {
  async function play(rules: object[], input: string, abort?: string) {
    const script = parseScript({ id: "x", title: "X", serverInfo: { name: "x", version: "1" }, rules }, "x.json");
    const log: string[] = [];
    const world = systemWorld("stdio", (text) => void log.push(`stderr ${text}`));
    const server = createMockServer(script, {
      ...world,
      process: { ...world.process, exit: (code) => void log.push(`exit ${code}`) },
    });
    const controller = new AbortController();
    async function* stdin() {
      yield Buffer.from(input);
      if (abort !== undefined) controller.abort(abort);
      await new Promise((resolve) => setImmediate(resolve));
    }
    const over = serveStdio(server, {
      stdin: stdin(),
      stdout: (bytes) => void log.push(Buffer.from(bytes).toString("utf8")),
      interrupted: controller.signal,
    });
    const ended = await Promise.race([
      over.then(() => true),
      new Promise<boolean>((resolve) => {
        const wait = (turns: number) => (turns === 0 ? resolve(false) : setImmediate(() => wait(turns - 1)));
        wait(50);
      }),
    ]);
    return { log, ended };
  }

  it("write at the start and at the end", async () => {
    const { log, ended } = await play(
      [
        { on: "start", do: [{ write: "Hello!\n" }, { stderr: "up" }] },
        { on: "eof", do: [{ write: { base64: "Qnll" } }] },
      ],
      '{"jsonrpc":"2.0","id":1,"method":"ping"}\n',
    );
    expect(log.map((entryText) => entryText.slice(0, 9))).toEqual(["Hello!\n", "stderr up", '{"jsonrpc', "Bye"]);
    expect(ended).toBe(true);
  });

  it("ignore the end of input and signals, or leave with another status", async () => {
    expect((await play([{ on: "eof", do: [{ ignore: true }] }], "")).ended).toBe(false);
    const stubborn = [
      { on: "SIGTERM", do: [{ ignore: true }] },
      { on: "eof", do: [{ ignore: true }] },
    ];
    expect((await play(stubborn, "", "SIGTERM")).ended).toBe(false);
    expect((await play([{ on: "eof", do: [{ ignore: true }] }], "", "SIGTERM")).ended).toBe(true);
    expect((await play([{ on: "eof", do: [{ exit: 4 }] }], "")).log).toContain("exit 4");
  });
});
