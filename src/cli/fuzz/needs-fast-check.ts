import { McpcheckError } from "../../base/mcpcheck-error.ts";

/** Loads what needs fast-check. @throws McpcheckError `usage` where that is not installed */
export async function needsFastCheck<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    if (cause instanceof Error && cause.message.includes("fast-check"))
      throw new McpcheckError("usage", "fuzzing needs fast-check, which is not installed: npm install fast-check", { cause });
    throw cause;
  }
}
