import type { ModelCheck } from "../../check/model/model-check.ts";
import type { ModelFamily } from "../../model/scripted/families/family.ts";
import type { CompiledModel, CompileOptions } from "../../model/scripted/compiled-model.ts";
import type { ScriptedModelSpec } from "../../model/scripted/scripted-model-spec.ts";
import type { Subject, Trace } from "../../trace/trace.ts";
import type { ModelServerUnderTest } from "./server/model-server.ts";
import { type ModelPath } from "./model-paths.ts";
import type { ModelSuite } from "./model-suite.ts";

/** Compiles a script to a model file. */
export type Compile = (spec: ScriptedModelSpec, options?: CompileOptions) => CompiledModel;

/** What judging one inference server takes. */
export type ModelJobSetup = {
  readonly id: string;
  readonly server: Omit<ModelServerUnderTest, "stop">;
  readonly subject: Subject;
  readonly families: readonly ModelFamily[];
  readonly suites: readonly ModelSuite[];
  readonly checks: readonly ModelCheck[];
  /** Ollama: the ways each family is judged on; undefined: those its version has something for. */
  readonly paths: readonly ModelPath[] | undefined;
  /** OpenAI's wire: the model that already serves the file of the one family. */
  readonly model: string | undefined;
  /** Leave the models that were made on the server. */
  readonly keep: boolean;
  readonly bail: boolean;
  readonly argv: readonly string[];
  readonly compile: Compile;
  /** Ends the names of models that are made, so that two runs do not meet. */
  readonly suffix: string;
  /** Milliseconds the whole judgement may take. */
  readonly budgetMs: number;
  readonly keepTrace?: (trace: Trace) => void;
};
