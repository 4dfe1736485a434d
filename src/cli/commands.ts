import type { CommandEntry } from "./command.ts";

/** Every command, in the order `--help` shows them. A new command is one file in `commands/` and one line here. */
export const commands: readonly CommandEntry[] = [
  { path: "run server", summary: "judge MCP servers", load: () => import("./commands/run-server.ts") },
  { path: "serve mock", summary: "play a mock MCP server", load: () => import("./commands/serve-mock.ts") },
];
