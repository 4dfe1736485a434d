import { McpcheckError } from "../../../base/mcpcheck-error.ts";
import type { ProcessGuard } from "../../../transport/process/process-guard.ts";
import { environmentOf } from "./environment-of.ts";
import type { CaseSetting, OpenHost } from "../host-under-test.ts";
import { talkAtTerminal } from "./talk-at-terminal.ts";
import { packageFile } from "../../../base/files/package-file.ts";

/** The program as it is installed; it runs what was compiled, also when mcpcheck itself runs from its sources. */
const program = packageFile("bin/mcpcheck.js");

/** Longest that anything may take to appear on the terminal, in real ms. */
const patienceMs = 15_000;

/** The reference host at a terminal: one `chat` per step, with these words behind the model. */
export function openTerminal(setting: CaseSetting, words: readonly string[], guard: ProcessGuard): OpenHost {
  const { hostCase, directory, path, modelName, stop } = setting;
  const env = environmentOf(hostCase, { PATH: path, HOME: directory });
  const outputs: string[] = [];
  return {
    async perform(step) {
      if (!("terminal" in step)) throw new McpcheckError("harness", "a case at a terminal has no other steps");
      const command = [process.execPath, program, "chat", modelName, ...words];
      const answer = await talkAtTerminal({ command, env, cwd: directory, guard, stop, patienceMs }, step.terminal);
      outputs.push(answer.text);
      return answer;
    },
    close: () => Promise.resolve({ killed: false, output: outputs.join("\n") }),
  };
}
