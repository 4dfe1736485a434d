import type { CommandEntry } from "./command.ts";
import { commandFiles } from "./commands/command-files.generated.ts";

/** What the words mean that are not a command by themselves but begin some. */
export const groups: Readonly<Record<string, string>> = {
  serve: "run one part of the reference ecosystem: mock servers, fake models, the host",
  bench: "timing suites",
  config: "what a host would run with",
  adapter: "the files that describe hosts and clients",
  fleet: "thousands of servers: judge them all, keep the results, sum them up",
  surface: "what a server shows before it is used: keep it, and see what changed",
  mock: "mock servers made of what was recorded",
  model: "model files whose output is a script, for real inference servers",
};

/** The words that begin commands, in the order `--help` shows them; what begins with others follows. */
const order = [
  "init",
  "run",
  "watch",
  "doctor",
  "record",
  "mock",
  "surface",
  "fleet",
  "parse",
  "fuzz",
  "bench",
  "model",
  "serve",
  "chat",
  "config",
  "adapter",
  "proof",
  "judge",
  "compare",
  "merge",
  "list",
  "explain",
  "completion",
];

/** Every command, in the order `--help` shows them: a file in `commands/` each. */
export const commands: readonly CommandEntry[] = commandFiles.toSorted((a, b) => rank(a) - rank(b) || (a.path < b.path ? -1 : 1));

function rank({ path }: CommandEntry): number {
  const place = order.indexOf(path.split(" ")[0] ?? "");
  return place === -1 ? order.length : place;
}
