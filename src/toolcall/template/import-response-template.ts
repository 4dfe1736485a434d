import type { ContentWrap, FormatSyntax, Marker, ReasoningSyntax, TaggedArgsSyntax, ToolCallFormat } from "../format.ts";
import { literalPattern } from "./literal-pattern.ts";

/** A format read from a response template, and in words what of the template a format cannot express. */
export type ImportedTemplate = { readonly format: ToolCallFormat; readonly leftOut: readonly string[] };

type Dict = Readonly<Record<string, unknown>>;

/**
 * Makes a format of the `response_template` of a tokenizer configuration, as Hugging Face transformers write it since
 * 5.13 (https://huggingface.co/docs/transformers/main/chat_response_parsing): the template itself, or the whole
 * `tokenizer_config.json` with it inside. Read are the openers and closers of the reasoning, content and tool-call fields,
 * and tool calls whose content is JSON or inline tags.
 */
export function importResponseTemplate(value: unknown): ImportedTemplate | { readonly error: string } {
  const template = dict(dict(value)?.["response_template"]) ?? dict(value);
  const fields = dict(template?.["fields"]);
  if (template === undefined || fields === undefined) return { error: 'no "response_template" with "fields" in it' };
  if ((template["version"] ?? 1) !== 1)
    return { error: `response_template version ${JSON.stringify(template["version"])}; version 1 is known` };
  const leftOut = Object.keys(template)
    .filter((key) => !["version", "defaults", "fields"].includes(key))
    .map((key) => `${key}: where the message begins is decided by --prefix`);
  const named = Object.entries(fields).map(([name, field]) => [name, dict(field) ?? {}] as const);
  const tool = named.find(([name]) => name === "tool_calls" || name === "tool_call");
  if (tool === undefined) return { error: 'no field "tool_calls"' };
  const reasoning = named.find(([name]) => ["reasoning_content", "thinking", "reasoning"].includes(name));
  const content = named.find(([name]) => name === "content");
  for (const [name] of named) if (![tool[0], reasoning?.[0], content?.[0]].includes(name)) leftOut.push(`field "${name}"`);
  const body = toolSyntax(tool[1], leftOut);
  if ("error" in body) return { error: `field "${tool[0]}": ${body.error}` };
  return {
    format: {
      ...facts,
      reasoning: reasoning === undefined ? null : reasoningOf(reasoning[1], leftOut),
      contentWrap: content === undefined ? null : wrapOf(content[1]),
      turnEnd: content === undefined || content[1]["open"] !== undefined ? [] : turnEnds(content[1], body.opens),
      ...body.syntax,
    },
    leftOut,
  };
}

const facts = {
  id: "response-template",
  title: "Imported from a response template",
  models: [],
  modelPatterns: [],
  namesElsewhere: {},
  shape: "",
  router: null,
  fence: "ignore",
  tokens: {},
  callId: null,
  parallel: "as the template says",
  variants: [],
  notes: [],
  sources: ["https://huggingface.co/docs/transformers/main/chat_response_parsing"],
  confirmedBy: [],
} as const;

type Body = { readonly syntax: FormatSyntax; readonly opens: readonly string[] } | { readonly error: string };

/** The body engine for a tool field: JSON after plain openers, JSON after a name in the opener, or tags. */
function toolSyntax(field: Dict, leftOut: string[]): Body {
  const content = text(field["content"]) || "text";
  const close = literals(field["close"]);
  const opener = openerOf(field);
  if (opener === undefined) return { error: "its opener is a pattern that is not a literal with one name in it" };
  if (field["close_pattern"] !== undefined) leftOut.push("close_pattern of tool calls: the end of the value closes a call");
  if (content === "json" && opener.kind === "literal") {
    const { nameKeys, argumentKeys } = memberNames(field["transform"]);
    const values = dict(field["content_args"])?.["string_delims"] === undefined ? "json" : "python";
    if (values === "python") leftOut.push("string_delims: read as Python literals");
    return {
      opens: opener.open,
      syntax: {
        engine: "json-envelope",
        syntax: { open: opener.open, close, layout: "object", nameKeys, argumentKeys, idKey: "id", values },
      },
    };
  }
  if (content === "json" && opener.kind === "named") {
    return {
      opens: [firstOf(opener.before)],
      syntax: {
        engine: "header-args",
        syntax: {
          sectionOpen: [],
          sectionClose: [],
          callOpen: [opener.before],
          nameEnd: opener.after === "" ? [] : [opener.after],
          callClose: close[0] ?? null,
          values: "json",
        },
      },
    };
  }
  if (content === "xml-inline" && opener.kind === "named") return taggedBody(field, opener, close, leftOut);
  return { error: `content "${content}" with ${opener.kind === "named" ? "a name in the opener" : "a plain opener"}` };
}

function taggedBody(
  field: Dict,
  opener: { readonly before: Marker; readonly after: string },
  close: readonly string[],
  leftOut: string[],
): Body {
  const args = dict(field["content_args"]) ?? {};
  const pattern = literalPattern(text(args["tag_pattern"]), ["key", "name"], ["value"]);
  const [callClose] = close;
  if (pattern === undefined || callClose === undefined) return { error: "its tag_pattern or closer is not a literal" };
  if (args["merge_duplicates"] === true) leftOut.push("merge_duplicates: of repeated arguments the last one counts");
  const [argNameEnd, valueOpen] = pattern.between;
  const syntax: TaggedArgsSyntax = {
    sectionOpen: [],
    sectionClose: [],
    callOpen: [opener.before],
    nameEnd: opener.after === "" ? null : opener.after,
    argOpen: pattern.before.join(""),
    argNameEnd: argNameEnd ?? "",
    ...(valueOpen === undefined ? {} : { valueOpen }),
    argClose: pattern.after.join(""),
    callClose,
    valueTrim: "newline",
    cdata: false,
    entities: "none",
    layout: {},
  };
  return { opens: [firstOf(opener.before)], syntax: { engine: "tagged-args", syntax } };
}

type Opener =
  | { readonly kind: "literal"; readonly open: readonly string[] }
  | { readonly kind: "named"; readonly before: Marker; readonly after: string };

function openerOf(field: Dict): Opener | undefined {
  const open = literals(field["open"]);
  if (open.length > 0) return { kind: "literal", open };
  const found = literalPattern(text(field["open_pattern"]), ["name", "tool_name", "function"]);
  if (found === undefined) return undefined;
  if (found.name === undefined) return { kind: "literal", open: [found.before.join("")] };
  return { kind: "named", before: markerOf(found.before), after: found.after.join("") };
}

/** Literals between which whitespace may stand. */
function markerOf(parts: readonly string[]): Marker {
  return parts.length === 1 ? (parts[0] ?? "") : parts;
}

function firstOf(marker: Marker): string {
  return typeof marker === "string" ? marker : (marker[0] ?? "");
}

/** Which members hold name and arguments: what a transform puts into `name` and `arguments`, or the usual ones. */
function memberNames(transform: unknown): { nameKeys: string[]; argumentKeys: string[] } {
  const inner = dict(dict(transform)?.["function"]) ?? dict(transform) ?? {};
  const member = (value: unknown): string[] => {
    const found = /^\{content\.(\w+)\}$/.exec(typeof value === "string" ? value : "")?.[1];
    return found === undefined ? [] : [found];
  };
  return {
    nameKeys: [...new Set([...member(inner["name"]), "name"])],
    argumentKeys: [...new Set([...member(inner["arguments"]), "arguments", "parameters"])],
  };
}

function reasoningOf(field: Dict, leftOut: string[]): ReasoningSyntax | null {
  const [open, close] = [literals(field["open"]), literals(field["close"])];
  if (open.length === 0 || close.length === 0) {
    leftOut.push("reasoning whose opener or closer is a pattern");
    return null;
  }
  return { open, close, startsOpen: "template", toolInside: "ignore" };
}

function wrapOf(field: Dict): ContentWrap | null {
  const [open, close] = [literals(field["open"]), literals(field["close"])];
  return open.length === 0 || close.length === 0 ? null : { open, close, newline: false };
}

/** What closes the content and opens no call ends the turn. */
function turnEnds(field: Dict, opens: readonly string[]): string[] {
  return literals(field["close"]).filter((close) => !opens.some((open) => open.startsWith(close)));
}

function literals(value: unknown): string[] {
  const all = typeof value === "string" ? [value] : Array.isArray(value) ? value : [];
  return all.filter((one): one is string => typeof one === "string" && one !== "");
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function dict(value: unknown): Dict | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Dict) : undefined;
}
