import { asObject, isArray, isObject, type Json, type JsonObject } from "../../jsonrpc/json.ts";
import type { ModelMessage } from "../../model/model-message.ts";
import { cutForModel } from "../policy/show/limits.ts";
import type { HostProfile } from "../profile/host-profile.ts";
import type { CallOutcome } from "../sessions/tools/call-outcome.ts";
import type { TurnResult } from "./turn-event.ts";

type Settings = HostProfile["loop"];

/** The text of what became of a call, and whether it failed. */
export function textOfOutcome(outcome: CallOutcome, settings: Settings): { readonly text: string; readonly isError: boolean } {
  if (outcome.kind !== "result") {
    const text = settings.resultText === "json" ? JSON.stringify({ error: outcome.message }) : outcome.message;
    return { text, isError: true };
  }
  const isError = outcome.result["isError"] === true;
  if (settings.resultText === "json") return { text: JSON.stringify(outcome.result), isError };
  return { text: textOfResult(outcome.result, settings), isError };
}

function textOfResult(result: JsonObject, { resultText, nonText }: Settings): string {
  const blocks = isArray(result["content"]) ? result["content"] : [];
  const texts = blocks.flatMap((block) => textOfBlock(block, nonText));
  if (texts.length === 0 && result["structuredContent"] !== undefined) return JSON.stringify(result["structuredContent"]);
  if (resultText === "firstText") return texts[0] ?? "";
  return texts.join(resultText === "concat" ? "" : "\n");
}

/** A block as text: its own, that of an embedded resource, or a placeholder that names what is not shown. */
function textOfBlock(block: Json, nonText: Settings["nonText"]): readonly string[] {
  const { type, text, mimeType, uri, resource } = asObject(block);
  if (type === "text") return typeof text === "string" ? [text] : [];
  if (nonText === "drop") return [];
  if (type === "resource" && isObject(resource) && typeof resource["text"] === "string") return [resource["text"]];
  const kind = typeof type === "string" ? type : "content";
  const details = [mimeType ?? asObject(resource)["mimeType"], uri ?? asObject(resource)["uri"]].filter(
    (one) => typeof one === "string",
  );
  return [`[${[kind, ...details].join(" ")}]`];
}

/** The message that tells the model a result. */
export function resultMessage(result: TurnResult, wireName: string, profile: HostProfile): ModelMessage {
  const { loop, limits, model } = profile;
  const said = cutForModel(result.text, limits.maxResultChars);
  const told = result.isError ? `${loop.errorPrefix}${said}` : loop.encodeResult ? JSON.stringify(said) : said;
  const content = told === "" && model.emptyResult !== null ? model.emptyResult : told;
  if (loop.resultMessage === "userText") return { role: "user", content: userText(result, content) };
  const named = loop.resultFields.includes("toolName") || loop.resultFields.includes("name");
  return {
    role: "tool",
    content,
    ...(loop.resultFields.includes("toolCallId") ? { toolCallId: result.call.id } : {}),
    ...(named ? { name: wireName } : {}),
  };
}

/** A result in words, for a host that has no tool messages. */
function userText({ call }: TurnResult, content: string): string {
  return `Action: Tool [${call.tool}] executed.\nResult: ${content}\nConstraint: Please summarize this data clearly for the user.`;
}
