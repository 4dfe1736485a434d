import { readFileSync, readdirSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { z } from "zod";
import { McpcheckError } from "../mcpcheck-error.ts";
import { type MockScript, mockScript } from "./script.ts";

/** The folder of the scripts that come with mcpcheck; the same from `src/` and from `dist/`. */
const folder = fileURLToPath(new URL("../../mocks/", import.meta.url));

/** Not scripts of mock servers, though they lie beside them. */
const isScriptFile = (name: string): boolean => name.endsWith(".json") && !name.endsWith(".schema.json");

/** The scripts that come with mcpcheck, by id. */
export function listMocks(): readonly MockScript[] {
  return readdirSync(folder)
    .filter(isScriptFile)
    .toSorted()
    .map((name) => readScript(join(folder, name)));
}

/**
 * The script of an id, or of a file when the argument ends in `.json`. Throws a usage error that names the file and, by JSON
 * pointer, the place.
 */
export function loadMock(idOrFile: string, cwd: string): MockScript {
  if (idOrFile.endsWith(".json")) return readScript(resolve(cwd, idOrFile));
  const ids = readdirSync(folder)
    .filter(isScriptFile)
    .map((name) => basename(name, ".json"));
  if (!ids.includes(idOrFile))
    throw new McpcheckError("usage", `there is no mock ${idOrFile}; there are ${ids.toSorted().join(", ")}`);
  return readScript(join(folder, `${idOrFile}.json`));
}

function readScript(file: string): MockScript {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (cause) {
    throw new McpcheckError("usage", `cannot read the mock script ${file}`, { cause });
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new McpcheckError("usage", `${file} is not JSON: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
  return parseScript(value, file);
}

/** A parsed JSON value as a script; `file` is only for the message of the usage error. */
export function parseScript(value: unknown, file: string): MockScript {
  const parsed = mockScript.safeParse(value);
  if (parsed.success) return parsed.data;
  const { path, message } = deepest(parsed.error.issues[0]);
  const pointer = path.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
  throw new McpcheckError("usage", `${file}#${pointer} is not a valid mock script: ${message}`, {
    cause: parsed.error,
  });
}

type Issue = z.core.$ZodIssue;

/** The most telling issue: in a union, that of the alternative which got furthest into the value. */
function deepest(issue: Issue | undefined): { readonly path: readonly PropertyKey[]; readonly message: string } {
  if (issue?.code !== "invalid_union") return { path: issue?.path ?? [], message: issue?.message ?? "" };
  const meant = issue.errors.filter(
    (issues) => !issues.some(({ code, path }) => code === "unrecognized_keys" && path.length === 0),
  );
  const inner = meant.flat().map(deepest);
  const [best] = inner.toSorted((a, b) => b.path.length - a.path.length);
  if (best === undefined || best.path.length === 0) return issue;
  return { path: [...issue.path, ...best.path], message: best.message };
}
