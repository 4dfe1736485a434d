import { partsOf } from "../reader/context.ts";
import type { TaggedArgsSyntax } from "../format.ts";
import type { LosslessJson } from "../value/lossless.ts";
import { typeOfLossless, writeLossless } from "../value/lossless.ts";
import { argumentMembers } from "./rendered-call.ts";
import type { CallToRender } from "./rendered-call.ts";

function attribute(text: string, syntax: TaggedArgsSyntax): string {
  return syntax.entities === "none" ? text : text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
}

function valueText(value: LosslessJson, syntax: TaggedArgsSyntax): string {
  if (value.kind !== "string") return writeLossless(value);
  return syntax.cdata && /[<&\n]/.test(value.text) ? `<![CDATA[${value.text}]]>` : value.text;
}

function typeText(value: LosslessJson, syntax: TaggedArgsSyntax): string {
  const rule = syntax.typeAttribute;
  if (rule === undefined) return "";
  return rule.open + (rule.kind === "json-types" ? typeOfLossless(value) : String(value.kind === "string"));
}

function argument(key: string, value: LosslessJson, syntax: TaggedArgsSyntax): string {
  const { layout } = syntax;
  const around = layout.aroundValue ?? "";
  const open = syntax.argOpen + attribute(key, syntax) + typeText(value, syntax) + syntax.argNameEnd;
  const valueOpen = syntax.valueOpen === undefined ? "" : (layout.afterKey ?? "") + syntax.valueOpen;
  return open + valueOpen + around + valueText(value, syntax) + around + syntax.argClose + (layout.afterArg ?? "");
}

function element(key: string, value: LosslessJson, tree: NonNullable<TaggedArgsSyntax["tree"]>): string {
  const open = `${tree.namespace}<${key}>`;
  const close = `${tree.namespace}</${key}>`;
  if (value.kind === "object") return open + value.members.map(([name, member]) => element(name, member, tree)).join("") + close;
  if (value.kind === "array") return open + value.items.map((item) => element(tree.item, item, tree)).join("") + close;
  if (value.kind === "string") return open + value.text + close;
  return value.type === "null" ? "" : open + value.lexeme + close;
}

function renderCall(call: CallToRender, index: number, syntax: TaggedArgsSyntax): string {
  const { layout, tree } = syntax;
  const parts = [...partsOf(syntax.callOpen[0] ?? "")];
  const last = parts.pop() ?? "";
  const outer = parts.length === 0 ? "" : parts.join("") + (layout.afterOuter ?? "");
  const ordinal = syntax.ordinal === undefined ? "" : syntax.ordinal + String(index + 1);
  const head = outer + last + attribute(call.name, syntax) + ordinal + (syntax.nameEnd ?? "") + (layout.afterName ?? "");
  const members = argumentMembers(call);
  const body =
    tree === undefined
      ? members.map(([key, value]) => argument(key, value, syntax)).join("")
      : members.map(([key, value]) => element(key, value, tree)).join("");
  const outerClose = syntax.outerClose === undefined ? "" : (layout.beforeOuterClose ?? "") + syntax.outerClose;
  return head + body + syntax.callClose + outerClose;
}

/** Calls as tags, with the section around them. */
export function renderTaggedCalls(calls: readonly CallToRender[], syntax: TaggedArgsSyntax, between: string): string {
  const texts = calls.map((call, index) => renderCall(call, index, syntax));
  const open = syntax.sectionOpen[0];
  if (open === undefined) return texts.join(between);
  const space = syntax.layout.inSection ?? "";
  return open + space + texts.map((text) => text + space).join("") + (syntax.sectionClose[0] ?? "");
}
