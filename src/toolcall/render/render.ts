import type { HeadedMessages, ToolCallFormat } from "../format.ts";
import { startOfHeaded } from "../reader/headed.ts";
import { renderCalls } from "./render-calls.ts";
import { argumentText } from "./rendered-call.ts";
import type { CallToRender } from "./rendered-call.ts";

/** What else a message says. */
export interface MessageText {
  readonly content?: string;
  readonly reasoning?: string;
}

/** Most calls a format can put into one message. */
export function mostCalls(format: ToolCallFormat): number {
  return format.parallel.startsWith("none") ? 1 : Number.POSITIVE_INFINITY;
}

/** Whether calls only count at the start of the message, so that text has to follow them. */
export function callsComeFirst(format: ToolCallFormat): boolean {
  if (format.engine === "json-envelope") return format.syntax.open.length === 0;
  if (format.engine === "header-args") return format.syntax.bareHeader === true;
  return format.engine === "pythonic" && format.syntax.startsAt === "message-start";
}

function renderHeaded(format: ToolCallFormat, router: HeadedMessages, calls: readonly CallToRender[], text: MessageText): string {
  const header = (target: string, tool: boolean): string => {
    if (router.body === "\n") return target + router.body;
    const recipient = tool ? `${router.recipient}${router.toolPrefix ?? ""}${target}` : "";
    if (router.channel === undefined) return `${router.recipient}${target}${router.body}`;
    const channel = router.channel + (tool ? (router.text.at(-1) ?? "") : target);
    return channel + recipient + (tool && router.constrain !== undefined ? ` ${router.constrain}json` : "") + router.body;
  };
  const end = router.close[0] ?? "";
  const endsTurn = router.channel === undefined ? format.turnEnd.find((mark) => router.close.includes(mark)) : undefined;
  const messages: string[] = [];
  const reasoning = router.reasoning[0];
  if (text.reasoning && reasoning !== undefined) messages.push(header(reasoning, false) + text.reasoning + end);
  const target = (calls.length > 0 ? router.text.at(-1) : router.text[0]) ?? "";
  if (text.content) messages.push(header(target, false) + text.content + end);
  for (const call of calls) {
    const body = format.engine === "header-args" ? argumentText(call) : renderCalls(format, [call]);
    messages.push(header(call.name, true) + body + (router.channel === undefined ? end : (router.close.at(-1) ?? "")));
  }
  const last = messages.pop();
  if (last !== undefined) messages.push(endsTurn === undefined ? last : last.slice(0, last.length - end.length) + endsTurn);
  const opener =
    router.body === "\n" || router.open[0]?.includes("assistant") === true ? router.open[0] : `${router.open[0]}assistant`;
  return messages.join(opener);
}

/**
 * Writes a message as a model of this format would: the inverse of parsing. Names, keys and texts have to be such that the
 * format can say them; nothing is escaped that the format has no escape for.
 */
export function render(format: ToolCallFormat, calls: readonly CallToRender[], text: MessageText = {}): string {
  const headed = startOfHeaded(format);
  if (headed !== undefined) return renderHeaded(format, headed, calls, text);
  const { reasoning, contentWrap, router } = format;
  const block = router?.kind === "messages" ? router.open : "";
  const parts: string[] = [];
  if (text.reasoning && reasoning !== null)
    parts.push(`${reasoning.open[0] ?? ""}\n${text.reasoning}\n${reasoning.close[0] ?? ""}`);
  const content = text.content ?? "";
  const inner =
    contentWrap?.newline === true
      ? `
${content}
`
      : content;
  const wrapped =
    contentWrap === null || (content === "" && contentWrap.always !== true)
      ? content
      : (contentWrap.open[0] ?? "") + inner + (contentWrap.close[0] ?? "");
  if (wrapped !== "" && !callsComeFirst(format)) parts.push(wrapped);
  if (router?.kind === "messages" && format.engine === "json-envelope") {
    parts.push(...calls.map((call) => call.name + renderCalls(format, [call])));
  } else if (calls.length > 0) parts.push(renderCalls(format, calls));
  if (wrapped !== "" && callsComeFirst(format)) parts.push(wrapped);
  return (router?.kind === "messages" && router.firstInPrompt !== true ? block : "") + parts.join(block);
}
