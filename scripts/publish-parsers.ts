import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startCommandParser } from "../src/run/parser/command-parser.ts";
import { loadCorpora } from "../src/run/parser/corpus.ts";
import { type FormatObservations, type Observation, rightInTokens } from "../src/check/parser/observation.ts";
import { looksAt, type ParserCheck, parserChecks } from "../src/check/parser/parser-checks.ts";
import type { ParserUnderTest } from "../src/run/parser/parser-under-test.ts";
import { referenceParser } from "../src/run/parser/reference-parser.ts";
import { replayCorpus } from "../src/run/parser/drive.ts";
import { formatById } from "../src/toolcall/formats/registry.ts";
import { systemClock } from "../src/base/time/clock.ts";
import { createProcessGuard } from "../src/transport/process/process-guard.ts";

const root = fileURLToPath(new URL("../", import.meta.url));
const file = "reports/published/parsers.md";
const thoroughness = { splits: 12, seed: 1 };
const sglangVersion = "0.5.23";

/** A parser to publish: its name with the version measured, what to know of it, and how to start it. */
type Entry = { readonly title: string; readonly about: string; readonly start: () => ParserUnderTest };

/** Replays the corpora through every parser there is an adapter for, and writes what each scores. */
async function publishParsers(): Promise<void> {
  const sections: string[] = [];
  for (const entry of [reference(), aiSdk(), sglang()]) {
    if (entry === undefined) continue;
    console.error(entry.title);
    sections.push(await sectionOf(entry));
  }
  mkdirSync(join(root, "reports/published"), { recursive: true });
  writeFileSync(join(root, file), [head(), ...sections].join("\n"));
  console.error(`wrote ${file}`);
}

function reference(): Entry {
  return {
    title: `mcpcheck ${packageVersion(join(root, "package.json"))}`,
    about:
      "The reference parsers of this project. That they follow rules written for them is no merit; that they do so in every cut is what the table shows.",
    start: () => referenceParser(formatById),
  };
}

function aiSdk(): Entry | undefined {
  const manifest = join(root, "node_modules/@ai-sdk-tool/parser/package.json");
  if (!existsSync(manifest)) return leftOut("@ai-sdk-tool/parser", "not installed");
  return {
    title: `@ai-sdk-tool/parser ${packageVersion(manifest)}`,
    about:
      "Middleware for the AI SDK, through `examples/parsers/ai_sdk_adapter.mjs`. One piece goes through generateText's path, several through streamText's. Reasoning is left to other middlewares and not judged.",
    start: () => command("node examples/parsers/ai_sdk_adapter.mjs"),
  };
}

/** SGLang's parsers, in an environment of their own below .venv/, which is made when there is a Python to make it with. */
function sglang(): Entry | undefined {
  const environment = join(root, ".venv/sglang");
  const python = join(environment, "bin/python");
  const steps = [
    ["python3", "-m", "venv", environment],
    [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", `sglang==${sglangVersion}`],
    [
      python,
      "-m",
      "pip",
      "install",
      "--quiet",
      "--disable-pip-version-check",
      "pydantic",
      "orjson",
      "partial-json-parser",
      "regex",
      "msgspec",
    ],
  ];
  if (!existsSync(join(environment, "complete"))) {
    for (const [program = "", ...args] of steps) {
      const { status } = spawnSync(program, args, { stdio: ["ignore", "ignore", "ignore"] });
      if (status !== 0)
        return leftOut("sglang", `no Python environment with it (${[program, ...args].join(" ").replaceAll(root, "")} failed)`);
    }
    writeFileSync(join(environment, "complete"), "");
  }
  return {
    title: `SGLang ${sglangVersion}`,
    about:
      "Inference server, its tool-call parsers alone through `examples/parsers/sglang_adapter.py`. One piece goes through the path of a plain completion, several through that of a streamed one, with what the chat endpoint does at the end of a stream. Reasoning parsers run before these in the server and are not judged.",
    start: () => command(`${python} examples/parsers/sglang_adapter.py`),
  };
}

function leftOut(name: string, why: string): undefined {
  console.error(`${name}: ${why}, left out`);
  return undefined;
}

function command(line: string): ParserUnderTest {
  const guard = createProcessGuard();
  process.once("exit", () => guard.killAll());
  return startCommandParser({ command: line, cwd: root, clock: systemClock, guard, timeoutMs: 30_000, startTimeoutMs: 120_000 });
}

async function sectionOf({ title, about, start }: Entry): Promise<string> {
  const parser = start();
  const rows: string[] = [];
  let last = 0;
  const ledger = { next: () => (last += 2), keep: () => {} };
  try {
    for (const corpus of loadCorpora(() => true)) {
      const seen = await replayCorpus(parser, corpus, thoroughness, ledger, new AbortController().signal);
      if (!seen.unsupported) rows.push(rowOf(seen));
    }
  } finally {
    await parser.close();
  }
  const columns = ["format", "whole", "in tokens", "any cut", "invariant", "deltas", "layout", "policy", "reasoning", "fences"];
  return [
    `## ${title}`,
    "",
    about,
    "",
    `| ${columns.join(" | ")} |`,
    `|---|${columns
      .slice(1)
      .map(() => "---:|")
      .join("")}`,
    ...rows,
    "",
  ].join("\n");
}

function rowOf(seen: FormatObservations): string {
  const byId = new Map(parserChecks.map((check) => [check.id, check]));
  const score = (
    id: string,
    right = (check: ParserCheck, one: Observation): boolean => check.fault(one) === undefined,
  ): string => {
    const check = byId.get(id);
    const cases = check === undefined ? [] : seen.cases.filter((one) => looksAt(check, one));
    if (check === undefined || cases.length === 0) return "–";
    return `${cases.filter((one) => right(check, one)).length}/${cases.length}`;
  };
  const cells = [
    score("parser.whole"),
    score("parser.streamed", (_check, one) => rightInTokens(one)),
    score("parser.streamed"),
    score("parser.invariant"),
    score("parser.deltas"),
    score("parser.layout"),
    score("parser.policy"),
    score("filter.reasoning"),
    score("filter.fences"),
  ];
  return `| ${[seen.format, ...cells].join(" | ")} |`;
}

function head(): string {
  return [
    "# What tool-call parsers score",
    "",
    `Made by \`npm run publish:parsers\` on ${new Date().toISOString().slice(0, 10)} with Node ${process.versions.node}: every case of \`fixtures/toolcalls\`, whole and in up to ${thoroughness.splits + 19} chunkings.`,
    "",
    "Cells are cases right of cases looked at; – says that the parser tells nothing of it, or that the corpus has no such case. What the columns mean, and the rules behind the cases: [docs/formats.md](../../docs/formats.md).",
    "*whole*, *in tokens*, *any cut*, *invariant* and *deltas* rest on the syntax of the format. *layout*, *policy*, *reasoning* and *fences* rest on default policies in which sound parsers differ: a low number there is a difference, not a defect.",
    "*in tokens* cuts between tokens and keeps markers whole, as a server that streams token by token does; *any cut* also cuts inside markers, and hands over many tokens at once, as speculative decoding and proxies do.",
    "",
  ].join("\n");
}

function packageVersion(manifest: string): string {
  return (JSON.parse(readFileSync(manifest, "utf8")) as { version: string }).version;
}

await publishParsers();
