import type { ModelRecord } from "../model-record.ts";
import type { FamilyPlan, PlannedScenario } from "../plan.ts";
import type { ModelServerUnderTest } from "../server/model-server.ts";

/** What playing a family takes. */
export type FamilyGame = {
  readonly server: ModelServerUnderTest;
  readonly record: ModelRecord;
  readonly plan: FamilyPlan;
  /** The model that plays scenarios cut into words, and the one for those cut into bytes, where there is one. */
  readonly models: { readonly word: string; readonly byte: string | undefined };
  /** Tokens of the turn with this marker. */
  readonly tokensOf: (marker: string) => number;
  /** Whether the server can be told to keep reasoning apart, where that is known. */
  readonly thinking: boolean | undefined;
  /** Whether models can be given tools. */
  readonly tools: boolean;
  /** How the server was told to treat the model: see `ModelSetting`. */
  readonly path: string;
  /** Settings of the sampler by the wire's own names. */
  readonly options: Readonly<Record<string, unknown>>;
};

/** A game of which is known whether the server lists tokens with log-probabilities. */
export type KnownGame = FamilyGame & { readonly listsTokens: boolean };

/** A request that is sent once more, by its number. */
export type Repeated = { readonly exchange: number };

/** How a scenario is played. */
export type Performance = {
  readonly scenario: PlannedScenario;
  readonly model: string;
  readonly streamed: boolean;
  /** The requests of its turns when they were sent before, where one was not answered in time. */
  readonly repeats?: readonly Repeated[];
};
