import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { spawn } from "node:child_process";
import { join, resolve } from "node:path";
import { sha256 } from "../base/sha256.ts";
import type { ProcessGuard } from "../transport/process/process-guard.ts";
import type { FleetPackage } from "./fleet-server.ts";

/** The command of a package that is installed, or why it cannot be. */
export type Installed = { readonly command: readonly string[] } | { readonly failed: string };

/** How long installing one may take, in ms. */
const mostMs = 300_000;

/** Says that a folder holds a whole installation: nothing that was killed in between does. */
const wholeFile = ".installed";

/**
 * Installs a package into a folder of its own below `store`, once for each version: judged is what lies there, so that the run itself
 * needs no network. Scripts of npm packages are not run.
 */
export async function installPackage(wanted: FleetPackage, store: string, guard: ProcessGuard): Promise<Installed> {
  const { registry, name, version } = wanted;
  const key = sha256(new TextEncoder().encode(JSON.stringify([registry, name, version]))).slice(0, 24);
  const folder = resolve(store, `${registry}-${key}`);
  if (!existsSync(join(folder, wholeFile))) {
    const beside = `${folder}.${process.pid}`;
    rmSync(beside, { recursive: true, force: true });
    mkdirSync(beside, { recursive: true });
    const failed = await (registry === "npm" ? installNpm : installPypi)(wanted, registry === "npm" ? beside : folder, guard);
    if (failed !== undefined) {
      rmSync(beside, { recursive: true, force: true });
      if (registry === "pypi") rmSync(folder, { recursive: true, force: true });
      return { failed: `${registry} ${name} ${version} could not be installed: ${failed}` };
    }
    if (registry === "npm" && !existsSync(folder)) renameSync(beside, folder);
    rmSync(beside, { recursive: true, force: true });
    writeFileSync(join(folder, wholeFile), "");
  }
  const program = registry === "npm" ? npmProgram(wanted, folder) : pypiProgram(wanted, folder);
  if (typeof program === "string") return { failed: program };
  return { command: [...program, ...(wanted.arguments ?? [])] };
}

const installNpm = async ({ name, version }: FleetPackage, folder: string, guard: ProcessGuard): Promise<string | undefined> =>
  await performed(
    "npm",
    ["install", "--prefix", folder, "--ignore-scripts", "--no-audit", "--no-fund", `${name}@${version}`],
    guard,
  );

/** An environment knows its own place, so it is made where it stays. */
async function installPypi({ name, version }: FleetPackage, folder: string, guard: ProcessGuard): Promise<string | undefined> {
  rmSync(folder, { recursive: true, force: true });
  return (
    (await performed("python3", ["-m", "venv", folder], guard)) ??
    (await performed(
      join(folder, "bin", "pip"),
      ["install", "--quiet", "--disable-pip-version-check", `${name}==${version}`],
      guard,
    ))
  );
}

/** Runs a program to its end. Undefined where all was well, otherwise the last line it said. */
async function performed(program: string, words: readonly string[], guard: ProcessGuard): Promise<string | undefined> {
  return await new Promise((done) => {
    let said = "";
    const child = spawn(program, words, { stdio: ["ignore", "ignore", "pipe"], detached: true, timeout: mostMs });
    const forget = guard.add(() => void child.kill("SIGTERM"));
    child.stderr.on("data", (chunk: Buffer) => (said = `${said}${chunk.toString("utf8")}`.slice(-2000)));
    child.once("error", ({ message }) => {
      forget();
      done(`${program}: ${message}`);
    });
    child.once("close", (code) => {
      forget();
      done(code === 0 ? undefined : (said.trimEnd().split("\n").at(-1) ?? `exit code ${code}`));
    });
  });
}

function npmProgram({ name, program }: FleetPackage, folder: string): readonly string[] | string {
  const own = join(folder, "node_modules", name);
  const { bin } = JSON.parse(readFileSync(join(own, "package.json"), "utf8")) as {
    readonly bin?: string | Record<string, string>;
  };
  const programs = typeof bin === "string" ? { [name]: bin } : (bin ?? {});
  const bare = name.split("/").at(-1) ?? name;
  const chosen = chooseProgram(programs, program, bare);
  return chosen === undefined ? noProgram(Object.keys(programs), program) : [process.execPath, join(own, chosen)];
}

function pypiProgram({ name, program }: FleetPackage, folder: string): readonly string[] | string {
  const bin = join(folder, "bin");
  const programs = Object.fromEntries(readdirSync(bin).map((each) => [each, join(bin, each)]));
  const chosen = programs[program ?? name];
  return chosen === undefined ? noProgram(Object.keys(programs), program ?? name) : [chosen];
}

function chooseProgram(programs: Readonly<Record<string, string>>, wanted: string | undefined, bare: string): string | undefined {
  if (wanted !== undefined) return programs[wanted];
  const all = Object.values(programs);
  return programs[bare] ?? (all.length === 1 ? all[0] : undefined);
}

const noProgram = (there: readonly string[], wanted: string | undefined): string =>
  `the package has no program ${wanted === undefined ? "called after it" : wanted}: it has ${there.slice(0, 8).join(", ") || "none"}; name one as "program"`;
