import type { CommandEntry } from "./command.ts";

/** What the words mean that are no command by themselves but begin some. */
export const groups: Readonly<Record<string, string>> = {
  serve: "run one part of the reference ecosystem: mock servers, fake models, the host",
  bench: "timing suites",
};

/** Every command, in the order `--help` shows them. A new command is one file in `commands/` and one line here. */
export const commands: readonly CommandEntry[] = [
  {
    path: "run",
    summary: "judge what mcpcheck.config names, or the bundled reference servers",
    load: () => import("./commands/run.ts"),
  },
  { path: "run server", summary: "judge MCP servers", load: () => import("./commands/run-server.ts") },
  { path: "run host", summary: "judge a tool-calling host", load: () => import("./commands/run-host.ts") },
  { path: "run parser", summary: "judge a tool-call parser by the corpora", load: () => import("./commands/run-parser.ts") },
  { path: "parse", summary: "read the tool calls out of a model's text", load: () => import("./commands/parse.ts") },
  { path: "fuzz", summary: "everything that can be fuzzed: the parsers", load: () => import("./commands/fuzz-parser.ts") },
  { path: "fuzz parser", summary: "try to break the laws of the parsers", load: () => import("./commands/fuzz-parser.ts") },
  { path: "bench server", summary: "time the judging of servers", load: () => import("./commands/bench-server.ts") },
  { path: "bench host", summary: "time the reference host", load: () => import("./commands/bench-host.ts") },
  { path: "bench parser", summary: "time the streaming tool-call core", load: () => import("./commands/bench-parser.ts") },
  { path: "serve host", summary: "the reference host on its HTTP surfaces", load: () => import("./commands/serve-host.ts") },
  { path: "serve mock", summary: "play a mock MCP server", load: () => import("./commands/serve-mock.ts") },
  { path: "serve model", summary: "play a fake model", load: () => import("./commands/serve-model.ts") },
  { path: "chat", summary: "the reference host on a terminal", load: () => import("./commands/chat.ts") },
  { path: "proof", summary: "show that every server check finds its mutant", load: () => import("./commands/proof.ts") },
  { path: "judge", summary: "judge a recorded trace again, offline", load: () => import("./commands/judge.ts") },
  { path: "list", summary: "what there is: suites, checks, formats, mocks …", load: () => import("./commands/list.ts") },
  { path: "explain", summary: "what a check means and how to mend it", load: () => import("./commands/explain.ts") },
];
