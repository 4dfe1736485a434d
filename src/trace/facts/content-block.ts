import { asObject, valueAt, isArray, isObject, type JsonObject } from "../../jsonrpc/json.ts";
import { answered, calls } from "../call.ts";
import type { Trace } from "../trace.ts";

/** A content block a server sent: in a tool result or in a message of a prompt. `where` is its path in the result. */
export type FoundBlock = {
  readonly seq: number;
  readonly source: "tool" | "prompt";
  readonly where: string;
  readonly block: JsonObject;
};

/** Every content block of every tool result and prompt, in order. */
export function contentBlocks(trace: Trace): FoundBlock[] {
  return [...toolBlocks(trace), ...promptBlocks(trace)].toSorted((a, b) => a.seq - b.seq);
}

function toolBlocks(trace: Trace): FoundBlock[] {
  return answered([...calls(trace, "tools/call"), ...calls(trace, "tasks/result")]).flatMap((call) => {
    const content = valueAt(call.answer.frame.result, "content");
    const blocks = isArray(content) ? content : [];
    return blocks.flatMap((block, index): FoundBlock[] =>
      isObject(block) ? [{ seq: call.answer.seq, source: "tool", where: `content[${index}]`, block }] : [],
    );
  });
}

function promptBlocks(trace: Trace): FoundBlock[] {
  return answered(calls(trace, "prompts/get")).flatMap((call) => {
    const found = valueAt(call.answer.frame.result, "messages");
    const messages = isArray(found) ? found : [];
    return messages.flatMap((message, index): FoundBlock[] => {
      const block = asObject(message)["content"];
      return isObject(block) ? [{ seq: call.answer.seq, source: "prompt", where: `messages[${index}].content`, block }] : [];
    });
  });
}

/** One item of `resources/read` contents, or the resource embedded in a content block. */
export type FoundContents = { readonly seq: number; readonly where: string; readonly contents: JsonObject };

/** The contents of every resource that was read, in order. */
export function readContents(trace: Trace): FoundContents[] {
  return answered(calls(trace, "resources/read")).flatMap((call) => {
    const found = valueAt(call.answer.frame.result, "contents");
    return (isArray(found) ? found : []).flatMap((contents, index) =>
      isObject(contents) ? [{ seq: call.answer.seq, where: `contents[${index}]`, contents }] : [],
    );
  });
}
