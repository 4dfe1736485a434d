import { requireSandbox } from "../../src/cli/server/sandbox/require-sandbox.ts";

/** Why no sandbox can be made on this machine, for tests that must then be skipped; undefined where one can. */
export function whyNoSandbox(): string | undefined {
  try {
    requireSandbox(process.env);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** What the name of a test says when it is skipped. */
export function skipped(why: string | undefined): string {
  return why === undefined ? "" : ` (skipped: ${why})`;
}
