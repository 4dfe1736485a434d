import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { McpcheckError } from "../base/mcpcheck-error.ts";

/**
 * The text of a file the user named; `what` is the option or argument, for the error, and `maker` what writes such a file.
 * @throws McpcheckError `usage`
 */
export function readNamed(cwd: string, file: string, what: string, maker?: string): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(readNamedBytes(cwd, file, what, maker));
}

/** The bytes of a file the user named. @throws McpcheckError `usage` */
export function readNamedBytes(cwd: string, file: string, what: string, maker?: string): Uint8Array {
  try {
    return readFileSync(resolve(cwd, file));
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
    const reason = code === "ENOENT" ? "no such file" : code === "EISDIR" ? "it is a directory" : String(code ?? cause);
    const remedy = maker === undefined || code !== "ENOENT" ? "" : `; it is written by ${maker}`;
    throw new McpcheckError("usage", `${what}: cannot read ${file}: ${reason}${remedy}`, { cause });
  }
}
