import { resolve } from "node:path";
import type { Command } from "commander";
import { McpcheckError } from "../../base/mcpcheck-error.ts";
import { createEventQueue } from "../../run/event-queue.ts";
import { checks } from "../../check/registry.ts";
import { parseHints } from "../../run/server/hints.ts";
import type { Revision } from "../../spec/revision.ts";
import { openBaseline } from "../baseline-file.ts";
import { chooseChecks } from "../choose-checks.ts";
import type { Io } from "../io.ts";
import { runner } from "../perform-run.ts";
import { loadProjectConfig } from "../project-config.ts";
import { providersOption } from "../options/providers-option.ts";
import { readNamed } from "../read-named.ts";
import { addRunOptions, type RawRunOptions, readRunOptions, wantsColor } from "../run-options.ts";
import { providerChecks, withDemanded } from "../server/provider-checks.ts";
import {
  addServerOptions,
  confinementOf,
  entriesOf,
  givenServer,
  type RawServerOptions,
  reproOptions,
} from "../server/server-options.ts";
import { withConfig } from "../with-config.ts";
import { watchFiles } from "../watch/changes.ts";
import { judgeOnce, lookFirst, type Look, type Watched } from "../watch/judge-once.ts";
import { takeKeys } from "../watch/keys.ts";
import { type Phase, type WatchEvent, watchLoop } from "../watch/watch-loop.ts";
import { screenText } from "../watch/watch-screen.ts";

type RawOptions = RawRunOptions & RawServerOptions & { readonly watch: string; readonly providers?: string };

/** How long files have to be quiet before the server is started again, in ms. */
const settleMs = 80;

/** How long after a round a file that changes may still be one the server wrote, in ms. */
const calmMs = 400;

/** What `--help` says of it. */
export const summary = "judge a server again whenever its files change";

/** `watch`: judges again when files change: how the server comes up, what failed before, then the rest. */
export function define(program: Command, io: Io, done: (exitCode: number) => void): void {
  addServerOptions(addRunOptions(program, { absent }))
    .option("--hints <file>", "which tool is slow, elicits, fails …: roles for scenarios that need them")
    .option(...providersOption)
    .option("--watch <dir>", "the directory whose files are watched; default this one", ".")
    .addHelpText("after", help)
    .action(async (words: readonly string[], raw: RawOptions) => done(await watchServers(words, raw, io, program)));
}

/** What is about reports and about runs that end. */
const absent = [
  "failOn",
  "retry",
  "onlyChanged",
  "reporter",
  "updateBaseline",
  "bail",
  "shard",
  "seed",
  "verbose",
  "docsUrl",
  "out",
  "trace",
] as const;

const help = `
Without a command, --url or --config it judges the servers of mcpcheck.config, as its entries under run say. First comes what a server
shows as it comes up, then what failed before, then everything. Keys: r again, f what failed, a all, q quit. node_modules and folders of tools are not watched.

Examples:
  mcpcheck watch -- node build/index.js
  mcpcheck watch --watch src -- npx tsx src/server.ts
`;

async function watchServers(words: readonly string[], given: RawOptions, io: Io, program: Command): Promise<number> {
  const watched = await watchedOf(words, given, io, program);
  const directory = resolve(io.cwd, given.watch);
  const queue = createEventQueue<WatchEvent>();
  const live = io.isTerminal;
  const quit = (): void => queue.push({ kind: "quit" });
  const stopKeys = live ? takeKeys(queue.push) : () => undefined;
  const stopFiles = watching(directory, given.watch, (file) => queue.push({ kind: "changed", file }));
  io.interrupted.addEventListener("abort", quit, { once: true });
  if (io.interrupted.aborted) quit();
  const title = `mcpcheck watch ${watched.entries.map(({ name }) => name).join(", ")}`;
  const memory: Memory = { spoken: new Map(), ending: new Set() };
  try {
    await watchLoop({
      look: async (phase, failed, stop) => await lookAt(watched, phase, failed, stop, memory),
      show: (state) => {
        const text = screenText(state, { color: wantsColor(io), live, columns: io.columns, title });
        if (text !== undefined) io.stdout(text);
      },
      events: queue.events(),
      end: quit,
      calm: async () => await new Promise((over) => void setTimeout(over, calmMs).unref()),
      restless: (file) => io.stderr(`${file} changes whenever the server runs, and is not watched any more\n`),
    });
  } finally {
    await Promise.all(memory.ending);
    stopFiles();
    stopKeys();
    io.interrupted.removeEventListener("abort", quit);
  }
  if (!io.interrupted.aborted) return 0;
  return io.interrupted.reason === "SIGTERM" ? 143 : 130;
}

function watching(directory: string, named: string, changed: (file: string) => void): () => void {
  try {
    return watchFiles(directory, settleMs, changed);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new McpcheckError("usage", `--watch: ${named} cannot be watched: ${reason}`, { cause });
  }
}

async function watchedOf(words: readonly string[], options: RawOptions, io: Io, program: Command): Promise<Watched> {
  const { command, raw } = givenServer(words, options);
  const isNamed = command.length > 0 || raw.url !== undefined || raw.config !== undefined;
  const config = isNamed ? undefined : await loadProjectConfig(io.cwd, io.env);
  const merged = config === undefined ? raw : withConfig(raw, config, program, absent);
  const hintsFile = merged.hints;
  const read = readRunOptions(merged);
  const demanded = providerChecks(merged.providers);
  const catalog = checks.filter(({ subject }) => subject === "server");
  return {
    io,
    entries: config === undefined ? await entriesOf(command, raw, io) : config.servers,
    options: read,
    checks: withDemanded(chooseChecks(read.check, catalog), demanded),
    demanded,
    baseline: openBaseline(io, read, catalog),
    hints: hintsFile === undefined ? {} : parseHints(readNamed(io.cwd, hintsFile, "--hints"), hintsFile),
    cwd: config === undefined ? raw.cwd : io.cwd,
    sandbox: confinementOf(raw, io),
    argv: [
      ...runner(io),
      ...(config === undefined ? ["mcpcheck", "run", "server", ...reproOptions(raw)] : ["mcpcheck", "run"]),
      ...(command.length > 0 ? ["--", ...command] : []),
    ],
  };
}

/** What is remembered between looks: what each server spoke last, and what has yet to end. */
type Memory = { readonly spoken: Map<string, Revision>; readonly ending: Set<Promise<unknown>> };

async function lookAt(
  watched: Watched,
  phase: Phase,
  failed: Look["findings"],
  stop: AbortSignal,
  { spoken, ending }: Memory,
): Promise<Look> {
  if (phase !== "first look") return await judgeOnce(watched, phase === "everything" ? undefined : failed, stop);
  const looks = await Promise.all(
    watched.entries.map(async (entry) => {
      const { look, revision, ended } = await lookFirst(watched, entry, spoken.get(entry.name), stop);
      ending.add(ended);
      void ended.finally(() => ending.delete(ended));
      // A server that speaks something else from now on is asked for everything the next time.
      if (revision === undefined) spoken.delete(entry.name);
      else spoken.set(entry.name, revision);
      return look;
    }),
  );
  return {
    findings: looks.flatMap(({ findings }) => findings),
    errors: looks.flatMap(({ errors }) => errors),
    ms: Math.max(...looks.map(({ ms }) => ms)),
    stale: 0,
  };
}
