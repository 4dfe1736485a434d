import type { CompiledModel, CompiledTurn } from "../compiled-model.ts";
import type { ReferenceModel } from "./reference-model.ts";
import type { FileTokenizer } from "./file-tokenizer.ts";

/** A model read back from the bytes of its file. */
export type LoadedModel = {
  readonly tokenizer: FileTokenizer;
  /** Tokens every prompt begins with. */
  readonly bos: readonly number[];
  readonly ends: ReadonlySet<number>;
  /** A run of the model with nothing read yet. */
  readonly start: () => ReferenceModel;
};

/** What a file says to the prompt of a turn. */
export type TurnVerification = {
  readonly scenario: string;
  readonly turn: number;
  readonly text: string;
  /** Whether it said the scripted text, token by token, and then the scripted end. */
  readonly exact: boolean;
  /** By how many logits the token said came before every other, at the closest. */
  readonly gap: number;
};

/** Plays every turn of a compiled model with the file read back, prompts in several forms, and compares. */
export function verifyModel(model: CompiledModel, loaded: LoadedModel): readonly TurnVerification[] {
  return model.scenarios.flatMap(({ id, turns }) =>
    turns.flatMap((turn, index) =>
      promptsOf(model, turn).map((prompt) => ({ scenario: id, turn: index, ...played(turn, loaded, prompt) })),
    ),
  );
}

/** A prompt that cues a turn. */
export function promptsOf({ family }: Pick<CompiledModel, "family">, turn: CompiledTurn): readonly string[] {
  const user = turn.marker === null ? "hello" : `hello ${turn.marker}!`;
  const sign = family.toolResultSigns[0] ?? "";
  const asked = `user: ${user}`;
  if (turn.afterToolResult === true) return [`${asked}\n${sign} 21 °C\nassistant:\n`];
  if (turn.afterToolResult === false) return [`${asked}\nassistant:\n`];
  return [`${asked}\nassistant:\n`, `${asked}\n${sign} 21 °C\nassistant:\n`];
}

function played(
  turn: CompiledTurn,
  { tokenizer, bos, ends, start }: LoadedModel,
  prompt: string,
): Omit<TurnVerification, "scenario" | "turn"> {
  const model = start();
  let logits = (): Float64Array => new Float64Array();
  for (const token of [...bos, ...tokenizer.encode(prompt)]) logits = model.feed(token);
  const said: number[] = [];
  let gap = Number.POSITIVE_INFINITY;
  let token = -1;
  while (said.length <= turn.tokenCount) {
    const best = bestOf(logits());
    gap = Math.min(gap, best.gap);
    token = best.token;
    if (ends.has(token)) break;
    said.push(token);
    logits = model.feed(token);
  }
  const text = new TextDecoder().decode(Uint8Array.from(said.flatMap((one) => [...tokenizer.decode(one)])));
  const exact =
    text === turn.text &&
    said.length === turn.tokenCount &&
    said.every((one, index) => one === turn.tokenIds[index]) &&
    new TextDecoder().decode(tokenizer.decode(token)) === turn.end;
  return { text, exact, gap };
}

function bestOf(logits: Float64Array): { readonly token: number; readonly gap: number } {
  let token = 0;
  let second = Number.NEGATIVE_INFINITY;
  for (let id = 1; id < logits.length; id++) {
    const logit = logits[id] as number;
    const best = logits[token] as number;
    if (logit > best) {
      second = best;
      token = id;
    } else if (logit > second) second = logit;
  }
  return { token, gap: (logits[token] ?? 0) - second };
}
