import type { CommandEntry } from "./command.ts";

/** What the words mean that are no command by themselves but begin some. */
export const groups: Readonly<Record<string, string>> = {
  serve: "run one part of the reference ecosystem: mock servers, fake models, the host",
  bench: "timing suites",
  config: "what a host would run with",
  model: "model files whose output is a script, for real inference servers",
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
  { path: "run model", summary: "judge an inference server's tool calls", load: () => import("./commands/run-model.ts") },
  { path: "parse", summary: "read the tool calls out of a model's text", load: () => import("./commands/parse.ts") },
  { path: "fuzz", summary: "everything of our own that can be fuzzed", load: () => import("./commands/fuzz.ts") },
  { path: "fuzz framing", summary: "try to break the laws of framing", load: () => import("./commands/fuzz-framing.ts") },
  { path: "fuzz server", summary: "send a server odd inputs", load: () => import("./commands/fuzz-server.ts") },
  { path: "fuzz parser", summary: "try to break the laws of the parsers", load: () => import("./commands/fuzz-parser.ts") },
  { path: "bench server", summary: "time the judging of servers", load: () => import("./commands/bench-server.ts") },
  { path: "bench framing", summary: "time the reading of messages", load: () => import("./commands/bench-framing.ts") },
  { path: "bench host", summary: "time the reference host", load: () => import("./commands/bench-host.ts") },
  { path: "bench model", summary: "time the building of model files", load: () => import("./commands/bench-model.ts") },
  { path: "bench parser", summary: "time the streaming tool-call core", load: () => import("./commands/bench-parser.ts") },
  {
    path: "model build",
    summary: "compile a script to a model file that says exactly its texts",
    load: () => import("./commands/model-build.ts"),
  },
  { path: "model inspect", summary: "what a GGUF file holds and will say", load: () => import("./commands/model-inspect.ts") },
  { path: "serve host", summary: "the reference host on its HTTP surfaces", load: () => import("./commands/serve-host.ts") },
  { path: "serve mock", summary: "play a mock MCP server", load: () => import("./commands/serve-mock.ts") },
  { path: "serve model", summary: "play a fake model", load: () => import("./commands/serve-model.ts") },
  { path: "chat", summary: "the reference host on a terminal", load: () => import("./commands/chat.ts") },
  { path: "config show", summary: "the profile and servers in effect", load: () => import("./commands/config-show.ts") },
  {
    path: "proof",
    summary: "show that every check finds what it is about, and nothing else",
    load: () => import("./commands/proof.ts"),
  },
  { path: "judge", summary: "judge a recorded trace again, offline", load: () => import("./commands/judge.ts") },
  { path: "list", summary: "what there is: suites, checks, formats, mocks …", load: () => import("./commands/list.ts") },
  { path: "explain", summary: "what a check means and how to mend it", load: () => import("./commands/explain.ts") },
];
