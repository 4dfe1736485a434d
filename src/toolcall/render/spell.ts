import type { ValueDialect } from "../format.ts";
import type { LosslessJson } from "../value/lossless.ts";
import { writeLossless } from "../value/lossless.ts";

const pythonEscapes: Readonly<Record<string, string>> = { "\\": "\\\\", "'": "\\'", "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function pythonText(text: string): string {
  let out = "";
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    const code = text.charCodeAt(at);
    out += pythonEscapes[char] ?? (code < 32 ? `\\x${code.toString(16).padStart(2, "0")}` : char);
  }
  return `'${out}'`;
}

const pythonWords: Readonly<Record<string, string>> = { true: "True", false: "False", null: "None" };

/** A value as a Python literal. */
export function spellPython(value: LosslessJson): string {
  if (value.kind === "string") return pythonText(value.text);
  if (value.kind === "other") return pythonWords[value.lexeme] ?? value.lexeme;
  if (value.kind === "array") return `[${value.items.map(spellPython).join(", ")}]`;
  return `{${value.members.map(([key, member]) => `${pythonText(key)}: ${spellPython(member)}`).join(", ")}}`;
}

/** A value with bare keys and strings between a delimiter; text that holds the delimiter cannot be said. */
function spellBare(value: LosslessJson, delimiter: string): string {
  if (value.kind === "string") return delimiter + value.text + delimiter;
  if (value.kind === "other") return value.lexeme;
  if (value.kind === "array") return `[${value.items.map((item) => spellBare(item, delimiter)).join(",")}]`;
  return `{${value.members.map(([key, member]) => `${key}:${spellBare(member, delimiter)}`).join(",")}}`;
}

/** A value in a dialect. */
export function spell(value: LosslessJson, dialect: ValueDialect, delimiter = '"'): string {
  if (dialect === "python") return spellPython(value);
  return dialect === "bare" ? spellBare(value, delimiter) : writeLossless(value);
}
