/**
 * A part of `src/` whose mutants are tried together, and what holds it. All paths are from the root of the project; a test is a file or
 * a folder with test files. Tests that start processes or wait are left out where others hold the same: each mutant plays what reaches it.
 */
export type Area = {
  readonly name: string;
  readonly mutate: readonly string[];
  readonly tests: readonly string[];
  /** Least share of mutants that tests must notice, in percent. */
  readonly bar: number;
  /** Which part of its mutants a published figure draws. */
  readonly share: number;
};

/** What is mutated, cheapest first. */
export const areas: readonly Area[] = [
  {
    name: "jsonrpc",
    mutate: ["src/jsonrpc"],
    tests: [
      "src/jsonrpc",
      "src/trace",
      "test/check/findings.test.ts",
      "test/check/altered-server-traces.slow.test.ts",
      "test/check/altered-client-traces.slow.test.ts",
    ],
    bar: 80,
    share: 0.2,
  },
  {
    name: "trace",
    mutate: ["src/trace"],
    tests: [
      "src/trace",
      "test/trace",
      "src/check",
      "test/check/recorded-traces.test.ts",
      "test/check/findings.test.ts",
      "test/check/causes.test.ts",
      "test/check/unread-messages.test.ts",
      "test/check/altered-server-traces.slow.test.ts",
      "test/check/altered-client-traces.slow.test.ts",
      "test/report",
    ],
    bar: 80,
    share: 0.12,
  },
  {
    name: "host/policy",
    mutate: ["src/host/policy"],
    tests: ["src/host/policy", "test/host/policy", "test/host/loop", "test/host/tools"],
    bar: 80,
    share: 0.15,
  },
  {
    name: "report",
    mutate: ["src/report"],
    tests: ["src/report", "test/report"],
    bar: 80,
    share: 0.12,
  },
  { name: "baseline", mutate: ["src/run/baseline"], tests: ["src/run/baseline", "test/report"], bar: 80, share: 1 },
  {
    name: "toolcall/engine",
    mutate: ["src/toolcall/engine"],
    tests: [
      "src/toolcall",
      "test/toolcall/examples.test.ts",
      "test/toolcall/parser-laws.test.ts",
      "test/toolcall/rules.test.ts",
      "test/toolcall/altered-inputs.slow.test.ts",
      "src/run/parser/corpus.test.ts",
    ],
    bar: 90,
    share: 0.3,
  },
  {
    name: "toolcall",
    mutate: ["src/toolcall", "!src/toolcall/engine", "!src/toolcall/formats"],
    tests: [
      "src/toolcall",
      "test/toolcall/examples.test.ts",
      "test/toolcall/parser-laws.test.ts",
      "test/toolcall/rendered.test.ts",
      "test/toolcall/response-template.test.ts",
      "test/toolcall/rules.test.ts",
      "test/toolcall/altered-inputs.slow.test.ts",
      "src/run/parser/corpus.test.ts",
    ],
    bar: 80,
    share: 0.06,
  },
  {
    name: "check/host",
    mutate: ["src/check/host"],
    tests: [
      "src/check/host",
      "src/run/host/judge.test.ts",
      "src/run/host/judge-all.test.ts",
      "test/check/expectation-details.test.ts",
      "test/run/host-behaviours.test.ts",
      "test/run/host-suites.test.ts",
    ],
    bar: 90,
    share: 0.15,
  },
  {
    name: "check/model",
    mutate: ["src/check/model", "src/check/parser"],
    tests: [
      "src/check/model",
      "src/check/parser",
      "src/run/model",
      "src/run/parser",
      "src/cli/parser",
      "test/model/model-clients.test.ts",
      "test/model/model-fixtures.test.ts",
      "test/model/scripted/whole-characters.test.ts",
    ],
    bar: 90,
    share: 0.15,
  },
  {
    name: "check",
    mutate: ["src/check", "!src/check/host", "!src/check/model", "!src/check/parser"],
    tests: [
      "src/check/look-again.test.ts",
      "src/check/unprompted.test.ts",
      "src/check/verdict.test.ts",
      "src/check/rules",
      "test/check/client",
      "test/check/rules",
      "test/check/server",
      "test/check/recorded-traces.test.ts",
      "test/check/findings.test.ts",
      "test/check/causes.test.ts",
      "test/check/facts-of-checks.test.ts",
      "test/check/unread-messages.test.ts",
      "test/check/altered-server-traces.slow.test.ts",
      "test/check/altered-client-traces.slow.test.ts",
      "test/requirements",
      "src/run/attribution",
      "src/run/trace-job.test.ts",
    ],
    bar: 90,
    share: 0.05,
  },
  {
    name: "transport",
    mutate: ["src/transport", "!src/transport/process"],
    tests: ["src/transport", "test/transport"],
    bar: 80,
    share: 0.15,
  },
  // Played are only tests in which nobody is really signalled: a mutant that takes every process for one of a server's would end all.
  { name: "transport/process", mutate: ["src/transport/process"], tests: ["src/transport/process"], bar: 80, share: 1 },
];
