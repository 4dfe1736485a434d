import { setImmediate as turn } from "node:timers/promises";
import type { JsonObject } from "../../src/jsonrpc/json.ts";
import { createMockServer } from "../../src/mock/mock-server.ts";
import type { MockScript } from "../../src/mock/script/script.ts";
import { serveStdio } from "../../src/mock/serve/serve-stdio.ts";
import type { Show, ShowStep } from "../../src/mock/script/show.ts";
import type { Revision } from "../../src/spec/revision.ts";
import { createSpeaker } from "./show-messages.ts";
import { createTranscript, hurriedWorld } from "./show-transcript.ts";

/** Does what a show says with a mock on stdio and gives what was seen. */
export async function showOnStdio(script: MockScript, revision: Revision, show: Show): Promise<string> {
  const transcript = createTranscript();
  const interruption = new AbortController();
  const input: Uint8Array[] = [];
  let over = false;
  async function* stdin() {
    for (;;) {
      const chunk = input.shift();
      if (chunk !== undefined) yield chunk;
      else if (over) return;
      else await turn();
    }
  }
  let exited = false;
  const exit = () => {
    exited = true;
    over = true;
  };
  const world = hurriedWorld("stdio", (mark) => exited || transcript.add(mark), exit);
  const server = createMockServer(script, { ...world, process: { ...world.process } });
  const serving = serveStdio(server, {
    stdin: stdin(),
    stdout: (bytes) => void (exited || transcript.add(Buffer.from(bytes).toString("utf8"))),
    interrupted: interruption.signal,
  }).then(() => {
    if (!exited) transcript.add("[ended]");
    exited = true;
  });
  const speaker = createSpeaker(revision);
  const say = (...messages: readonly JsonObject[]) =>
    input.push(Buffer.from(messages.map((message) => `${JSON.stringify(message)}\n`).join("")));
  /** Until nothing was seen for some turns of the event loop. */
  const quiet = async () => {
    for (let calm = 0, seen = -1; calm < 20; calm++) {
      await turn();
      if (transcript.text().length !== seen) calm = 0;
      seen = transcript.text().length;
    }
  };
  await quiet();
  if (show.handshake !== false)
    for (const message of speaker.handshake()) {
      say(message);
      await quiet();
    }
  const perform = (step: ShowStep): void => {
    if (typeof step === "string") say(speaker.request(step));
    else if ("call" in step) say(speaker.request("tools/call", { name: step.call, arguments: step.arguments ?? {} }));
    else if ("request" in step) say(speaker.request(step.request, step.params));
    else if ("notify" in step) say(speaker.notify(step.notify, step.params));
    else if ("raw" in step) input.push(Buffer.from(step.raw));
    else if ("signal" in step) interruption.abort(step.signal);
    else if ("eof" in step) over = true;
    else throw new Error(`a step for HTTP in a show on stdio: ${JSON.stringify(step)}`);
  };
  for (const step of show.do) {
    perform(step);
    if (typeof step === "string" || !("open" in step)) await quiet();
  }
  await quiet();
  const seen = transcript.text();
  exited = true;
  over = true;
  interruption.abort("SIGTERM");
  await Promise.race([serving, quiet()]);
  return seen;
}
