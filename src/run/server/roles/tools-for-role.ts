import type { JsonObject } from "../../../jsonrpc/json.ts";
import { rolesFor, type ToolRole, type WantedRole } from "../../../trace/facts/tool-role.ts";
import { heardOutMs, type Sighting } from "../../../trace/facts/tools/tools-seen.ts";
import type { SessionState } from "../session-state.ts";

/** A tool that fills a role, because a hint says so or because it was seen to; `ms` is how long its calls took at most. */
export type RoleFilled = {
  readonly role: ToolRole;
  readonly tool: string;
  /** The arguments it did that with; absent where a hint names none. */
  readonly arguments?: JsonObject;
  readonly by: "hint" | "seen";
  readonly evidence?: number;
  readonly ms?: number;
};

/** The most tools that are called for one role. */
const mostTools = 3;

/** A tool that was never seen to come to an end, or after so long, is only good for being slow, in ms of a quiet machine. */
const longestMs = 2000;

const isFit = ({ role, answered, ms }: Sighting, stretch: number): boolean =>
  role === "slow" || (answered && ms <= longestMs * stretch);

/** The tools that fill a role: those that hints name, else those that were seen to. Waits until the tools were looked at. */
export async function toolsForRole(state: SessionState, wanted: WantedRole): Promise<readonly RoleFilled[]> {
  const roles = rolesFor(wanted);
  const hinted = roles.flatMap((role): RoleFilled[] => {
    const hint = state.run.hints[role];
    if (hint === undefined) return [];
    return [{ role, tool: hint.tool, by: "hint", ...(hint.arguments === undefined ? {} : { arguments: hint.arguments }) }];
  });
  if (hinted.length > 0) return hinted;
  await state.learning.over;
  const seen = state.learning.seen();
  const stretch = state.run.pace.stretch();
  const filled = roles.flatMap((role) =>
    (seen.get(role) ?? [])
      .filter((one) => isFit(one, stretch))
      .map((one): RoleFilled => ({
        role,
        tool: one.tool,
        arguments: one.arguments,
        by: "seen",
        evidence: one.seq,
        ms: one.answered && (one.role !== "slow" || one.quickest <= heardOutMs) ? one.longest : Infinity,
      })),
  );
  const tools = new Set<string>();
  return filled.filter(({ tool }) => !tools.has(tool) && tools.add(tool)).slice(0, mostTools);
}
