import { partsOf } from "../reader/context.ts";
import type { HeaderArgsSyntax, JsonEnvelopeSyntax, Marker, PythonicSyntax, ToolCallFormat } from "../format.ts";
import { argumentMembers, argumentText, argumentValue } from "./rendered-call.ts";
import type { CallToRender } from "./rendered-call.ts";
import { renderTaggedCalls } from "./render-tagged.ts";
import { spell, spellPython } from "./spell.ts";

function marker(list: readonly Marker[]): string {
  return partsOf(list[0] ?? "").join("");
}

function elementOf(call: CallToRender, index: number, syntax: JsonEnvelopeSyntax): string {
  const python = syntax.values === "python";
  const text = (value: string): string => (python ? spellPython({ kind: "string", text: value }) : JSON.stringify(value));
  const args = python ? spellPython(argumentValue(call)) : argumentText(call);
  if (syntax.nameIsKey === true) return `{${text(call.name)}: ${args}}`;
  const members = [
    `${text(syntax.nameKeys[0] ?? "name")}: ${text(call.name)}`,
    `${text(syntax.argumentKeys[0] ?? "arguments")}: ${args}`,
  ];
  if (syntax.idKey !== null) {
    const id = `${text(syntax.idKey)}: ${text(call.id ?? String(index))}`;
    if (syntax.idFirst === true) members.unshift(id);
    else members.push(id);
  }
  return `{${members.join(", ")}}`;
}

function renderEnvelope(calls: readonly CallToRender[], syntax: JsonEnvelopeSyntax, between: string): string {
  const elements = calls.map((call, index) => elementOf(call, index, syntax));
  const wrap = (body: string): string =>
    marker(syntax.open) +
    (syntax.layoutSpace?.[0] ?? "") +
    body +
    (syntax.layoutSpace?.[1] ?? "") +
    (syntax.closeOptional === true ? "" : marker(syntax.close));
  if (syntax.layout === "object") return elements.map(wrap).join(between);
  if (syntax.layout === "array") return wrap(`[${elements.join(", ")}]`);
  return wrap(elements.join(syntax.separator === ";" ? "; " : "\n"));
}

function headerOf(call: CallToRender, index: number, syntax: HeaderArgsSyntax): string {
  if (syntax.nameFromId !== undefined) {
    return (
      call.id ?? syntax.nameFromId.template.replaceAll(/NAME|INDEX/g, (word) => (word === "NAME" ? call.name : String(index)))
    );
  }
  const id = call.id ?? `call${String(index).padStart(6, "0")}`;
  const before = syntax.idBefore === undefined ? "" : id + syntax.idBefore;
  const after = syntax.idAfter === undefined ? "" : syntax.idAfter + id.slice(0, 9).padStart(9, "0");
  return before + call.name + after;
}

/** Header and argument object of one call. */
function renderHeaderCall(call: CallToRender, index: number, syntax: HeaderArgsSyntax): string {
  const args = syntax.values === "json" ? argumentText(call) : spell(argumentValue(call), syntax.values, syntax.stringDelimiter);
  const space = syntax.layoutSpace ?? ["", "", ""];
  const close = syntax.callClose === null ? "" : partsOf(syntax.callClose).join("");
  return (
    marker(syntax.callOpen) +
    headerOf(call, index, syntax) +
    space[0] +
    (syntax.nameEnd[0] ?? "") +
    space[1] +
    args +
    space[2] +
    close
  );
}

function renderPythonic(calls: readonly CallToRender[], syntax: PythonicSyntax): string {
  const texts = calls.map((call) => {
    const args = argumentMembers(call).map(([key, value]) => `${key}=${spellPython(value)}`);
    return `${call.name}(${args.join(", ")})`;
  });
  if (syntax.separator === ",") return marker(syntax.open) + texts.join(", ") + marker(syntax.close);
  return `${marker(syntax.open)}\n${texts.join("\n")}\n${marker(syntax.close)}`;
}

/** The calls of a message in a format, with the markers around them. */
export function renderCalls(format: ToolCallFormat, calls: readonly CallToRender[]): string {
  if (calls.length === 0) return "";
  const between = format.between ?? "";
  switch (format.engine) {
    case "json-envelope":
      return renderEnvelope(calls, format.syntax, between);
    case "header-args": {
      const { syntax } = format;
      const body = calls.map((call, index) => renderHeaderCall(call, index, syntax)).join(between);
      return (syntax.sectionOpen[0] ?? "") + body + (syntax.sectionClose[0] ?? "");
    }
    case "tagged-args":
      return renderTaggedCalls(calls, format.syntax, between);
    default:
      return renderPythonic(calls, format.syntax);
  }
}
