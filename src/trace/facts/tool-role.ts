/** What a tool can be good for when it is known which one it is: the roles a hints file can name a tool for. */
export const toolRoles = [
  "slow",
  "elicits",
  "samples",
  "lists-roots",
  "fails",
  "progress",
  "logs",
  "changes-list",
  "structured",
  "keeps-state",
] as const;

/** A role of a tool. */
export type ToolRole = (typeof toolRoles)[number];

/** A role a scenario can ask for; `asks` is a tool that asks the client for anything: the user, its model or its roots. */
export type WantedRole = ToolRole | "asks";

/** The roles each of which fills a role a scenario asks for. */
export function rolesFor(wanted: WantedRole): readonly ToolRole[] {
  return wanted === "asks" ? ["elicits", "samples", "lists-roots"] : [wanted];
}
