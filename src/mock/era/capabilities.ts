import type { JsonObject } from "../../jsonrpc/json.ts";
import { type Revision, eraOf, inRange, revisions } from "../../spec/revision.ts";
import { extensionIds } from "../../spec/extensions.ts";
import type { MockScript } from "../script/script.ts";

/** The revisions a script speaks, oldest first. */
export function spokenRevisions(script: MockScript): readonly Revision[] {
  return revisions.filter((revision) => script.revisions === undefined || script.revisions.includes(revision));
}

/** The revisions of one era a script speaks, oldest first. */
export function spokenIn(script: MockScript, era: "stateful" | "stateless"): readonly Revision[] {
  return spokenRevisions(script).filter((revision) => eraOf(revision) === era);
}

/** Whether a script has something to complete. */
export function completes(script: MockScript): boolean {
  return (
    (script.resourceTemplates ?? []).length > 0 ||
    (script.prompts ?? []).some((prompt) => (prompt.arguments ?? []).some((argument) => argument.completes !== undefined))
  );
}

/** The capabilities a script's contents amount to, as a revision words them. */
export function capabilitiesOf(script: MockScript, revision: Revision): JsonObject {
  const listChanged = script.listChanged ?? true;
  const lists = listChanged ? { listChanged } : {};
  const subscribe = script.subscribe ?? true;
  return {
    ...(script.tools === undefined ? {} : { tools: lists }),
    ...(offersResources(script) ? { resources: subscribe ? { subscribe, ...lists } : lists } : {}),
    ...(script.prompts === undefined ? {} : { prompts: lists }),
    ...(script.logging === true ? { logging: {} } : {}),
    ...(completes(script) && revision >= "2025-03-26" ? { completions: {} } : {}),
    ...(script.extensions === undefined ? {} : { extensions: script.extensions }),
    ...(hasTasks(script, revision) ? { tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } } } : {}),
  };
}

/** Whether tool calls may become tasks: experimental in 2025-11-25 and an extension afterwards. */
export function hasTasks(script: MockScript, revision: Revision): boolean {
  return script.tasks === true && inRange(revision, "2025-11-25", "2025-11-25");
}

/** Whether a script has tasks by the extension, which is for the stateless revisions. */
export function hasTaskHandles(script: MockScript, revision: Revision): boolean {
  return script.extensions?.[extensionIds.tasks] !== undefined && eraOf(revision) === "stateless";
}

/** Whether a script has resources or templates. */
export function offersResources(script: MockScript): boolean {
  return script.resources !== undefined || script.resourceTemplates !== undefined;
}
