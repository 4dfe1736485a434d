import { type Json, type JsonObject, isArray, isObject } from "../../jsonrpc/json.ts";
import type { Revision } from "../../spec/revision.ts";

/** What kinds of definitions a server lists. */
export type Definition = "tool" | "resource" | "resourceTemplate" | "prompt" | "promptArgument" | "implementation";

/** Members that came, and in one case went, after 2024-11-05; from the published schema of each revision. */
const members: Readonly<Record<Definition, Readonly<Record<string, readonly [since: Revision, until?: Revision]>>>> = {
  tool: {
    annotations: ["2025-03-26"],
    title: ["2025-06-18"],
    outputSchema: ["2025-06-18"],
    _meta: ["2025-06-18"],
    icons: ["2025-11-25"],
    execution: ["2025-11-25", "2025-11-25"],
  },
  resource: { title: ["2025-06-18"], _meta: ["2025-06-18"], icons: ["2025-11-25"] },
  resourceTemplate: { title: ["2025-06-18"], _meta: ["2025-06-18"], icons: ["2025-11-25"] },
  prompt: { title: ["2025-06-18"], _meta: ["2025-06-18"], icons: ["2025-11-25"] },
  promptArgument: { title: ["2025-06-18"] },
  implementation: {
    title: ["2025-06-18"],
    icons: ["2025-11-25"],
    description: ["2025-11-25"],
    websiteUrl: ["2025-11-25"],
  },
};

/** The definition without the members its revision does not have, and without `hidden`, which is the script's own. */
export function shapeDefinition(
  kind: Definition,
  value: Readonly<Record<string, unknown>>,
  revision: Revision,
  hidden: readonly string[] = [],
): JsonObject {
  const kept = Object.entries(value).filter(([name]) => {
    const [since, until] = members[kind][name] ?? [];
    return !hidden.includes(name) && (since === undefined || revision >= since) && (until === undefined || revision <= until);
  });
  const shaped = Object.fromEntries(kept) as JsonObject;
  return kind === "tool" ? shapeTool(shaped, revision) : shaped;
}

/** Before 2026-07-28 an output schema describes an object; a tool with another one is listed without it. */
function shapeTool(tool: JsonObject, revision: Revision): JsonObject {
  const output = tool["outputSchema"];
  if (revision >= "2026-07-28" || !isObject(output) || output["type"] === "object") return tool;
  const { outputSchema: _, ...rest } = tool;
  return rest;
}

/** Content blocks as a revision knows them: audio (2025-03-26) and links (2025-06-18) become text before they existed. */
export function shapeContent(content: readonly Json[], revision: Revision): readonly Json[] {
  return content.map((block) => {
    if (!isObject(block)) return block;
    if (block["type"] === "audio" && revision < "2025-03-26")
      return { type: "text", text: `audio (${wordOf(block["mimeType"])})` };
    if (block["type"] === "resource_link" && revision < "2025-06-18") return { type: "text", text: wordOf(block["uri"]) };
    return block;
  });
}

function wordOf(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}

/** A tool result as a revision knows it: structured content came with 2025-06-18 and was an object until 2025-11-25. */
export function shapeToolResult(result: JsonObject, revision: Revision): JsonObject {
  const content = isArray(result["content"]) ? shapeContent(result["content"], revision) : [];
  const { structuredContent, ...rest } = result;
  const structured =
    revision >= "2026-07-28" ? structuredContent !== undefined : revision >= "2025-06-18" && isObject(structuredContent);
  return structured ? { ...rest, content, structuredContent } : { ...rest, content };
}
