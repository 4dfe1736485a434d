import { appendFileSync, closeSync, mkdirSync, openSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { McpcheckError } from "../../base/mcpcheck-error.ts";

/**
 * Writes a file and the folders above it; what comes in pieces is never held as a whole. `what` names the option in the error.
 * @throws McpcheckError `usage`
 */
export function writeWhole(path: string, content: string | Uint8Array | Iterable<string>, what: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    if (typeof content === "string" || content instanceof Uint8Array) writeFileSync(path, content);
    else writePieces(path, content);
  } catch (cause) {
    throw new McpcheckError("usage", `${what}: cannot write ${path}: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  }
}

function writePieces(path: string, pieces: Iterable<string>): void {
  const file = openSync(path, "w");
  try {
    for (const piece of pieces) appendFileSync(file, piece);
  } finally {
    closeSync(file);
  }
}
