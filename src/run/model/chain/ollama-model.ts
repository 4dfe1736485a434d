import type { ModelFamily, OllamaSettings } from "../../../model/scripted/families/family.ts";
import { specOfScript } from "../../../model/scripted/spec-of-script.ts";
import type { ModelScript } from "../../../model/script/model-script.ts";
import { monotonicMs } from "../../host/case/case-record.ts";
import { openFakeModel, type OpenCaseModel } from "../../host/case/case-model.ts";
import { McpcheckError } from "../../../base/mcpcheck-error.ts";
import type { Compile } from "../model-job-setup.ts";
import type { ModelServerUnderTest } from "../server/model-server.ts";
import { createOllamaModel, removeOllamaModel } from "../server/ollama-models.ts";
import { serveModelProxy } from "./model-proxy.ts";

/** What making the models of cases on a real Ollama takes. */
export type OllamaModels = {
  readonly server: ModelServerUnderTest;
  readonly family: ModelFamily;
  readonly settings: OllamaSettings;
  readonly compile: Compile;
  readonly suffix: string;
};

/** Tokens of context: byte tokens make every tool some hundred tokens long. */
const parameters = { num_ctx: 16_384, temperature: 0, num_thread: 1 } as const;

/**
 * Makes the model of a case on a real Ollama: the script compiled to a model file, a recorder in front of the server. What a
 * case does not script itself (the control) is played by a fake model.
 */
export function ollamaModels({ server, family, settings, compile, suffix }: OllamaModels): OpenCaseModel {
  let made = 0;
  return async (script: ModelScript, clock) => {
    if (script.id !== "case") return await openFakeModel(script, clock);
    made += 1;
    const name = `mcpcheck-chain-${family.id}-${made}-${suffix}`.toLowerCase();
    const remove = (): Promise<void> => removeOllamaModel(server, name);
    try {
      const file = compile(specOfScript(script, family, `suites/host-model (${script.title})`)).gguf();
      const { tools } = await createOllamaModel(server, name, file, settings, parameters);
      if (!tools)
        throw new McpcheckError("subject", `the server says that models of the family ${family.id} cannot be given tools`);
      const proxy = await serveModelProxy(new URL(server.url), server.headers, monotonicMs);
      return {
        url: proxy.url,
        name,
        requests: proxy.requests,
        close: async () => {
          await proxy.close();
          await remove();
        },
      };
    } catch (error) {
      await remove();
      throw error;
    }
  };
}
