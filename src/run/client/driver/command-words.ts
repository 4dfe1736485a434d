import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { shellLine } from "../../repro.ts";
import type { MockPlace } from "../mock/mock-at-work.ts";
import type { DriverSetting } from "./client-driver.ts";

/** The words of a driver's command that stand for something of a scenario. */
export const placeholders = ["url", "config", "command", "scenario", "steps"] as const;

type Placeholder = (typeof placeholders)[number];

/** The placeholders in the words of a command. */
export function placeholdersIn(words: readonly string[]): ReadonlySet<Placeholder> {
  return new Set(placeholders.filter((name) => words.some((word) => word.includes(`{${name}}`))));
}

/** What a driver is started with: its words, and what is added to its environment. */
export type DriverStart = { readonly words: readonly string[]; readonly env: Readonly<Record<string, string>> };

/** The command of a driver for one scenario; writes the files it names. Without a placeholder the URL comes last, over HTTP. */
export function driverStart(command: readonly string[], setting: DriverSetting): DriverStart {
  const { mock, scenario, revision, steps, directory, context } = setting;
  const config = join(directory, "config.json");
  writeFileSync(config, JSON.stringify({ mcpServers: { mcpcheck: configEntry(mock) } }, null, 2));
  const values: Readonly<Record<Placeholder, () => string>> = {
    url: () => mock.url ?? "",
    config: () => config,
    command: () => shellLine(mock.command ?? []),
    scenario: () => scenario,
    steps() {
      const file = join(directory, "steps.json");
      writeFileSync(file, JSON.stringify(steps));
      return file;
    },
  };
  const used = placeholdersIn(command);
  const filled = command.map((word) => placeholders.reduce((text, name) => filledIn(text, name, values[name]), word));
  const [program, ...args] = mock.command ?? [];
  return {
    words: used.size === 0 && mock.url !== undefined ? [...filled, mock.url] : filled,
    env: {
      MCPCHECK_SCENARIO: scenario,
      MCPCHECK_REVISION: revision,
      MCPCHECK_STEPS: JSON.stringify(steps),
      MCPCHECK_CONTEXT: JSON.stringify(context),
      MCPCHECK_CONFIG: config,
      ...(mock.url === undefined ? {} : { MCPCHECK_URL: mock.url }),
      ...(program === undefined ? {} : { MCPCHECK_SERVER: JSON.stringify({ command: program, args, env: {} }) }),
    },
  };
}

function filledIn(word: string, name: Placeholder, value: () => string): string {
  return word.includes(`{${name}}`) ? word.replaceAll(`{${name}}`, value) : word;
}

function configEntry({ transport, url, command }: MockPlace): object {
  if (command === undefined) return { type: transport === "http" ? "streamable-http" : transport, url };
  const [program, ...args] = command;
  return { command: program, args };
}
