import type { JsonObject } from "../../jsonrpc/json.ts";
import type { Connection } from "../../run/server/connection.ts";
import type { ServerRun } from "../../run/server/server-run.ts";
import { eraOf } from "../../spec/revision.ts";
import type { FuzzCase } from "./fuzz-case.ts";
import type { FuzzSession } from "./fuzz-session.ts";
import { withinUsualLimits } from "./usual-limits.ts";

/** The scenario and the tags of fuzzed inputs in the trace. Those of `special-id` and `unknown-method` are judged by checks there were before. */
export const fuzzScenario = "fuzz";
export const oddRequestTag = "fuzz-request";

/** The most a tool may take for one input, in ms: slow is not a fault, and there are other inputs. */
const toolPatienceMs = 3000;

/** How long an answer is awaited that is not owed, in ms. */
const notOwedMs = 1000;

/** What was seen of one input: whether the server still answers, and whether everything sent was answered. */
export type Sent = { readonly alive: boolean; readonly settled: boolean };

/** Sends one input and then a question every server answers; all of it is recorded, with the step it belongs to. */
export async function sendCase(run: ServerRun, { surface }: FuzzSession, connection: Connection, input: FuzzCase): Promise<Sent> {
  const step = (verb: string, marks: object): void =>
    void run.recorder.record({ kind: "step", connection: connection.number, scenario: fuzzScenario, verb, ...marks });
  step(verbOf(input), marksOf(input));
  const settled = await deliver(run, surface.tools, connection, input);
  step("fence", {});
  const fence = await connection.session.request(eraOf(surface.revision) === "stateful" ? "ping" : "server/discover");
  return { alive: fence.kind !== "none", settled: settled && !connection.isOver() };
}

function verbOf(input: FuzzCase): string {
  return input.kind === "raw" ? "send" : input.kind;
}

/** A tool call is judged like any other; everything else only by the checks that ask for its tag, and by its framing. Where no answer is owed, there is no tag of a check. */
function marksOf(input: FuzzCase): object {
  if (input.kind === "call") return { tag: "fuzz-call" };
  if (input.kind !== "request" || !withinUsualLimits(input)) return { tag: "fuzz-message", deviant: true };
  const tag = input.what === "an odd id" ? "special-id" : input.what === "an unknown method" ? "unknown-method" : oddRequestTag;
  return { tag, deviant: true };
}

/** Whether whatever is owed has come. */
async function deliver(run: ServerRun, tools: readonly JsonObject[], { session }: Connection, input: FuzzCase): Promise<boolean> {
  switch (input.kind) {
    case "call": {
      const tool = tools.find(({ name }) => name === input.tool);
      const params = { name: input.tool, ...(input.arguments === undefined ? {} : { arguments: input.arguments }) };
      const schema = tool?.["inputSchema"];
      const answer = await session.request("tools/call", params, {
        timeoutMs: Math.min(toolPatienceMs, run.timeoutMs),
        ...(schema === undefined ? {} : { inputSchema: schema }),
      });
      return answer.kind !== "none" || answer.status !== undefined;
    }
    case "request": {
      const { method, params, meta, id } = input;
      const answer = await session.request(method, params, {
        ...(withinUsualLimits(input) ? {} : { timeoutMs: Math.min(notOwedMs, run.timeoutMs) }),
        ...(meta === undefined ? {} : { meta }),
        ...(id === undefined ? {} : { id }),
      });
      return answer.kind !== "none" || answer.status !== undefined;
    }
    case "notify":
      await session.notify(input.method, input.params);
      return true;
    case "raw": {
      const sent = session.sendRaw(input.text);
      if (sent.ended !== undefined) await within(run, sent.ended);
      return true;
    }
  }
}

async function within(run: ServerRun, done: Promise<unknown>): Promise<void> {
  await new Promise<void>((resolve) => {
    const cancel = run.clock.setTimeout(run.timeoutMs, resolve);
    void done.then(() => {
      cancel();
      resolve();
    });
  });
}
