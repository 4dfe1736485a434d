import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { McpcheckError } from "../mcpcheck-error.ts";

/** The text of a file the user named; `what` is the option or argument, for the error. @throws McpcheckError `usage` */
export function readNamed(cwd: string, file: string, what: string): string {
  try {
    return readFileSync(resolve(cwd, file), "utf8");
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
    const reason = code === "ENOENT" ? "no such file" : code === "EISDIR" ? "it is a directory" : String(code ?? cause);
    throw new McpcheckError("usage", `${what}: cannot read ${file}: ${reason}`, { cause });
  }
}
