import type { Command } from "commander";
import { McpcheckError } from "../../mcpcheck-error.ts";
import { createFakeModel } from "../../model/fake/fake-model.ts";
import { serveFakeModel } from "../../model/fake/serve-fake-model.ts";
import { type WireName, wireNames } from "../../model/fake/wire-name.ts";
import { listModelScripts, loadModelScript } from "../../model/script/load-model.ts";
import type { ModelScript } from "../../model/script/model-script.ts";
import { formatById, formats } from "../../toolcall/formats/registry.ts";
import { systemClock } from "../../transport/clock.ts";
import type { Io } from "../io.ts";

type Options = { readonly api: string; readonly port: string; readonly host: string; readonly format?: string };

/** `serve model`: plays a model script on the wires of Ollama, OpenAI and Anthropic. */
export function define(program: Command, io: Io, done: (exitCode: number) => void): void {
  program
    .argument("<script|file.json>", "a model script that comes with mcpcheck, a script file, or all: the model's name chooses")
    .option("--api <name>", "ollama, openai, anthropic or all", "all")
    .option("--format <id>", "say calls as raw text of this tool-call format")
    .option("--port <n>", "port to listen on; 0 takes a free one", "0")
    .option("--host <host>", "address to listen on", "127.0.0.1")
    .action(async (idOrFile: string, options: Options) => {
      const apis = apisOf(options.api);
      const port = portOf(options.port);
      const scripts = idOrFile === "all" ? listModelScripts() : [loadModelScript(idOrFile, io.cwd)];
      const spoken = scripts.map((script) => inFormat(script, options.format));
      const fake = createFakeModel({ scripts: spoken, apis, clock: systemClock, date: () => new Date() });
      const served = await serveFakeModel(fake, { host: options.host, port });
      io.stdout(`${JSON.stringify({ listening: served.url })}\n`);
      await interruption(io.interrupted);
      await served.close();
      done(0);
    });
}

function apisOf(name: string): readonly WireName[] {
  const chosen = wireNames.filter((wire) => name === "all" || wire === name);
  if (chosen.length === 0) throw new McpcheckError("usage", `--api must be ${wireNames.join(", ")} or all, not ${name}`);
  return chosen;
}

function portOf(text: string): number {
  const port = Number(text);
  if (text.trim() === "" || !Number.isInteger(port) || port < 0 || port > 65_535)
    throw new McpcheckError("usage", `--port must be 0 to 65535, not ${text}`);
  return port;
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

function interruption(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
