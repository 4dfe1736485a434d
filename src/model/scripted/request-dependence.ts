import type { Said, ScriptedCall, Split, Turn } from "../script/turn.ts";

/** A part of a turn that needs more than a text: where it is in the turn, and why a file cannot have it. */
export type RequestDependence = { readonly place: string; readonly reason: string };

const fixed = "a model file says fixed texts";

/** The first part of a turn that only a server can play: what depends on the request, and what happens on the wire. */
export function requestDependence(turn: Turn, split: Split | undefined): RequestDependence | undefined {
  const texts = (["reasoning", "say", "after", "raw"] as const).flatMap((member) => inText(turn[member], `/${member}`));
  const calls = (turn.calls ?? []).flatMap((call, index) => inCall(call, `/calls/${index}`));
  return [...texts, ...calls, ...onWire(turn, split)][0];
}

function inText(said: Said | undefined, place: string): readonly RequestDependence[] {
  if (said === undefined || typeof said === "string") return [];
  return said.flatMap((part, index) => {
    if (typeof part === "string" || "repeat" in part) return [];
    const [member = ""] = Object.keys(part);
    return [{ place: `${place}/${index}`, reason: `${fixed} and cannot repeat what is in the request ("${member}")` }];
  });
}

function inCall(call: ScriptedCall, place: string): readonly RequestDependence[] {
  const found: RequestDependence[] = [];
  if (typeof call.tool === "object")
    found.push({ place: `${place}/tool`, reason: `${fixed} and cannot choose among the tools of the request; give the name` });
  for (const member of ["sample", "asked", "vary"] as const) {
    if (call[member] === true)
      found.push({
        place: `${place}/${member}`,
        reason: `${fixed} and cannot make arguments from the request; give "arguments"`,
      });
  }
  if (call.as !== undefined)
    found.push({ place: `${place}/as`, reason: "how a server writes arguments is not in the model's hands" });
  return found;
}

function onWire(turn: Turn, split: Split | undefined): readonly RequestDependence[] {
  const found: RequestDependence[] = [];
  for (const member of ["fault", "finish", "usage"] as const) {
    if (turn[member] !== undefined)
      found.push({ place: `/${member}`, reason: "that is for the server; a model file only says texts" });
  }
  if ((turn.rounds ?? 1) > 1)
    found.push({ place: "/rounds", reason: "a model file cannot count rounds; use markers in tool results" });
  if (split === "asked") found.push({ place: "/split", reason: `${fixed} and cannot be cut as the user asks` });
  return found;
}
