import { McpcheckError } from "../../../base/mcpcheck-error.ts";
import type { ProcessGuard } from "../../../transport/process/process-guard.ts";
import { environmentOf } from "./environment-of.ts";
import { startHostProcess } from "./host-process.ts";
import { type CaseSetting, nextToolCall, type OpenHost } from "../host-under-test.ts";
import { processAnswer } from "./process-answer.ts";
import { packageFile } from "../../../base/files/package-file.ts";

/** The program as it is installed; it runs what was compiled, also when mcpcheck itself runs from its sources. */
const program = packageFile("bin/mcpcheck.js");

const runMs = 20_000;

/** The reference host on its command line: one process per step, at home in the directory of the case. */
export function openCommandLine({ hostCase, directory, path, record, stop }: CaseSetting, guard: ProcessGuard): OpenHost {
  const env = environmentOf(hostCase, { PATH: path, HOME: directory });
  const outputs: string[] = [];
  return {
    async perform(step) {
      if (!("cli" in step)) throw new McpcheckError("harness", "a case of the command line has no other steps");
      const { args, stdin = "", signal } = step.cli;
      const started = startHostProcess({ command: [process.execPath, program, ...args], cwd: directory, env, guard, stdin });
      if (signal !== undefined) void nextToolCall(record).then(() => started.kill(signal));
      const answer = await processAnswer(started, runMs, stop);
      outputs.push(answer.text, answer.aside);
      started.end();
      return answer;
    },
    close: () => Promise.resolve({ killed: false, output: outputs.join("") }),
  };
}
