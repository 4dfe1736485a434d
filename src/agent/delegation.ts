import { asObject, isObject, type Json, type JsonObject } from "../jsonrpc/json.ts";
import type { Delegated } from "./outcome-of.ts";

/** An agent that work can be handed to: what its card says of it. */
export type Colleague = { readonly name: string; readonly description: string; readonly tags: readonly string[] };

/** Work that a model wants to hand to another agent: named, or meant by a tag of its skills. */
export type Delegation = {
  readonly agent: string | undefined;
  readonly skill: string | undefined;
  readonly task: string;
  /** Whether the result is not waited for. */
  readonly background: boolean;
};

/** A result that came in later, of which agent and tool it is. */
export type Arrived = { readonly agent: string; readonly tool: string; readonly outcome: Delegated };

/**
 * The work an answer hands over: the first fenced block of JSON with the member `delegate`, if it has one. What is in such a block but not
 * as it has to be is an error for the model to read.
 */
export function delegationIn(answer: string): Delegation | { readonly error: string } | undefined {
  for (const [, body = ""] of answer.matchAll(/^ {0,3}```json[ \t]*\r?\n([\s\S]*?)^ {0,3}```[ \t]*$/gm)) {
    let value: Json;
    try {
      value = JSON.parse(body) as Json;
    } catch {
      continue;
    }
    const { delegate } = asObject(value);
    if (delegate === undefined) continue;
    const { agent, skill, task, async: background = false } = isObject(delegate) ? delegate : {};
    if (typeof task !== "string" || task === "") return { error: "delegate.task: expected a text that says what is to be done" };
    if (typeof background !== "boolean") return { error: "delegate.async: expected true or false" };
    if (typeof agent === "string") return { agent, skill: undefined, task, background };
    return typeof skill === "string"
      ? { agent: undefined, skill, task, background }
      : { error: "delegate.agent: expected the name of an agent" };
  }
  return undefined;
}

/** Who is meant: the one of that name, else the first whose skills have the tag, in whatever case. Undefined: nobody. */
export function colleagueFor<T extends Colleague>(
  colleagues: readonly T[],
  { agent, skill }: Pick<Delegation, "agent" | "skill">,
): T | undefined {
  const tag = skill?.toLowerCase();
  return colleagues.find(({ name, tags }) =>
    tag === undefined ? name === agent : tags.some((one) => one.toLowerCase() === tag),
  );
}

/** What a model is told of those it can hand work to, and how. */
export function delegationText(colleagues: readonly Colleague[], mayBackground: boolean): string {
  const lines = colleagues.map(({ name, description, tags }) => `- ${name}: ${description} (skills: ${tags.join(", ")})`);
  const example = JSON.stringify({ delegate: { agent: "name", task: "what is to be done" } });
  return [
    "Other agents can do parts of the work:",
    ...lines,
    "To hand a task over, answer with nothing but this block; the result comes with the next message. Instead of `agent`, `skill` takes a skill.",
    ...(mayBackground ? ['With `"async": true` the result comes in a later message, and the work goes on meanwhile.'] : []),
    "```json",
    example,
    "```",
  ].join("\n");
}

/** What came of work that was handed over, as the model is told it. */
export function delegatedText(agent: string, outcome: Delegated): string {
  return "error" in outcome ? `### ${agent} (failed)\n${outcome.error}` : `### ${agent} (completed)\n${outcome.text}`;
}

/** That work was begun whose result is not waited for. */
export function begunText(agent: string, taskId: string): string {
  return `### ${agent} (started)\nIt works on task ${taskId}; what comes of it is told in a later message. Go on without it.`;
}

/** Results that came in meanwhile, all in one text. */
export function arrivedText(arrived: readonly Arrived[]): string {
  return arrived.map(({ agent, tool, outcome }) => delegatedText(`${agent}:${tool}`, outcome)).join("\n\n");
}

/** Name, description and skills of a card, of either form; undefined where it is no card. */
export function colleagueOf(card: JsonObject): Colleague | undefined {
  const { name, description, skills } = card;
  if (typeof name !== "string") return undefined;
  const tags = (Array.isArray(skills) ? (skills as readonly Json[]) : []).flatMap((skill) => {
    const own = asObject(skill)["tags"];
    return Array.isArray(own) ? (own as readonly Json[]).filter((tag) => typeof tag === "string") : [];
  });
  return { name, description: typeof description === "string" ? description : "", tags };
}
