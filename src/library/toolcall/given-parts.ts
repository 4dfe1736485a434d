import type { ParserOptions } from "../../toolcall/push-parser.ts";
import type { MessageText } from "../../toolcall/render/render.ts";
import { hold, holdOptions, type Rules } from "../given/given.ts";
import * as rules from "../given/rules.ts";

const optionRules: Rules<ParserOptions> = {
  tools: { wants: "a list of tools", holds: Array.isArray },
  prefix: rules.text,
  unparsed: { wants: "text or withhold", holds: (value) => value === "text" || value === "withhold" },
  policy: rules.record,
  markup: rules.yesOrNo,
};

const textRules: Rules<MessageText> = { content: rules.text, reasoning: rules.text };

const callList: rules.Rule = {
  wants: "a list of calls, each { name, arguments }",
  holds: (value) => Array.isArray(value) && value.every(isCall),
};

const isCall = (value: unknown): boolean =>
  rules.isRecord(value) &&
  typeof value["name"] === "string" &&
  (typeof value["arguments"] === "string" || rules.isRecord(value["arguments"]));

const eventList: rules.Rule = {
  wants: "the events of a parser or a stream",
  holds: (value) => typeof value === "object" && value !== null && Symbol.iterator in value,
};

/** Looks at the options of a parser. @throws McpcheckError `usage` */
export const holdParserOptions = (options: ParserOptions): void => holdOptions(options, optionRules, "options");

/** Looks at the text that is to be read, or what else `place` says. @throws McpcheckError `usage` */
export const holdText = (text: unknown, place = "text"): void => hold(text, rules.text, place);

/** Looks at what is to be written: calls, and the text beside them. @throws McpcheckError `usage` */
export function holdMessage(calls: unknown, text: MessageText): void {
  hold(calls, callList, "calls");
  holdOptions(text, textRules, "text");
}

/** Looks at what is to be folded. @throws McpcheckError `usage` */
export const holdEvents = (events: unknown): void => hold(events, eventList, "events");
