import { isArray, isObject, type Json } from "../../jsonrpc/json.ts";

/** Whether a text is base64 in the standard alphabet, padded (RFC 4648, section 4). The empty text is: zero bytes. */
export function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);
}

/** How many bytes a base64 text stands for. */
export function base64Bytes(text: string): number {
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  return (text.length / 4) * 3 - padding;
}

/** Whether a text has the form of a media type (RFC 6838, `type/subtype` and optional parameters). */
export function isMediaType(text: string): boolean {
  return /^[A-Za-z0-9][\w!#$&^.+-]*\/[A-Za-z0-9][\w!#$&^.+-]*(\s*;.*)?$/.test(text);
}

/** Whether a text begins with the scheme a URI needs (RFC 3986, section 3.1) and has something after it. */
export function hasUriScheme(text: string): boolean {
  return /^[A-Za-z][A-Za-z0-9+.-]*:./.test(text);
}

/** The first character a URI may not contain (RFC 3986, section 2), or undefined. A lone `%` counts. */
export function illegalUriCharacter(text: string): string | undefined {
  const found = /%(?![0-9A-Fa-f]{2})|[^A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=%]/u.exec(text);
  return found?.[0];
}

/** Whether a text is an ISO 8601 date or date and time, as RFC 3339 and the usual libraries write it. */
export function isIsoTimestamp(text: string): boolean {
  return (
    /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}([.,]\d+)?)?(Z|[+-]\d{2}(:?\d{2})?)?)?$/i.test(text) &&
    !Number.isNaN(Date.parse(text.replace(",", ".")))
  );
}

/** What is wrong with a URI template (RFC 6570, section 2), or undefined when its syntax is right. */
export function templateDefect(template: string): string | undefined {
  let rest = template;
  while (rest !== "") {
    const open = rest.indexOf("{");
    const literal = open === -1 ? rest : rest.slice(0, open);
    if (literal.includes("}")) return 'a "}" without a "{"';
    if (open === -1) return undefined;
    const close = rest.indexOf("}", open);
    if (close === -1) return 'a "{" without a "}"';
    const expression = rest.slice(open + 1, close);
    if (!isTemplateExpression(expression)) return `the expression {${expression}}`;
    rest = rest.slice(close + 1);
  }
  return undefined;
}

function isTemplateExpression(expression: string): boolean {
  const name = /^(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2})(?:\.?(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2}))*(?::[1-9]\d{0,3}|\*)?$/;
  const body = /^[+#./;?&=,!@|]/.test(expression) ? expression.slice(1) : expression;
  return body !== "" && body.split(",").every((variable) => name.test(variable));
}

/** A value as one names it in a message: text as it is, everything else as JSON. */
export function textOrJson(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "(none)");
}

/** A value in a message, as JSON of at most 80 characters; "missing" where there is none. */
export function shortJson(value: unknown): string {
  return value === undefined ? "missing" : JSON.stringify(value).slice(0, 80);
}

/** JSON text with sorted members, so that equal values have equal texts; nesting beyond reason is cut off. */
export function canonical(value: Json | undefined, depth = 0): string {
  if (depth > 100) return '"…"';
  if (isArray(value)) return `[${value.map((one) => canonical(one, depth + 1)).join(",")}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? "null";
  const members = Object.keys(value).toSorted();
  return `{${members.map((member) => `${JSON.stringify(member)}:${canonical(value[member], depth + 1)}`).join(",")}}`;
}
