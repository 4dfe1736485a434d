import { McpcheckError } from "../../base/mcpcheck-error.ts";
import { mostTurns } from "./automaton/cast.ts";
import type { ScriptedModelSpec, ScriptedScenario } from "./scripted-model-spec.ts";

type MarkerAt = { readonly marker: string; readonly place: string };

/** Refuses what no model file can do before any work is done. @throws McpcheckError `usage` naming file and place */
export function validateSpec(spec: ScriptedModelSpec): void {
  for (const [index, scenario] of spec.scenarios.entries()) {
    validateTurns(scenario, spec);
    if (scenario.marker === undefined && index < spec.scenarios.length - 1)
      refuse(spec, scenario.place, `scenario ${scenario.id} has no marker, and others follow; only the last can do without`);
  }
  const markers = markersOf(spec);
  for (const one of markers) validateMarker(one, markers, spec);
}

function markersOf({ scenarios }: ScriptedModelSpec): readonly MarkerAt[] {
  return scenarios.flatMap(({ marker, place, turns }) => [
    ...(marker === undefined ? [] : [{ marker, place: `${place}/when/marker` }]),
    ...turns.flatMap((turn) => (turn.marker === undefined ? [] : [{ marker: turn.marker, place: `${turn.place}/marker` }])),
  ]);
}

function validateTurns({ id, turns, place }: ScriptedScenario, spec: ScriptedModelSpec): void {
  if (turns.length > mostTurns)
    refuse(spec, place, `scenario ${id} has ${turns.length} turns, and a model file tells at most ${mostTurns} apart`);
  const lost = turns.find((turn, index) => index > 1 && turn.marker === undefined);
  if (lost !== undefined)
    refuse(
      spec,
      lost.place,
      "a model file cannot count rounds: from the third on, a turn needs a marker that is in a tool result",
    );
  const second = turns[1];
  if (second !== undefined && second.marker === undefined && spec.family.toolResultSigns.length === 0)
    refuse(spec, second.place, `prompts of family ${spec.family.id} do not show tool results: the turn needs a marker`);
}

function validateMarker({ marker, place }: MarkerAt, all: readonly MarkerAt[], spec: ScriptedModelSpec): void {
  if (!/^[A-Z0-9_]{3,}$/.test(marker))
    refuse(spec, place, `the marker ${JSON.stringify(marker)} must be three or more of A-Z, 0-9 and _`);
  const other = all.find((one) => one.place !== place && one.marker.includes(marker));
  if (other !== undefined)
    refuse(
      spec,
      place,
      other.marker === marker
        ? `the marker ${marker} also appears at ${other.place}`
        : `the marker ${marker} is part of the marker ${other.marker} at ${other.place}; no marker may hold another`,
    );
  const said = spec.scenarios.flatMap(({ turns }) => turns).find(({ text }) => text.includes(marker));
  if (said !== undefined)
    refuse(
      spec,
      place,
      `the marker ${marker} appears in the text of ${said.place}, which would be in the prompt of the next turn`,
    );
  if (spec.family.chatTemplate.includes(marker) || spec.family.specials.some(({ text }) => text.includes(marker)))
    refuse(spec, place, `the marker ${marker} appears in prompts of family ${spec.family.id} anyway`);
}

function refuse({ file }: ScriptedModelSpec, place: string, message: string): never {
  throw new McpcheckError("usage", `${file}${place}: ${message}`);
}
