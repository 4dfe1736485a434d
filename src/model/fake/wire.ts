import type { ModelRequest } from "../model-backend.ts";
import type { Utterance } from "../player/utterance.ts";
import type { Inability } from "../script/model-script.ts";
import type { Answer } from "./answer.ts";
import type { Read, Refusal } from "../player/refusal.ts";
import type { FakeModel } from "./fake-model.ts";
import type { WireName } from "./wire-name.ts";

/** What an answer takes from outside the request. */
export type AnswerWorld = {
  /** Wall-clock time, for time stamps. */
  readonly date: () => Date;
  /** The number of the request: what ids are made of. */
  readonly sequence: number;
};

/** A chat as it was read: what every wire has, and how to answer on this one. */
export type ReadChat = {
  readonly request: ModelRequest;
  readonly answer: (utterance: Utterance, world: AnswerWorld) => Answer;
  /** Whether the model is asked to think. */
  readonly thinks: boolean;
  /** Answered without asking the model (Ollama: a request without messages only loads it). */
  readonly immediate?: (world: AnswerWorld) => string;
};

/** Who is asked, and at which path, with its query. */
export type AskedOf = { readonly fake: FakeModel; readonly target: string };

/** What a wire does in its own way: read a chat, write an answer, refuse. */
export type Wire = {
  readonly name: WireName;
  readonly readChat: (body: unknown, headers: Readonly<Record<string, string>>, asked: AskedOf) => Read<ReadChat>;
  readonly errorBody: (refusal: Refusal) => string;
  readonly badJson: (text: string) => Refusal;
  readonly unknownModel: (model: string) => Refusal;
  readonly lacking: (what: Inability, model: string) => Refusal;
};
