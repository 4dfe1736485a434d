import { McpcheckError } from "../../base/mcpcheck-error.ts";

/** The value of an option that counts. @throws McpcheckError `usage` naming the option */
export function fuzzNumber(option: string, text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 0) return value;
  throw new McpcheckError("usage", `${option}: expected a whole number, got "${text}"`);
}

/** A seed for a run that names none. */
export function randomSeed(): number {
  return Math.floor(Math.random() * 0x7fffffff);
}
