import { readdirSync, readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { packageFile } from "../../base/files/package-file.ts";
import { parseJsonFile } from "../../base/files/parse-json-file.ts";
import { McpcheckError } from "../../base/mcpcheck-error.ts";
import { thereIsNo } from "../../base/nearest.ts";
import { type AuthScript, authScript } from "./auth-script.ts";

/** The folder of the authorization servers that come with mcpcheck; the same from `src/` and from `dist/`. */
const folder = packageFile("mocks/auth/");

const known = new Map<string, AuthScript>();

/** The authorization servers that come with mcpcheck, by id. */
export function listAuth(): readonly AuthScript[] {
  return ids().map((id) => loadAuth(id, "."));
}

const ids = (): readonly string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .map((name) => basename(name, ".json"))
    .toSorted();

/**
 * The authorization server of an id, or of a file when the argument ends in `.json`.
 * @throws McpcheckError `usage` that names the file and, by JSON pointer, the place
 */
export function loadAuth(idOrFile: string, cwd: string): AuthScript {
  if (idOrFile.endsWith(".json")) return read(resolve(cwd, idOrFile));
  const found = known.get(idOrFile);
  if (found !== undefined) return found;
  const all = ids();
  if (!all.includes(idOrFile)) throw new McpcheckError("usage", thereIsNo("authorization server", idOrFile, all, "auth"));
  const script = read(join(folder, `${idOrFile}.json`));
  known.set(idOrFile, script);
  return script;
}

function read(file: string): AuthScript {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (cause) {
    throw new McpcheckError("usage", `cannot read the authorization server ${file}`, { cause });
  }
  return parseJsonFile(text, file, authScript);
}
