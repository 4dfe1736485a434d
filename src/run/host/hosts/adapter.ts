import { existsSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import * as z from "zod";
import { McpcheckError } from "../../../base/mcpcheck-error.ts";
import { parseJson } from "../../../base/json/parse-json.ts";
import { wireNames } from "../../../model/fake/wire-name.ts";
import { capabilities } from "../case/host-case.ts";
import { ownForm } from "../ask/own-config.ts";
import { issueText } from "../case/issue-text.ts";

const word = z.union([
  z.string(),
  z.strictObject({
    each: z.enum(["argument", "agent"]),
    as: z
      .array(z.string())
      .min(1)
      .describe("words for every argument of a call, or every other agent of a case (its id and address): {key}, {value}"),
  }),
]);

/** The definition of an adapter file; `suites/host/adapter.schema.json` is generated from it. */
export const adapterSchema = z
  .strictObject({
    $schema: z.string().optional(),
    id: z.string().regex(/^[a-z0-9][a-z0-9-]*$/),
    title: z.string(),
    version: z.string().optional().describe("which version it was written for"),
    needs: z
      .array(z.string())
      .optional()
      .describe("files that must be there, relative to the adapter file; the host is skipped without"),
    surface: z
      .enum(["ollama", "openai", "agent", "cli", "none"])
      .describe("how it is asked: by the API of Ollama or OpenAI, by messages of A2A 1.0, or by commands"),
    start: z
      .strictObject({
        command: z.array(word).min(1),
        ready: z.union([
          z.strictObject({ url: z.string().describe("polled until it answers, below the host's address") }),
          z.strictObject({
            line: z.string().describe("regular expression on a line of its output; its first group is the address, if any"),
          }),
        ]),
      })
      .optional()
      .describe("how a host with an HTTP surface is started"),
    triggers: z
      .strictObject({ list: z.array(word).optional(), call: z.array(word).optional(), chat: z.array(word).optional() })
      .optional()
      .describe("commands that bring a host without HTTP surface to do something, one process each"),
    address: z.string().optional().describe("of the surface; default http://127.0.0.1:{port}"),
    environment: z.record(z.string(), z.string()).optional(),
    files: z.record(z.string(), z.string()).optional().describe("further files in the directory of a case, with their text"),
    stdin: z.string().optional().describe("what a command reads on its standard input, with the placeholders of triggers"),
    servers: z.discriminatedUnion("form", [
      z.strictObject({
        form: z.enum(["mcpServers", "ollama-servers", "llamafarm-yaml", "request"]),
        file: z.string().optional().describe("its name in the directory of a case; default servers.json"),
      }),
      ownForm,
    ]),
    model: z
      .strictObject({ api: z.enum(wireNames), name: z.string().optional() })
      .optional()
      .describe("the wire on which it asks its model; the end-point is {model} in command, environment and files"),
    capabilities: z.array(z.enum(capabilities)),
    naming: z
      .union([
        z.enum(["bare", "colon", "underscore", "double-underscore", "hyphen"]),
        z.string().regex(/\{tool\}/, 'needs "{tool}", and "{server}" where that is part of it'),
      ])
      .optional()
      .describe(
        'how the model sees tools of servers: "mcp__{server}__{tool}", or a word for a usual form; tools with other names are the host\'s own',
      ),
    ownTools: z
      .array(z.string())
      .optional()
      .describe("names of tools the host has of its own, where the form of names does not tell; * stands for any characters"),
    timeScale: z
      .int()
      .positive()
      .optional()
      .describe(
        "how many times as fast as real time its clock runs, where {timeScale} in its command or environment says so to it",
      ),
    timeoutMs: z.int().positive().optional().describe("for one step; default 20000"),
  })
  .refine(({ surface, start }) => !["ollama", "openai", "agent"].includes(surface) || start !== undefined, {
    path: ["start"],
    message: "a host with an HTTP surface needs a start command",
  })
  .refine(({ surface, triggers }) => surface !== "cli" || triggers !== undefined, {
    path: ["triggers"],
    message: "a host on the command line needs triggers",
  });

/** A host that is not ours, as data: how it is started, configured, asked. */
export type HostAdapter = z.infer<typeof adapterSchema> & { readonly directory: string };

/** A word of a trigger. */
export type TriggerWord = z.infer<typeof word>;

/** Reads an adapter file. @throws McpcheckError `usage` naming the file and, by JSON pointer, the place */
export function loadAdapter(file: string, cwd: string): HostAdapter {
  const path = resolve(cwd, file);
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
    const reason = code === "ENOENT" ? "no such file; mcpcheck init host writes one" : String(code ?? cause);
    throw new McpcheckError("usage", `cannot read the adapter ${file}: ${reason}`, { cause });
  }
  const parsed = adapterSchema.safeParse(parseJson(text, file));
  if (!parsed.success) throw new McpcheckError("usage", `${file}${issueText(parsed.error)}`, { cause: parsed.error });
  return { ...parsed.data, directory: dirname(path) };
}

/** What an adapter needs and is not there; undefined when all is. */
export function missingNeeds({ needs, directory }: HostAdapter): string | undefined {
  return (needs ?? []).find((need) => !existsSync(resolve(directory, need)));
}
