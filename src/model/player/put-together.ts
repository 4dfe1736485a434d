import type { Part, Said } from "../script/turn.ts";
import type { Conversation } from "./conversation.ts";

/** The text of a `said`, with what it takes from the conversation. */
export function putTogether(said: Said | undefined, conversation: Conversation): string {
  if (said === undefined) return "";
  return typeof said === "string" ? said : said.map((part) => textOfPart(part, conversation)).join("");
}

function textOfPart(part: Part, { user, results, tools }: Conversation): string {
  if (typeof part === "string") return part;
  if ("repeat" in part) return part.repeat.repeat(part.times);
  if ("user" in part) return user;
  if ("tools" in part) return tools.map(({ name }) => name).join(" ");
  if (part.result === "last") return results.at(-1)?.text ?? "";
  return results.map(({ text }) => text).join("\n");
}
