import type { Command } from "commander";
import { McpcheckError } from "../../../base/mcpcheck-error.ts";
import { createFakeModel } from "../../../model/fake/fake-model.ts";
import { serveFakeModel } from "../../../model/fake/serve-fake-model.ts";
import { type WireName, wireNames } from "../../../model/fake/wire-name.ts";
import { listModelScripts, loadModelScript } from "../../../model/script/load-model.ts";
import type { ModelScript } from "../../../model/script/model-script.ts";
import { providerById, providers } from "../../../provider/providers.ts";
import { formatById, formats } from "../../../toolcall/formats/registry.ts";
import { systemClock } from "../../../base/time/clock.ts";
import type { Io } from "../../io.ts";
import { aborted } from "../../../base/time/aborted.ts";
import { portOf } from "../../options/port-option.ts";

type Options = {
  readonly api: string;
  readonly port: string;
  readonly host: string;
  readonly format?: string;
  readonly strictSchemas?: string;
  readonly allowHost: readonly string[];
};

/** What `--help` says of it. */
export const summary = "play a fake model";

/** `serve model`: plays a model script on the wires of Ollama, OpenAI, Anthropic and Gemini. */
export function define(program: Command, io: Io, done: (exitCode: number) => void): void {
  program
    .argument("<script|file.json>", "a model script that comes with mcpcheck, a script file, or all: the model's name chooses")
    .option("--api <name>", `${wireNames.join(", ")} or all`, "all")
    .option("--format <id>", "say calls as raw text of this tool-call format")
    .option("--strict-schemas <provider>", `refuse tools as this provider does: ${providers.map(({ id }) => id).join(", ")}`)
    .option("--port <n>", "port to listen on; 0 takes a free one", "0")
    .option("--host <host>", "address to listen on", "127.0.0.1")
    .option(
      "--allow-host <name>",
      "a name it may be asked by, besides addresses and localhost; may be repeated",
      (name: string, before: readonly string[]) => [...before, name],
      [],
    )
    .action(async (idOrFile: string, options: Options) => {
      const apis = apisOf(options.api);
      const port = portOf(options.port);
      const scripts = idOrFile === "all" ? listModelScripts() : [loadModelScript(idOrFile, io.cwd)];
      const spoken = scripts.map((script) => inFormat(script, options.format));
      const { strictSchemas: strict } = options;
      const strictSchemas = strict === undefined ? undefined : providerById(strict, "--strict-schemas");
      const fake = createFakeModel({ scripts: spoken, apis, clock: systemClock, date: () => new Date(), strictSchemas });
      const served = await serveFakeModel(fake, { host: options.host, port, names: options.allowHost });
      io.stdout(`${JSON.stringify({ listening: served.url })}\n`);
      await aborted(io.interrupted);
      await served.close();
      done(0);
    });
}

function apisOf(name: string): readonly WireName[] {
  const chosen = wireNames.filter((wire) => name === "all" || wire === name);
  if (chosen.length === 0) throw new McpcheckError("usage", `--api must be ${wireNames.join(", ")} or all, not ${name}`);
  return chosen;
}

function inFormat(script: ModelScript, format: string | undefined): ModelScript {
  if (format === undefined) return script;
  if (formatById(format) === undefined)
    throw new McpcheckError(
      "usage",
      `--format: there is no format ${format} (there are ${formats.map(({ id }) => id).join(", ")})`,
    );
  return { ...script, format };
}
