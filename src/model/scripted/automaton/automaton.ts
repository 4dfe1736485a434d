import { McpcheckError } from "../../../base/mcpcheck-error.ts";
import type { CompileOptions, TokenizerKind } from "../compiled-model.ts";
import type { ScriptedModelSpec, ScriptedScenario, ScriptedTurn } from "../scripted-model-spec.ts";
import { seededRandom } from "../seeded-random.ts";
import { type CastTurn, castScenario } from "./cast.ts";
import { type ChainTools, chainOf } from "./chain.ts";
import { endTexts } from "./end-texts.ts";
import { type Segment, segmentsOf } from "./segments.ts";
import { spellerOf } from "./speller.ts";
import { createStepPool } from "./step-pool.ts";
import type { Step, UniqueStep } from "./step.ts";
import { type Start, type Transition, transitionsOf, untellable } from "./transition.ts";

/** A turn with the steps that say it. */
export type SaidTurn = CastTurn & { readonly step: Step; readonly end: string };

/** A script as steps: what the weights are made from. */
export type Automaton = {
  readonly turns: readonly SaidTurn[];
  /** What is said when no marker appears in the prompt. */
  readonly otherwise: Step;
  readonly transitions: readonly Transition[];
  readonly uniques: readonly UniqueStep[];
  /** Markers by rank in their scenario. */
  readonly markers: ReadonlyMap<string, number>;
};

/** The seed of odd cuts: one script, one file. */
const seed = 0x6d637063;

/** The automaton of a script. @throws McpcheckError `usage` with file and place when a text cannot be said */
export function automatonOf(
  spec: ScriptedModelSpec,
  tokenizer: TokenizerKind,
  pieces: CompileOptions["pieces"] = "word",
): Automaton {
  const { family } = spec;
  const specials = [...new Set([...family.specials.map(({ text }) => text), ...family.toolResultSigns])];
  const scenarios = spec.scenarios.some(({ marker }) => marker === undefined)
    ? spec.scenarios
    : [...spec.scenarios, silence(spec.id)];
  const cast = scenarios.flatMap(castScenario);
  const cues = cast.flatMap((one) => one.cues);
  const markers = new Map(cues.flatMap(({ marker, rank }) => (marker === null ? [] : [[marker, rank] as const])));
  const tools: ChainTools = {
    pool: createStepPool(new Set([...endTexts, ...specials, ...markers.keys()])),
    speller: spellerOf(tokenizer),
    random: seededRandom(seed),
  };
  const turns = cast.map((one): SaidTurn => {
    const place = `${spec.file}${one.turn.place}`;
    const { segments, end } = segmentsOfTurn(one.turn, specials, spec, place);
    const cut = one.turn.pieces === undefined ? pieces : spread(one.turn.pieces, segments, place);
    const step = chainOf(segments, tools.pool.end(end), cut, tools);
    if ("uncuttable" in step) throw uncuttable(place, step.uncuttable);
    const reason = untellable(step);
    if (reason !== undefined) throw new McpcheckError("usage", `${place}: ${reason}`);
    return { ...one, step, end };
  });
  const starts = turns.flatMap(({ cues: own, step }) => own.map((cue): Start => ({ ...cue, step })));
  const otherwise = starts.find(({ marker }) => marker === null)?.step ?? tools.pool.end(family.eos);
  const uniques = tools.pool.uniques();
  return { turns, otherwise, transitions: transitionsOf(starts, uniques), uniques, markers };
}

/** What a model says whose script has nothing for a prompt. */
function silence(id: string): ScriptedScenario {
  return { id: "no-scenario", place: "", turns: [{ text: `NO-SCENARIO of ${id} applies`, plain: true, place: "" }] };
}

type TurnSegments = { readonly segments: readonly Segment[]; readonly end: string };

/** A text may end with the special that ends the answer, but must not hold one before. */
function segmentsOfTurn(turn: ScriptedTurn, specials: readonly string[], spec: ScriptedModelSpec, place: string): TurnSegments {
  const { ends, eos } = spec.family;
  const all = segmentsOf(turn.text, turn.plain === true ? [] : specials);
  const last = all.at(-1);
  const ending = last !== undefined && "special" in last && ends.includes(last.special) ? last.special : undefined;
  const segments = ending === undefined ? all : all.slice(0, -1);
  const early = segments.find((segment) => "special" in segment && ends.includes(segment.special));
  if (early !== undefined && "special" in early)
    throw new McpcheckError(
      "usage",
      `${place}: ${early.special} ends the answer of ${spec.family.id} models, and more text follows; ` +
        'make it two turns, or say special tokens as text ("ids": false)',
    );
  const sign = segments.find((segment) => "special" in segment && spec.family.toolResultSigns.includes(segment.special));
  if (sign !== undefined && "special" in sign)
    throw new McpcheckError(
      "usage",
      `${place}: ${sign.special} is how the model file knows a tool result, and cannot be said as a special token; ` +
        'say special tokens as text ("ids": false)',
    );
  return { segments, end: ending ?? eos };
}

/** Pieces of a whole text dealt out to its segments. */
function spread(pieces: readonly string[], segments: readonly Segment[], place: string): readonly (readonly string[])[] {
  const left = [...pieces];
  const taken = segments.map((segment) => {
    const text = "text" in segment ? segment.text : segment.special;
    const own: string[] = [];
    while (own.join("").length < text.length && left.length > 0) own.push(left.shift() ?? "");
    if (own.join("") !== text)
      throw new McpcheckError(
        "usage",
        `${place}: the pieces do not add up to ${JSON.stringify(text)}; a special token is a piece of its own`,
      );
    return own;
  });
  return taken;
}

function uncuttable(place: string, text: string): McpcheckError {
  return new McpcheckError(
    "usage",
    `${place}: ${text} cannot be cut into tokens that stand nowhere else; use the tokenizer spm, or leave the pieces to mcpcheck`,
  );
}
