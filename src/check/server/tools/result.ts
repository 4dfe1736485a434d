import { valueAt, isArray, isObject, type Json } from "../../../jsonrpc/json.ts";
import { holdsTooMuch } from "../../../jsonrpc/bounds.ts";
import { readJson } from "../../../jsonrpc/nesting.ts";
import { bothJudge, bothRefuse, schemaOpinions } from "../../../trace/annotation.ts";
import { contentBlocks, type FoundBlock } from "../../../trace/facts/content-block.ts";
import { announcements, declares } from "../../../trace/facts/server-facts.ts";
import { type ToolCall, toolCalls } from "../../../trace/facts/tool-call.ts";
import type { Trace } from "../../../trace/trace.ts";
import type { Check } from "../../check.ts";
import { inconclusive, notApplicable, overall, overallIfAny } from "../../outcome.ts";
import { canonical } from "../../rules/text-forms.ts";
import { base64Defect, isBinary, mimeTypeDefect } from "../../rules/content.ts";

const toolBlocks = (trace: Trace): FoundBlock[] => contentBlocks(trace).filter((found) => found.source === "tool");

export const toolsContentBase64: Check = {
  id: "tools.content-base64",
  title: "Image, audio and blob data in tool results is base64",
  subject: "server",
  level: "MUST",
  spec: { "2024-11-05": "server/tools#tool-result", "2025-06-18": "schema#imagecontent" },
  capability: "tools",
  advice: "Encode with the standard base64 alphabet and padding, without a data: prefix or line breaks.",
  verify(trace) {
    const binary = toolBlocks(trace).filter(({ block }) => isBinary(block));
    return overallIfAny(
      binary.map(({ seq, where, block }) => ({ ref: seq, wrong: prefixed(where, base64Defect(block)) })),
      "no tool returned binary data",
    );
  },
};

const prefixed = (where: string, defect: string | undefined): string | undefined =>
  defect === undefined ? undefined : `${where}: ${defect}`;

export const toolsContentMimeType: Check = {
  id: "tools.content-mime-type",
  title: "Image and audio content in tool results has a MIME type",
  subject: "server",
  level: "MUST",
  spec: { "2024-11-05": "server/tools#tool-result", "2025-06-18": "schema#imagecontent" },
  capability: "tools",
  advice: 'Add the mimeType, such as "image/png".',
  verify(trace) {
    const media = toolBlocks(trace).filter(({ block }) => block["type"] === "image" || block["type"] === "audio");
    return overallIfAny(
      media.map(({ seq, where, block }) => ({ ref: seq, wrong: prefixed(where, mimeTypeDefect(block)) })),
      "no tool returned an image or audio",
    );
  },
};

export const toolsEmbeddedNeedsResources: Check = {
  id: "tools.embedded-needs-resources",
  title: "A server whose tools embed resources declares the resources capability",
  subject: "server",
  level: "SHOULD",
  spec: { "2025-06-18": "server/tools#embedded-resources" },
  capability: "tools",
  advice: "Declare resources, so that a client can read the embedded URI again.",
  verify(trace) {
    const embedded = toolBlocks(trace).filter(({ block }) => block["type"] === "resource");
    if (embedded.length === 0) return notApplicable("no tool embedded a resource");
    if (announcements(trace).length === 0) return inconclusive("the server announced no capabilities");
    const declared = declares(trace, "resources") === true;
    return overall(
      embedded.map(({ seq }) => ({
        ref: seq,
        wrong: declared ? undefined : "a tool embeds a resource, but resources is not declared",
      })),
      "no tool embedded a resource",
    );
  },
};

/** Successful calls of tools that have an outputSchema. */
const promised = (trace: Trace): ToolCall[] =>
  toolCalls(trace).filter((call) => call.outcome === "success" && isObject(call.tool?.["outputSchema"]));

const noOutputSchema = (trace: Trace): boolean => toolCalls(trace).every((call) => !isObject(call.tool?.["outputSchema"]));

export const toolsOutputPresent: Check = {
  id: "tools.output-present",
  title: "A tool with an outputSchema returns structuredContent",
  subject: "server",
  level: "MUST",
  spec: { "2025-06-18": "server/tools#output-schema" },
  capability: "tools",
  advice: "Fill structuredContent, or take the outputSchema off the tool.",
  tolerance: "Results with isError are exempt: the schema describes what a tool returns when it works.",
  verify(trace) {
    if (noOutputSchema(trace)) return notApplicable("no tool with an outputSchema was called");
    return overall(
      promised(trace).map((call) => ({
        ref: call.seq,
        wrong:
          call.result["structuredContent"] === undefined
            ? `${JSON.stringify(call.name)} has an outputSchema and returned no structuredContent`
            : undefined,
      })),
      "no call of a tool with an outputSchema succeeded",
    );
  },
};

export const toolsOutputConforms: Check = {
  id: "tools.output-conforms",
  title: "structuredContent conforms to the tool's outputSchema",
  subject: "server",
  level: "MUST",
  spec: { "2025-06-18": "server/tools#output-schema" },
  capability: "tools",
  advice: "Return what the schema promises, or correct the schema: clients validate and throw the result away.",
  tolerance: "Only what both validators, ajv and @hyperjump/json-schema, refuse counts; results with isError are exempt.",
  verify(trace) {
    if (noOutputSchema(trace)) return notApplicable("no tool with an outputSchema was called");
    const relevant = new Set(promised(trace).map((call) => call.seq));
    return overall(
      schemaOpinions(trace, "structured-content")
        .filter((found) => bothJudge(found) && relevant.has(found.about))
        .map((found) => ({
          ref: found.about,
          wrong: bothRefuse(found)
            ? `${JSON.stringify(found.tool)}: ${found.ajv.errors[0] ?? found.hyperjump.errors[0] ?? "refused by both validators"}`
            : undefined,
        })),
      "no structuredContent was put to both validators",
    );
  },
};

export const toolsStructuredText: Check = {
  id: "tools.structured-text",
  title: "structuredContent also comes as text",
  subject: "server",
  level: "SHOULD",
  spec: { "2025-06-18": "server/tools#structured-content" },
  capability: "tools",
  advice: "Add a text block with the serialized JSON: many hosts show only content to the model.",
  tolerance:
    "The whole value is accepted, or the value of its only member, as JSON or as plain text, in one block or spread over several; where the value is not an object, any text.",
  verify(trace) {
    const structured = toolCalls(trace).filter(
      (call) => call.outcome === "success" && call.result["structuredContent"] !== undefined,
    );
    if (structured.length === 0) return notApplicable("no tool returned structuredContent");
    return overall(
      structured.flatMap((call) => {
        const texts = textsOf(call.result["content"]);
        if (isCopied(call.result["structuredContent"], texts)) return [{ ref: call.seq }];
        // What is not read may hold it.
        if (texts.some(holdsTooMuch)) return [];
        return [{ ref: call.seq, wrong: `no text block of ${JSON.stringify(call.name)} holds its structuredContent` }];
      }),
      "no tool returned structuredContent that could be looked for in a text",
    );
  },
};

function textsOf(content: Json | undefined): string[] {
  return (isArray(content) ? content : [])
    .map((block) => valueAt(block, "text"))
    .filter((text): text is string => typeof text === "string");
}

function isCopied(value: Json | undefined, texts: readonly string[]): boolean {
  if (texts.length === 0 || value === undefined) return false;
  if (!isObject(value)) return texts.some((text) => text !== "");
  const members = Object.values(value);
  const only = members.length === 1 ? members[0] : undefined;
  const plain = new Set<Json | undefined>(texts);
  const written = new Set([...texts, texts.join("")].map(canonicalText));
  const isSaid = (one: Json | undefined): boolean => plain.has(one) || written.has(canonical(one));
  return isSaid(value) || (only !== undefined && (isSaid(only) || (isArray(only) && only.every(isSaid))));
}

function canonicalText(text: string): string | undefined {
  const value = readJson(text);
  return value === undefined ? undefined : canonical(value);
}
