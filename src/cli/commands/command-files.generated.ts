// Written by `npm run build` (scripts/registries), so that an addition costs its own file alone.
import type { CommandEntry } from "../command.ts";

/** Every command: its words are the name of its file, and it says its summary itself. */
export const commandFiles: readonly CommandEntry[] = [
  {
    path: "adapter validate",
    summary: "check the file that describes a host or a client, without starting it",
    load: () => import("./adapter-validate.ts"),
  },
  {
    path: "bench client",
    summary: "time the judging of clients",
    load: () => import("./bench/bench-client.ts"),
  },
  {
    path: "bench framing",
    summary: "time the reading of messages",
    load: () => import("./bench/bench-framing.ts"),
  },
  {
    path: "bench host",
    summary: "time the reference host",
    load: () => import("./bench/bench-host.ts"),
  },
  {
    path: "bench model",
    summary: "time the building of model files",
    load: () => import("./bench/bench-model.ts"),
  },
  {
    path: "bench parser",
    summary: "time the streaming tool-call core",
    load: () => import("./bench/bench-parser.ts"),
  },
  {
    path: "bench record",
    summary: "time what recording adds to a message",
    load: () => import("./bench/bench-record.ts"),
  },
  {
    path: "bench server",
    summary: "time the judging of servers",
    load: () => import("./bench/bench-server.ts"),
  },
  {
    path: "chat",
    summary: "the reference host on a terminal",
    load: () => import("./chat.ts"),
  },
  {
    path: "compare",
    summary: "tell two JSON reports apart: what is fixed, broken, new and gone",
    load: () => import("./compare.ts"),
  },
  {
    path: "completion",
    summary: "have a shell complete the words of mcpcheck",
    load: () => import("./completion.ts"),
  },
  {
    path: "config show",
    summary: "the profile and servers in effect",
    load: () => import("./config-show.ts"),
  },
  {
    path: "doctor",
    summary: "look why a server cannot be judged: what is around, its start, one handshake",
    load: () => import("./doctor.ts"),
  },
  {
    path: "explain",
    summary: "what a check means and how to fix it",
    load: () => import("./explain.ts"),
  },
  {
    path: "fleet compare",
    summary: "say what got worse, better, new and gone between two folders of results",
    load: () => import("./fleet/fleet-compare.ts"),
  },
  {
    path: "fleet plan",
    summary: "check the list of a fleet, and show what would run",
    load: () => import("./fleet/fleet-plan.ts"),
  },
  {
    path: "fleet push",
    summary: "put all servers of a list into a queue, for fleet work on as many machines as there are",
    load: () => import("./fleet/fleet-push.ts"),
  },
  {
    path: "fleet query",
    summary: "show results by check, verdict and server, answer a question in SQL, or write them as Parquet",
    load: () => import("./fleet/fleet-query.ts"),
  },
  {
    path: "fleet report",
    summary: "say what the results of a fleet come to, and what changed since another night",
    load: () => import("./fleet/fleet-report.ts"),
  },
  {
    path: "fleet run",
    summary: "judge all servers of a list, many at a time, and keep the results",
    load: () => import("./fleet/fleet-run.ts"),
  },
  {
    path: "fleet work",
    summary: "judge what waits in a queue, and keep the results; on as many machines as there are",
    load: () => import("./fleet/fleet-work.ts"),
  },
  {
    path: "fuzz framing",
    summary: "try to break the laws of framing",
    load: () => import("./fuzz/fuzz-framing.ts"),
  },
  {
    path: "fuzz parser",
    summary: "try to break the laws of the parsers",
    load: () => import("./fuzz/fuzz-parser.ts"),
  },
  {
    path: "fuzz server",
    summary: "send a server odd inputs",
    load: () => import("./fuzz/fuzz-server.ts"),
  },
  {
    path: "fuzz",
    summary: "everything of our own that can be fuzzed",
    load: () => import("./fuzz/fuzz.ts"),
  },
  {
    path: "init host",
    summary: "write an adapter file for a host of yours",
    load: () => import("./init-host.ts"),
  },
  {
    path: "init",
    summary: "set a project up: configuration, CI workflow, first baseline",
    load: () => import("./init.ts"),
  },
  {
    path: "judge",
    summary: "judge a recorded trace again, offline",
    load: () => import("./judge.ts"),
  },
  {
    path: "list",
    summary: "what there is: suites, checks, formats, mocks …",
    load: () => import("./list.ts"),
  },
  {
    path: "merge",
    summary: "make one report of several runs: shards, machines, revisions",
    load: () => import("./merge.ts"),
  },
  {
    path: "mock from",
    summary: "make a mock server of a recorded trace, which answers as the recorded server did",
    load: () => import("./mock/mock-from.ts"),
  },
  {
    path: "model build",
    summary: "compile a script to a model file that says exactly its texts",
    load: () => import("./model/model-build.ts"),
  },
  {
    path: "model inspect",
    summary: "what a GGUF file holds and will say",
    load: () => import("./model/model-inspect.ts"),
  },
  {
    path: "parse",
    summary: "read the tool calls out of a model's text",
    load: () => import("./parse.ts"),
  },
  {
    path: "proof",
    summary: "show that every check finds what it is about, and nothing else",
    load: () => import("./proof.ts"),
  },
  {
    path: "record",
    summary: "record what a client and a server say to each other; `judge` judges both",
    load: () => import("./record.ts"),
  },
  {
    path: "run client",
    summary: "judge an MCP client, by playing the server for it",
    load: () => import("./run/run-client.ts"),
  },
  {
    path: "run host",
    summary: "judge a tool-calling host",
    load: () => import("./run/run-host.ts"),
  },
  {
    path: "run model",
    summary: "judge an inference server's tool calls",
    load: () => import("./run/run-model.ts"),
  },
  {
    path: "run parser",
    summary: "judge a tool-call parser by the corpora",
    load: () => import("./run/run-parser.ts"),
  },
  {
    path: "run server",
    summary: "judge MCP servers",
    load: () => import("./run/run-server.ts"),
  },
  {
    path: "run",
    summary: "judge what mcpcheck.config names, or the bundled reference servers",
    load: () => import("./run/run.ts"),
  },
  {
    path: "serve attached",
    summary: "the server a client starts over stdio to be judged by a waiting `run client --attach`",
    load: () => import("./serve/serve-attached.ts"),
  },
  {
    path: "serve auth",
    summary: "play a scripted authorization server",
    load: () => import("./serve/serve-auth.ts"),
  },
  {
    path: "serve bridge",
    summary: "the reference host as an agent that other agents can ask (A2A)",
    load: () => import("./serve/serve-bridge.ts"),
  },
  {
    path: "serve client",
    summary: "the reference client, as `run client` drives one",
    load: () => import("./serve/serve-client.ts"),
  },
  {
    path: "serve host",
    summary: "the reference host on its HTTP surfaces",
    load: () => import("./serve/serve-host.ts"),
  },
  {
    path: "serve mock",
    summary: "play a mock MCP server",
    load: () => import("./serve/serve-mock.ts"),
  },
  {
    path: "serve model",
    summary: "play a fake model",
    load: () => import("./serve/serve-model.ts"),
  },
  {
    path: "surface diff",
    summary: "compare what a server shows with what it showed before",
    load: () => import("./surface/surface-diff.ts"),
  },
  {
    path: "surface fix",
    summary: "print the tools of a server as a provider of models takes them",
    load: () => import("./surface/surface-fix.ts"),
  },
  {
    path: "surface save",
    summary: "write what a server shows (tools, prompts, resources, …) into one file",
    load: () => import("./surface/surface-save.ts"),
  },
  {
    path: "watch",
    summary: "judge a server again whenever its files change",
    load: () => import("./watch.ts"),
  },
];
