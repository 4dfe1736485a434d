import { valueAt, isArray, isObject, type Json } from "../../../jsonrpc/json.ts";
import { contentBlocks } from "../../../trace/facts/content-block.ts";
import { answered, calls } from "../../../trace/call.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, overall, overallIfAny } from "../../outcome.ts";
import { base64Defect, embeddedDefect, isBinary, mimeTypeDefect } from "../../rules/content.ts";

export const promptsMessages: Check = {
  id: "prompts.messages",
  title: "The messages of a prompt have the role user or assistant and a content block",
  subject: "server",
  level: "MUST",
  spec: { "2024-11-05": "server/prompts#promptmessage" },
  capability: "prompts",
  advice: 'Give every message "role": "user" or "assistant" and one content block (no list, no bare text).',
  verify(trace) {
    return overall(
      answered(calls(trace, "prompts/get")).flatMap((call): Exhibit[] => {
        const messages = valueAt(call.answer.frame.result, "messages");
        if (valueAt(call.answer.frame.result, "resultType") === "input_required") return [];
        if (!isArray(messages)) return [{ ref: call.answer, wrong: `messages is ${JSON.stringify(messages) ?? "missing"}` }];
        return [
          { ref: call.answer },
          ...messages.map((message, index) => ({ ref: call.answer, wrong: messageDefect(message, index) })),
        ];
      }),
      "no prompt was fetched",
    );
  },
};

function messageDefect(message: Json, index: number): string | undefined {
  const role = valueAt(message, "role");
  if (role !== "user" && role !== "assistant") return `messages[${index}].role is ${JSON.stringify(role) ?? "missing"}`;
  return isObject(valueAt(message, "content")) ? undefined : `messages[${index}].content is not content block`;
}

export const promptsContentBase64: Check = {
  id: "prompts.content-base64",
  title: "Image and audio data in prompts is base64 with a MIME type",
  subject: "server",
  level: "MUST",
  spec: { "2024-11-05": "server/prompts#image-content" },
  capability: "prompts",
  advice: 'Encode with the standard base64 alphabet and padding, and add the mimeType, such as "image/png".',
  verify(trace) {
    const binary = contentBlocks(trace).filter(
      ({ source, block }) => source === "prompt" && isBinary(block) && block["type"] !== "resource",
    );
    return overallIfAny(
      binary.map(({ seq, where, block }) => {
        const defect = base64Defect(block) ?? mimeTypeDefect(block);
        return { ref: seq, wrong: defect === undefined ? undefined : `${where}: ${defect}` };
      }),
      "no prompt has an image or audio",
    );
  },
};

export const promptsEmbeddedResource: Check = {
  id: "prompts.embedded-resource",
  title: "A resource embedded in a prompt has a URI, and text or a base64 blob",
  subject: "server",
  level: "MUST",
  spec: { "2024-11-05": "server/prompts#embedded-resources" },
  capability: "prompts",
  advice: "Fill uri, mimeType, and text or blob.",
  tolerance: "The page demands the MIME type, the schema makes it optional: its absence is accepted.",
  explains: [{ checks: ["schema.prompts-get"], within: "message" }],
  verify(trace) {
    const embedded = contentBlocks(trace).filter(({ source, block }) => source === "prompt" && block["type"] === "resource");
    return overallIfAny(
      embedded.map(({ seq, where, block }) => {
        const defect = embeddedDefect(block) ?? base64Defect(block);
        return { ref: seq, wrong: defect === undefined ? undefined : `${where}: ${defect}` };
      }),
      "no prompt embeds a resource",
    );
  },
};
