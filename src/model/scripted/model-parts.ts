import type { CompiledModel } from "./compiled-model.ts";
import type { Vocabulary } from "./vocabulary.ts";
import type { ModelShape, ModelWeights } from "./weights/model-weights.ts";

/** What the writers of files need of a compiled model. */
export type ModelParts = Omit<CompiledModel, "gguf" | "huggingFace"> & {
  readonly idOf: Vocabulary["idOf"];
  readonly weights: ModelWeights;
  readonly shape: ModelShape;
};
