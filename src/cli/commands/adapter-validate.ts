import type { Command } from "commander";
import { counted } from "../../base/counted.ts";
import { parseJson } from "../../base/json/parse-json.ts";
import { visible } from "../../base/visible.ts";
import { isObject } from "../../jsonrpc/json.ts";
import { loadClientAdapter } from "../../run/client/driver/client-adapter.ts";
import { loadHostSuites } from "../../run/host/case/load.ts";
import { openedText } from "../../run/host/case/opened.ts";
import { adapterFaults } from "../../run/host/hosts/adapter-faults.ts";
import { loadAdapter } from "../../run/host/hosts/adapter.ts";
import type { Io } from "../io.ts";
import { readNamed } from "../read-named.ts";

/** What `--help` says of it. */
export const summary = "check the file that describes a host or a client, without starting it";

/** `adapter validate`: tells what is wrong with an adapter, and what it could open. */
export function define(program: Command, io: Io, done: (exitCode: number) => void): void {
  program
    .argument("<file>", "an adapter for run host or run client")
    .addHelpText("after", help)
    .action((file: string) => {
      const value: unknown = parseJson(readNamed(io.cwd, file, "adapter validate"), file);
      done(isObject(value) && "surface" in value ? host(file, io) : client(file, io));
    });
}

const help = `
Exit code 0 where the adapter can be used, 1 where something is missing or contradicts itself, 2 where it is not right in its form,
3 where what it needs is not installed.

Examples:
  mcpcheck adapter validate mcpcheck.host.json
  mcpcheck adapter validate examples/clients/python-mcp.json
`;

function host(file: string, io: Io): number {
  const adapter = loadAdapter(file, io.cwd);
  const faults = adapterFaults(adapter, io.env["PATH"] ?? "");
  for (const fault of faults) io.stdout(`${file}${visible(fault)}\n`);
  const cases = loadHostSuites().flatMap((suite) => suite.cases);
  const opened = openedText(cases, new Set(adapter.capabilities));
  if (opened !== undefined) io.stdout(`${opened}\n`);
  const end = faults.length === 0 ? "a host adapter that can be used" : `${counted(faults.length, "thing")} to mend`;
  io.stdout(`${file}: ${end}\n`);
  return faults.length === 0 ? 0 : 1;
}

function client(file: string, io: Io): number {
  const { abilities } = loadClientAdapter(file, io.cwd);
  const able =
    abilities === undefined
      ? "it says nothing of what the client can do, so that all is looked at"
      : `it can ${abilities.join(", ")}`;
  io.stdout(`${file}: a client adapter that can be used; ${able}\n`);
  return 0;
}
