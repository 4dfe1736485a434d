import { asObject, isObject, type Json, type JsonObject } from "../jsonrpc/json.ts";

/** An agent that work can be handed to: what its card says of it. */
export type Colleague = { readonly name: string; readonly description: string; readonly tags: readonly string[] };

/** Work that a model wants to hand to another agent: named, or meant by a tag of its skills. */
export type Delegation = { readonly agent: string | undefined; readonly skill: string | undefined; readonly task: string };

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
    const { agent, skill, task } = isObject(delegate) ? delegate : {};
    if (typeof task !== "string" || task === "") return { error: "delegate.task: expected a text that says what is to be done" };
    if (typeof agent === "string") return { agent, skill: undefined, task };
    return typeof skill === "string"
      ? { agent: undefined, skill, task }
      : { error: "delegate.agent: expected the name of an agent" };
  }
  return undefined;
}

/** Who is meant: the one of that name, else the first whose skills have the tag, in whatever case. Undefined: nobody. */
export function colleagueFor<T extends Colleague>(colleagues: readonly T[], { agent, skill }: Delegation): T | undefined {
  const tag = skill?.toLowerCase();
  return colleagues.find(({ name, tags }) =>
    tag === undefined ? name === agent : tags.some((one) => one.toLowerCase() === tag),
  );
}

/** What a model is told of those it can hand work to, and how. */
export function delegationText(colleagues: readonly Colleague[]): string {
  const lines = colleagues.map(({ name, description, tags }) => `- ${name}: ${description} (skills: ${tags.join(", ")})`);
  const example = JSON.stringify({ delegate: { agent: "name", task: "what is to be done" } });
  return [
    "Other agents can do parts of the work:",
    ...lines,
    "To hand a task over, answer with nothing but this block; the result comes with the next message. Instead of `agent`, `skill` takes a skill.",
    "```json",
    example,
    "```",
  ].join("\n");
}

/** What came of work that was handed over, as the model is told it. */
export function delegatedText(agent: string, outcome: { readonly text: string } | { readonly error: string }): string {
  return "error" in outcome ? `### ${agent} (failed)\n${outcome.error}` : `### ${agent} (completed)\n${outcome.text}`;
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
