import { spawnSync } from "node:child_process";
import { cpSync, existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** Text of a server, and what stands there instead. */
export type Edit = { readonly from: string; readonly to: string };

/** How a server is started; or why nobody can start it here. */
export type Built = { readonly command: string; readonly args: readonly string[] } | { readonly missing: string };

/**
 * Builds a copy of a server of `examples/fixes` in a folder, with edits, from what is on this machine alone.
 * @throws Error where an edit fits nowhere, or at more than one place, and for what a compiler says of a line of the server
 */
export function builtFix(file: string, folder: string, edits: readonly Edit[] = []): Built {
  const [, , project = ""] = file.split("/");
  const copy = join(folder, project);
  cpSync(join(root, "examples/fixes", project), copy, { recursive: true });
  const source = join(folder, file.split("/").slice(2).join("/"));
  writeFileSync(source, edits.reduce(edited, readFileSync(source, "utf8")));
  if (file.endsWith(".mjs")) {
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
    return { command: process.execPath, args: [source] };
  }
  if (file.endsWith(".py")) {
    const python = join(root, ".venv/mcp-2/bin/python");
    return existsSync(python) ? { command: python, args: [source] } : { missing: "the Python peers are not installed" };
  }
  if (file.endsWith(".go")) {
    const env = { GOFLAGS: "-mod=readonly", GOPROXY: "off", GOTOOLCHAIN: "local" };
    return compiled("go", ["build", "-o", "server", "."], { source, copy, env }) ?? { command: join(copy, "server"), args: [] };
  }
  if (file.endsWith(".rs")) {
    const args = ["build", "--quiet", "--offline", "--locked", "--target-dir", join(root, ".venv/fixes-rmcp")];
    const failed = compiled("cargo", args, { source, copy, env: {} });
    if (failed !== undefined) return failed;
    const program = join(copy, "server");
    cpSync(join(root, ".venv/fixes-rmcp/debug/fixes-rmcp"), program);
    return { command: program, args: [] };
  }
  const failed = compiled("mvn", ["-B", "-q", "-o", "package", "dependency:copy-dependencies"], { source, copy, env: {} });
  return failed ?? { command: "java", args: ["-XX:TieredStopAtLevel=1", "-jar", join(copy, "target/fixes-java.jar")] };
}

function edited(text: string, { from, to }: Edit): string {
  const parts = text.split(from);
  if (parts.length !== 2) throw new Error(`${JSON.stringify(from)} stands ${parts.length - 1} times in the server`);
  return parts.join(to);
}

/** Nothing when it went well. That a compiler or a package is not there is no fault of the server's code. */
function compiled(
  command: string,
  args: readonly string[],
  { source, copy, env }: { readonly source: string; readonly copy: string; readonly env: Readonly<Record<string, string>> },
): { readonly missing: string } | undefined {
  const done = spawnSync(command, args, { cwd: copy, env: { ...process.env, ...env }, encoding: "utf8", timeout: 300_000 });
  if (done.status === 0) return undefined;
  const said = (done.error?.message ?? `${done.stdout}${done.stderr}`).split("\n");
  const place = new RegExp(`${basename(source)}:\\[?\\d+`);
  const fault = said.find(
    (line) => place.test(line) && !/no required module|cannot find module|module lookup disabled/.test(line),
  );
  if (fault !== undefined) throw new Error(fault);
  return { missing: `${command} cannot build it here: ${said[0] ?? ""}` };
}
