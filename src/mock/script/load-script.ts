import type { z } from "zod";
import { McpcheckError } from "../../base/mcpcheck-error.ts";
import { parseJson } from "../../base/json/parse-json.ts";
import { thereIsNo } from "../../base/nearest.ts";
import { type MockScript, mockScript } from "./script.ts";
import { pathFrom, shippedFiles, textOfFile } from "../../base/files/shipped-files.ts";

/** The folders of the scripts that come with mcpcheck: servers that keep every rule, those that hosts meet in the wild, and those that only look wrong. */
const groups = ["mocks", "mocks/host", "mocks/clean"];

/** The files of the scripts that come with mcpcheck, by id of the script; variants are inside. */
function scriptFiles(): ReadonlyMap<string, string> {
  const files = groups.flatMap((group) => [...shippedFiles(group)]);
  return new Map(files.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** The scripts that come with mcpcheck and their variants, by id. */
export function listMocks(): readonly MockScript[] {
  return [...scriptFiles().values()].flatMap((file) => {
    const script = bundled(file);
    return [withoutVariants(script), ...Object.keys(script.variants ?? {}).map((name) => variantOf(script, name, file))];
  });
}

/** The ids of the servers that only look wrong: what they do was once taken, or might be taken, for a fault. */
export function listLookalikes(): readonly string[] {
  return [...shippedFiles("mocks/clean").keys()];
}

/**
 * The script of an id, or of a file when the argument ends in `.json`. Throws a usage error that names the file and, by JSON
 * pointer, the place.
 */
export function loadMock(idOrFile: string, cwd: string): MockScript {
  if (idOrFile.endsWith(".json")) return readScript(pathFrom(cwd, idOrFile));
  const files = scriptFiles();
  const file = files.get(idOrFile);
  if (file !== undefined) return withoutVariants(bundled(file));
  for (const [id, other] of files) {
    if (!idOrFile.startsWith(`${id}-`)) continue;
    const script = bundled(other);
    const name = idOrFile.slice(id.length + 1);
    if (Object.hasOwn(script.variants ?? {}, name)) return variantOf(script, name, other);
  }
  const ids = listMocks().map(({ id }) => id);
  throw new McpcheckError("usage", thereIsNo("mock", idOrFile, ids, "mocks"));
}

const scripts = new Map<string, MockScript>();

/** A script that comes with mcpcheck: read and checked once, for a run of host suites asks for the same ones a thousand times. */
function bundled(file: string): MockScript {
  const script = scripts.get(file) ?? readScript(file);
  scripts.set(file, script);
  return script;
}

/** A script without its variants. */
function withoutVariants(script: MockScript): MockScript {
  const { variants: _, ...rest } = script;
  return rest;
}

/** A script with the members of one of its variants instead of its own; what shows the script does not show the variant. */
function variantOf(script: MockScript, name: string, file: string): MockScript {
  const { description: _, shows: __, ...base } = withoutVariants(script);
  return parseScript({ ...base, ...script.variants?.[name], id: `${script.id}-${name}` }, `${file}#/variants/${name}`);
}

function readScript(file: string): MockScript {
  let text: string;
  try {
    text = textOfFile(file);
  } catch (cause) {
    throw new McpcheckError("usage", `cannot read the mock script ${file}`, { cause });
  }
  return parseScript(parseJson(text, file), file);
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
