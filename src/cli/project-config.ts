import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import * as z from "zod";
import { configNames } from "./options/config-names.ts";
import { McpcheckError } from "../base/mcpcheck-error.ts";
import { parseJsonFile } from "../base/files/parse-json-file.ts";
import { failOns } from "../run/fail-on.ts";
import { serverOfHost, serversOf } from "./server/host-configuration.ts";
import type { ServerEntry } from "./server/server-entry.ts";

const projectConfig = z.strictObject({
  $schema: z.string().optional(),
  /** Servers to judge, written as in the configuration of a host. */
  servers: z.record(z.string(), z.unknown()),
  /** Options of `run`, as on the command line, which wins over these. */
  run: z
    .strictObject({
      spec: z.string(),
      suite: z.string(),
      check: z.string(),
      reporter: z.string(),
      baseline: z.string(),
      hints: z.string(),
      providers: z.string(),
      bail: z.boolean(),
      strict: z.boolean(),
      failOn: z.enum(failOns),
      retry: z.int().nonnegative(),
      onlyChanged: z.string(),
      allowWrites: z.boolean(),
      workers: z.int().positive(),
      timeout: z.int().positive(),
      budget: z.int().positive(),
      docsUrl: z.string(),
      out: z.string(),
      trace: z.string(),
    })
    .partial()
    .optional(),
});

/** The JSON Schema of a configuration in JSON, for editors. */
export function projectConfigJsonSchema(): object {
  const whole = projectConfig.extend({ servers: z.record(z.string(), serverOfHost) });
  return z.toJSONSchema(whole, { target: "draft-2020-12", io: "input" });
}

/** A project's configuration: what `mcpcheck run` judges, and its options. */
export type ProjectConfig = {
  readonly file: string;
  readonly servers: readonly ServerEntry[];
  readonly run: NonNullable<z.infer<typeof projectConfig>["run"]>;
};

/**
 * The configuration in a directory, or undefined when there is none.
 * @throws McpcheckError `usage` with file and place when it is malformed or cannot be loaded
 */
export async function loadProjectConfig(
  cwd: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<ProjectConfig | undefined> {
  const file = configNames.find((name) => existsSync(join(cwd, name)));
  if (file === undefined) return undefined;
  const text = file.endsWith(".json")
    ? readFileSync(join(cwd, file), "utf8")
    : JSON.stringify(await loadModule(join(cwd, file), file));
  const { servers, run = {} } = parseJsonFile(text ?? "null", file, projectConfig);
  return { file, servers: serversOf(servers, `${file}#/servers`, env), run };
}

async function loadModule(path: string, file: string): Promise<unknown> {
  try {
    const load = path.endsWith(".ts") && !stripsTypes ? importTypeScript : importModule;
    const module: unknown = await load(pathToFileURL(path).href);
    return typeof module === "object" && module !== null && "default" in module ? module.default : undefined;
  } catch (cause) {
    throw new McpcheckError("usage", `${file}: cannot be loaded: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  }
}

/** Whether Node takes TypeScript as it is: from 22.18 on, unless it was told not to. */
const stripsTypes = "typescript" in process.features && typeof process.features.typescript === "string";

async function importModule(url: string): Promise<unknown> {
  return await import(url);
}

async function importTypeScript(url: string): Promise<unknown> {
  const { createJiti } = await import("jiti");
  return await createJiti(import.meta.url, { fsCache: false }).import(url);
}
