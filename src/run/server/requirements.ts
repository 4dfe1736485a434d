import { type JsonObject, valueAt } from "../../jsonrpc/json.ts";
import { capabilityPath, capabilityWords } from "../../spec/capability-path.ts";
import { scopesDemanded } from "../../trace/facts/authorization.ts";
import { listed } from "../../trace/facts/server-facts.ts";
import { traceOf } from "../../trace/trace.ts";
import { rolesFor, type WantedRole } from "../../trace/facts/tool-role.ts";
import type { Requirement, Scenario, ToolRequirement } from "../../suite/scenario.ts";
import { mirroredCall } from "./mirrored-call.ts";
import { listedItems, type SessionState } from "./session-state.ts";
import { toolsForRole } from "./roles/tools-for-role.ts";
import { isReadOnly, pathArguments, requiredOf, toolArguments } from "./tool-choice.ts";

/**
 * Why a scenario cannot run on this server, as a sentence that says what would change it; undefined when it can. `part` leaves out
 * the requirements that are looked at on a connection of the session, or all others: none is opened for what cannot run anyway.
 */
export async function unmetRequirement(
  state: SessionState,
  scenario: Scenario,
  part?: "before-connecting" | "connected",
): Promise<string | undefined> {
  for (const requirement of scenario.requires ?? []) {
    if (part !== undefined && takesConnection(scenario, requirement) !== (part === "connected")) continue;
    const reason = await unmet(state, scenario, requirement);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

/** What is listed is seen on the connection itself, but where a scenario compares with what the main one has shown. */
const takesConnection = ({ compares }: Scenario, requirement: Requirement): boolean =>
  "listed" in requirement || ("tool" in requirement && compares !== true);

async function unmet(state: SessionState, scenario: Scenario, requirement: Requirement): Promise<string | undefined> {
  if ("capability" in requirement) {
    const value = valueAt(state.announced, "capabilities", ...capabilityPath(requirement.capability));
    return value === undefined || value === false
      ? `the server does not declare ${capabilityWords(requirement.capability)}`
      : undefined;
  }
  if ("role" in requirement) return await unmetRole(state, scenario, requirement.role);
  if ("token" in requirement && requirement.token === "challenged")
    return scopesDemanded(traceOf(state.run.recorder.trace(), state.revision)).length === 0
      ? "nothing was refused for too little scope that named the scopes it takes"
      : undefined;
  if ("token" in requirement)
    return state.run.tokens?.[requirement.token] === undefined
      ? `there is no token of the kind ${requirement.token} (--auth says how the server is told whom to trust)`
      : undefined;
  if ("header" in requirement && requirement.header === "none")
    return (state.run.headers?.size ?? 0) === 0 ? undefined : "requests carry headers that may tell who sends them (--header)";
  if ("header" in requirement)
    return state.run.headers?.has(requirement.header) === true
      ? undefined
      : `requests carry no ${requirement.header} (--header 'Authorization: …' gives them one)`;
  if ("machine" in requirement && requirement.machine === "files")
    return state.run.boundary === undefined
      ? "the server is not on this machine, or its command opens the folder of temporary files to it"
      : undefined;
  if ("machine" in requirement)
    return state.run.otherAddress === undefined
      ? "the server is not on this machine, or the machine has no second loopback address"
      : undefined;
  if ("listed" in requirement) {
    const items = await listedItems(state, requirement.listed);
    return items.length === 0 ? `the server lists no ${requirement.listed}` : undefined;
  }
  return await unmetTool(state, requirement.tool);
}

const doings: Readonly<Record<WantedRole, string>> = {
  slow: "take its time",
  elicits: "ask the user",
  samples: "ask the client's model",
  "lists-roots": "ask for the roots",
  asks: "ask the client for anything",
  fails: "fail",
  progress: "report progress",
  logs: "log",
  "changes-list": "change a list",
  structured: "answer with structured content",
  "keeps-state": "set a requestState",
};

/** Notes in the trace by which tool a role is filled, and why that one. */
async function unmetRole(state: SessionState, scenario: Scenario, wanted: WantedRole): Promise<string | undefined> {
  const filled = await toolsForRole(state, wanted);
  for (const { role, tool, by, evidence } of filled)
    state.run.recorder.record({
      kind: "role",
      connection: state.connection?.number ?? state.home,
      scenario: scenario.id,
      role,
      tool,
      by,
      ...(evidence === undefined ? {} : { evidence }),
    });
  return filled.length > 0
    ? undefined
    : `no tool was seen to ${doings[wanted]}, and no hints file names one (--hints, role "${rolesFor(wanted).join('" or "')}")`;
}

async function unmetTool(state: SessionState, kind: ToolRequirement): Promise<string | undefined> {
  const tools = (await knownTools(state)).filter((tool) => isReadOnly(tool) || state.run.allowWrites);
  if (tools.length === 0) return "no tool is annotated readOnlyHint: true, and --allow-writes was not given";
  const fits = {
    "read-only": () => tools.some((tool) => toolArguments(tool, "valid") !== undefined),
    "read-only-with-required": () =>
      tools.some((tool) => requiredOf(tool).length > 0 && toolArguments(tool, "missing") !== undefined),
    "read-only-typed": () => tools.some((tool) => toolArguments(tool, "mistyped") !== undefined),
    "read-only-path": () => tools.some((tool) => pathArguments(tool, "") !== undefined),
    "read-only-mirrored": () => tools.some((tool) => mirroredCall(tool, "missing") !== undefined),
    "read-only-mirrored-text": () => tools.some((tool) => mirroredCall(tool, "beyond-ascii") !== undefined),
    "read-only-mirrored-integer": () => tools.some((tool) => mirroredCall(tool, "other-digits") !== undefined),
  };
  const lacks = {
    "read-only": "arguments could be derived for no tool that may be called",
    "read-only-with-required": "no tool that may be called has a required argument",
    "read-only-typed": "no tool that may be called has a typed argument",
    "read-only-path": "no tool that may be called takes the path of a file",
    "read-only-mirrored": "no tool that may be called has an argument with x-mcp-header",
    "read-only-mirrored-text": "no tool that may be called has a free text with x-mcp-header",
    "read-only-mirrored-integer": "no tool that may be called has an integer with x-mcp-header",
  };
  return fits[kind]() ? undefined : lacks[kind];
}

/** The tools of the open connection; before there is one, those the main connection listed: it is not opened for nothing. */
async function knownTools(state: SessionState): Promise<readonly JsonObject[]> {
  if (state.connection !== undefined) return await listedItems(state, "tools");
  await state.learning.over;
  const seen = listed(traceOf(state.run.recorder.trace(), state.revision), "tools");
  return [...new Map(seen.map(({ item }) => [item["name"], item])).values()];
}
