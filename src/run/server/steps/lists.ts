import { valueAt, isArray, type JsonObject } from "../../../jsonrpc/json.ts";
import type { CompleteStep, ListStep, PromptStep, ReadStep } from "../../../suite/scenario.ts";
import type { RequestOptions } from "../../../session/client-session.ts";
import type { Connection } from "../connection.ts";
import { completedTemplate, variableOf } from "../../../trace/facts/template-uri.ts";
import { readSkillDirectories, readSkills } from "./read-skills.ts";
import { viewLink } from "../../../trace/facts/extensions/app-views.ts";
import { outsideUris } from "./outside-uris.ts";
import { walkList } from "../surface.ts";
import { leaveInBackground, listedItems, type SessionState } from "../session-state.ts";

/** The most items of a list that are read or got one by one. */
export const maxItems = 10;

/** A name no server has, and a URI likewise. */
export const noSuchName = "mcpcheck-no-such-name-7f3a";
const noSuchUri = "mcpcheck://no-such-resource/7f3a";

/** Walks a list afresh, even when it was walked before: lists may be compared. */
export async function list(state: SessionState, { session }: Connection, step: ListStep): Promise<void> {
  state.surface.delete(step.list);
  const other = step.twice === true ? walkList(session, step.list, state.run.stop) : undefined;
  await listedItems(state, step.list);
  await other;
}

/** Reads listed resources, one that does not exist, what lies outside of the listed ones, or what templates lead to; all at once, as hosts do. */
export async function read(state: SessionState, { session }: Connection, step: ReadStep): Promise<void> {
  if (step.read === "skills") return await readSkills(session);
  if (step.read === "skill-directories") return await readSkillDirectories(session);
  const uris = step.read === "completed" ? await completedUris(state, session) : await urisFor(state, step.read);
  const pending = uris.map((uri) => session.begin("resources/read", { uri }, headersOf(step)));
  if (step.background === true) leaveInBackground(state, pending.at(-1));
  else await Promise.all(pending.map(async ({ answer }) => await answer));
}

async function urisFor(
  state: SessionState,
  choice: Exclude<ReadStep["read"], "completed" | "skills" | "skill-directories">,
): Promise<string[]> {
  if (choice === "unknown") return [noSuchUri];
  if (choice === "views") return viewsOf(await listedItems(state, "tools")).slice(0, maxItems);
  const uris = namesOf(await listedItems(state, "resources"), "uri");
  if (choice === "outside") return outsideUris(uris, namesOf(await listedItems(state, "resourceTemplates"), "uriTemplate"));
  return uris.slice(0, choice === "one" ? 1 : maxItems);
}

/** The views tools are linked to, each once. */
function viewsOf(tools: readonly JsonObject[]): string[] {
  const linked = tools.map((tool) => viewLink(tool)).filter((uri) => typeof uri === "string");
  return [...new Set(linked)];
}

/** What a user may have begun to write: not all servers offer everything for nothing. */
const beginnings = ["", "1", "a"];

/** The URIs that templates with one variable give with a value the server offers for it. */
async function completedUris(state: SessionState, session: Connection["session"]): Promise<string[]> {
  const templates = namesOf(await listedItems(state, "resourceTemplates"), "uriTemplate");
  const known = templates.filter((one) => variableOf(one) !== undefined).slice(0, maxItems);
  const found = await Promise.all(known.map(async (uri) => await completedUri(session, uri)));
  return found.filter((uri) => uri !== undefined);
}

async function completedUri(session: Connection["session"], uri: string): Promise<string | undefined> {
  for (const value of beginnings) {
    const params = { ref: { type: "ref/resource", uri }, argument: { name: variableOf(uri) ?? "", value } };
    const answer = await session.request("completion/complete", params);
    if (answer.kind !== "result") return undefined;
    const found = completedTemplate(params, answer.frame.result);
    if (found !== undefined) return found.uri;
  }
  return undefined;
}

/** Gets listed prompts, all at once, or one that does not exist. */
export async function prompt(state: SessionState, { session }: Connection, step: PromptStep): Promise<void> {
  if (step.prompt === "unknown") {
    await session.request("prompts/get", { name: noSuchName });
    return;
  }
  const choice = step.arguments ?? "valid";
  const prompts = (await listedItems(state, "prompts")).filter(
    (item) => choice !== "missing" || requiredArguments(item).length > 0,
  );
  const wanted = prompts.slice(0, step.prompt === "one" ? 1 : maxItems);
  await Promise.all(wanted.map(async (item) => await getPrompt(session, item, step)));
}

async function getPrompt(session: Connection["session"], item: JsonObject, step: PromptStep): Promise<void> {
  const choice = step.arguments ?? "valid";
  const given = typeof choice === "object" ? choice : promptArguments(item, choice === "missing");
  const name = item["name"] ?? "";
  const bare = Object.keys(given).length === 0;
  const answer = await session.request("prompts/get", bare ? { name } : { name, arguments: given }, headersOf(step));
  // The member is optional, and some libraries want it all the same: only then does it tell whether the prompt is there.
  if (bare && choice !== "missing" && answer.kind === "error")
    await session.request("prompts/get", { name, arguments: {} }, headersOf(step));
}

/** Asks for completions of the first argument that can have any. */
export async function complete(state: SessionState, { session }: Connection, step: CompleteStep): Promise<void> {
  const target = await completionTarget(state, step.complete);
  if (target !== undefined) await session.request("completion/complete", target);
}

const headersOf = ({ headers }: ReadStep | PromptStep): RequestOptions => (headers === undefined ? {} : { headers });

async function completionTarget(state: SessionState, kind: CompleteStep["complete"]): Promise<JsonObject | undefined> {
  if (kind === "unknown") return { ref: { type: "ref/prompt", name: noSuchName }, argument: { name: "argument", value: "" } };
  if (kind === "prompt") {
    const found = (await listedItems(state, "prompts")).find((item) => argumentNames(item).length > 0);
    const [name] = found === undefined ? [] : argumentNames(found);
    return found === undefined || name === undefined
      ? undefined
      : { ref: { type: "ref/prompt", name: found["name"] }, argument: { name, value: "" } };
  }
  for (const uri of namesOf(await listedItems(state, "resourceTemplates"), "uriTemplate")) {
    const name = /\{[+#./;?&]?([A-Za-z0-9_]+)/.exec(uri)?.[1];
    if (name !== undefined) return { ref: { type: "ref/resource", uri }, argument: { name, value: "" } };
  }
  return undefined;
}

function promptArguments(item: JsonObject, withoutFirstRequired: boolean): JsonObject {
  const required = requiredArguments(item);
  return Object.fromEntries(required.slice(withoutFirstRequired ? 1 : 0).map((name) => [name, "mcpcheck"]));
}

function requiredArguments(item: JsonObject): string[] {
  const declared = item["arguments"];
  return isArray(declared)
    ? declared.filter((one) => valueAt(one, "required") === true).flatMap((one) => nameOf(one as JsonObject, "name"))
    : [];
}

function argumentNames(item: JsonObject): string[] {
  const declared = item["arguments"];
  return isArray(declared) ? declared.flatMap((one) => nameOf(one as JsonObject, "name")) : [];
}

function namesOf(items: readonly JsonObject[], member: string): string[] {
  return items.flatMap((item) => nameOf(item, member));
}

function nameOf(item: JsonObject, member: string): string[] {
  const name = valueAt(item, member);
  return typeof name === "string" ? [name] : [];
}
