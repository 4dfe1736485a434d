import type { FormatSyntax, HeaderArgsSyntax, JsonEnvelopeSyntax, Marker, TaggedArgsSyntax, ToolCallFormat } from "../format.ts";

/** A response template of a format, and in words what of the format it cannot say. */
export type ExportedTemplate = { readonly template: object; readonly leftOut: readonly string[] };

type Field = { readonly field: object; readonly leftOut: readonly string[] } | { readonly error: string };

/**
 * Writes a format as a `response_template` of Hugging Face transformers
 * (https://huggingface.co/docs/transformers/main/chat_response_parsing), as far as that can say it: reasoning, content,
 * and calls of JSON or of tags in a row.
 */
export function exportResponseTemplate(format: ToolCallFormat): ExportedTemplate | { readonly error: string } {
  if (format.router !== null) return { error: `messages that are routed by ${format.router.kind} are not expressible` };
  const calls = callField(format);
  if ("error" in calls) return calls;
  const { reasoning, contentWrap, turnEnd } = format;
  const fields = {
    ...(reasoning === null
      ? {}
      : { reasoning_content: { open: reasoning.open, close: reasoning.close, content: "text", optional: true } }),
    tool_calls: { ...calls.field, repeats: true, optional: true },
    content: {
      ...(contentWrap === null ? {} : { open: contentWrap.open }),
      ...(contentWrap === null && turnEnd.length === 0 ? {} : { close: [...(contentWrap?.close ?? []), ...turnEnd] }),
      content: "text",
    },
  };
  return {
    template: { version: 1, defaults: { role: "assistant" }, fields },
    leftOut: [
      ...calls.leftOut,
      ...(format.fence === "ignore" ? ["code fences: call markup in a fence of the answer is text"] : []),
      ...(reasoning?.toolInside === "endsReasoning" ? ["a call ends open reasoning"] : []),
      ...(reasoning?.where === undefined ? [] : ["the reasoning opener only counts at the start of the message"]),
      ...(format.callId === null ? [] : [`ids: ${format.callId}`]),
      "cut and malformed calls are handed back as text",
    ],
  };
}

function callField(format: FormatSyntax): Field {
  switch (format.engine) {
    case "json-envelope":
      return envelopeField(format.syntax);
    case "header-args":
      return headerField(format.syntax);
    case "tagged-args":
      return taggedField(format.syntax);
    default:
      return { error: "Python calls are not expressible" };
  }
}

function envelopeField(syntax: JsonEnvelopeSyntax): Field {
  const [name = "name"] = syntax.nameKeys;
  const [args = "arguments"] = syntax.argumentKeys;
  if (syntax.values !== "json") return { error: "Python literals are not expressible" };
  if (syntax.nameIsKey === true) return { error: "a name that is the key of its arguments is not expressible" };
  if (syntax.open.length === 0) return { error: "calls without an opener are not expressible" };
  if (syntax.close.length === 0) return { error: "calls that end with their value, without a closer, are not expressible" };
  return {
    field: {
      open: syntax.open.map(textOf),
      close: syntax.close.map(textOf),
      content: "json",
      transform: { type: "function", function: { name: `{content.${name}}`, arguments: `{content.${args}}` } },
    },
    leftOut: [
      "strings: a closer inside a string of the JSON ends the call",
      ...(syntax.argumentKeys.length > 1 ? [`other members for the arguments: ${syntax.argumentKeys.slice(1).join(", ")}`] : []),
      ...(syntax.bareStart === undefined ? [] : ["calls without their opener at the start of the message"]),
    ],
  };
}

function headerField(syntax: HeaderArgsSyntax): Field {
  const [open] = syntax.callOpen;
  const [nameEnd] = syntax.nameEnd;
  if (syntax.values !== "json") return { error: "bare literals are not expressible" };
  if (open === undefined || textOf(open) === "" || nameEnd === undefined)
    return { error: "names without a marker around them are not expressible" };
  if (syntax.callClose === null) return { error: "calls that end with their value, without a closer, are not expressible" };
  return {
    field: {
      open_pattern: `${escape(textOf(open))}(?P<name>[^<\\[\\n]+?)${escape(nameEnd)}`,
      close: [textOf(syntax.callClose)],
      content: "json",
      transform: { type: "function", function: { name: "{name}", arguments: "{content}" } },
    },
    leftOut: [
      "strings: a closer inside a string of the JSON ends the call",
      ...(syntax.sectionOpen.length > 0 ? [`the section around the calls: ${syntax.sectionOpen.join(", ")}`] : []),
      ...(syntax.nameFromId === undefined ? [] : ["names that stand inside an id"]),
    ],
  };
}

function taggedField(syntax: TaggedArgsSyntax): Field {
  const [open] = syntax.callOpen;
  if (syntax.tree !== undefined) return { error: "tags inside tags are not expressible" };
  if (syntax.typeAttribute !== undefined) return { error: "type attributes are not expressible" };
  if (open === undefined || syntax.nameEnd === null)
    return { error: "names that end where the first argument begins are not expressible" };
  const value = syntax.valueOpen === undefined ? "" : `\\s*${escape(syntax.valueOpen)}`;
  return {
    field: {
      open_pattern: `${partsOf(open).map(escape).join("\\s*")}(?P<name>[^<\\n]+?)${escape(syntax.nameEnd)}`,
      close: [syntax.callClose],
      content: "xml-inline",
      content_args: {
        tag_pattern: `${escape(syntax.argOpen)}(?P<key>[^<\\n]+?)${escape(syntax.argNameEnd)}${value}(?P<value>.*?)${escape(syntax.argClose)}`,
      },
      transform: { type: "function", function: { name: "{name}", arguments: "{content}" } },
    },
    leftOut: [
      "types: values are typed by the schema of the tool",
      ...(syntax.outerClose === undefined ? [] : [`the outer closer ${syntax.outerClose}`]),
      ...(syntax.sectionOpen.length > 0 ? [`the section around the calls: ${syntax.sectionOpen.join(", ")}`] : []),
      ...(syntax.valueTrim === "newline" ? ["one newline at each end of a value is layout"] : []),
      ...(syntax.cdata ? ["CDATA"] : []),
    ],
  };
}

function partsOf(marker: Marker): readonly string[] {
  return typeof marker === "string" ? [marker] : marker;
}

function textOf(marker: Marker): string {
  return partsOf(marker).join("");
}

function escape(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&").replaceAll("\n", "\\n");
}
