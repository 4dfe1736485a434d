import { tmpdir } from "node:os";
import { onTestFinished } from "vitest";
import { main } from "../../src/cli/main.ts";
import { createFakeModel } from "../../src/model/fake/fake-model.ts";
import { serveFakeModel } from "../../src/model/fake/serve-fake-model.ts";
import { modelScript } from "../../src/model/script/model-script.ts";
import { systemClock } from "../../src/base/time/clock.ts";

/** A model on loopback that says the given turns, until the test is over; its address. */
export async function fakeModel(turns: readonly object[]): Promise<string> {
  const script = modelScript.parse({ id: "test", title: "Test", scenarios: [{ id: "only", turns }] });
  const fake = createFakeModel({ scripts: [script], apis: ["ollama", "openai"], clock: systemClock, date: () => new Date(0) });
  const served = await serveFakeModel(fake, { host: "127.0.0.1", port: 0 });
  onTestFinished(() => served.close());
  return served.url;
}

/** A running `serve host`: its address, what it wrote, and how to stop it. */
export type ServedCommand = { readonly url: string; readonly stop: () => Promise<number>; readonly stderr: () => string };

/** `serve host` in this process until the test is over. It is at home in the folder of temporary files, or in another. */
export async function serveHost(
  argv: readonly string[],
  outside: { readonly path?: string; readonly home?: string } = {},
): Promise<ServedCommand> {
  const { path = process.env["PATH"], home = tmpdir() } = outside;
  const controller = new AbortController();
  let stderr = "";
  let listening: (line: string) => void = () => undefined;
  const ready = new Promise<string>((resolve) => (listening = resolve));
  const running = main(["serve", "host", ...argv], {
    stdout: listening,
    stderr: (text) => void (stderr += text),
    env: { PATH: path, HOME: home },
    cwd: home,
    isTerminal: false,
    interrupted: controller.signal,
    stdin: async function* () {},
  });
  const stop = async (): Promise<number> => {
    controller.abort("SIGTERM");
    return await running;
  };
  onTestFinished(async () => void (await stop()));
  const first = await Promise.race([ready, running.then((code) => Promise.reject(new Error(`ended with ${code}: ${stderr}`)))]);
  return { url: (JSON.parse(first) as { listening: string }).listening, stop, stderr: () => stderr };
}
