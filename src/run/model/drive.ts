import type { CompiledModel } from "../../model/scripted/compiled-model.ts";
import type { ScriptedModelSpec } from "../../model/scripted/scripted-model-spec.ts";
import type { ModelRecord } from "./model-record.ts";
import type { ModelServerUnderTest } from "./server/model-server.ts";
import { createOllamaModel, removeOllamaModel, unloadOllamaModel } from "./server/ollama-models.ts";
import { type FamilyPlan, planFamily, specOfPlan } from "./plan.ts";
import { playFamily } from "./play/play-family.ts";
import type { ModelJobSetup } from "./model-job-setup.ts";
import type { Round } from "./model-round.ts";

/** Makes the models of a round, has them played, and removes them. */
export async function playRound(
  setup: ModelJobSetup,
  server: ModelServerUnderTest,
  { family, path, how }: Round,
  record: ModelRecord,
): Promise<void> {
  const plan = planFamily(family, setup.suites, server.api);
  if ("model" in how) {
    const compiled = setup.compile(specOfPlan(plan, "word"));
    await playFamily({
      server,
      record,
      plan,
      models: { word: how.model, byte: undefined },
      tokensOf: tokensIn(compiled),
      thinking: undefined,
      tools: true,
      path,
      options: { temperature: 0 },
    });
    return;
  }
  const files = compileBoth(setup, plan, path);
  const name = (cut: string): string =>
    `mcpcheck-${family.id}-${path}${cut === "byte" ? "-bytes" : ""}-${setup.suffix}`.toLowerCase();
  const parameters = { num_ctx: contextLength, temperature: 0 };
  const made: string[] = [];
  try {
    made.push(name("word"));
    const { tools, thinking } = await createOllamaModel(server, name("word"), files.word.gguf(), how.settings, parameters);
    if (files.byte !== undefined) {
      made.push(name("byte"));
      await createOllamaModel(server, name("byte"), files.byte.gguf(), how.settings, parameters);
    }
    await playFamily({
      server,
      record,
      plan,
      models: { word: name("word"), byte: files.byte === undefined ? undefined : name("byte") },
      tokensOf: tokensIn(files.word, files.byte),
      thinking,
      tools,
      path,
      options: ollamaOptions,
    });
  } finally {
    // A model whose runner hangs is let go as well: another file has a runner of its own, and is not to be judged beside it.
    for (const model of made) await unloadOllamaModel(server, model);
    if (!setup.keep) for (const model of made) await removeOllamaModel(server, model);
  }
}

/** Tokens of context: byte tokens make a prompt with two tools some thousand tokens long. */
const contextLength = 16_384;

/** One thread: for a model of some hundred kilobytes more only wait for each other. */
const ollamaOptions = { temperature: 0, num_ctx: contextLength, num_thread: 1 } as const;

/**
 * The files of a round. No two rounds have the same file: Ollama runs models of one file in one process, and one that hangs would be
 * blamed on the next.
 */
function compileBoth(
  { compile, suffix }: ModelJobSetup,
  plan: FamilyPlan,
  path: string,
): { readonly word: CompiledModel; readonly byte: CompiledModel | undefined } {
  const own = (cut: "word" | "byte"): ScriptedModelSpec => {
    const spec = specOfPlan(plan, cut);
    return { ...spec, id: `${spec.id}-${path}-${suffix}` };
  };
  const bytes = own("byte");
  return {
    word: compile(own("word")),
    byte: bytes.scenarios.length === 0 ? undefined : compile(bytes, { pieces: "byte", tokenizer: "bpe" }),
  };
}

function tokensIn(...models: readonly (CompiledModel | undefined)[]): (marker: string) => number {
  const turns = models.flatMap((model) => (model === undefined ? [] : model.scenarios.flatMap((scenario) => scenario.turns)));
  const counts = new Map(turns.map(({ marker, tokenCount }) => [marker, tokenCount]));
  return (marker) => counts.get(marker) ?? 0;
}
