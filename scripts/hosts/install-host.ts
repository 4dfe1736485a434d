import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../../.venv/hosts/", import.meta.url));

/**
 * What a host is installed of, a file of `examples/hosts/pins`: packages of npm or of PyPI with their versions, and the version of Node that is
 * first in PATH while npm installs (npm takes an older package without a word where the newest needs a newer Node) and lies beside the
 * packages as `node/node`.
 */
type Pins = { readonly npm: readonly string[]; readonly node?: string } | { readonly python: readonly string[] };

/** Installs a host unless just these packages are there; what was installed by other pins is taken away first. Gives what failed. */
export function installHost(host: string, pinsFile: string): string | undefined {
  const text = readFileSync(pinsFile, "utf8");
  const own = `${folder}${host}/`;
  const stamp = `${own}pins.json`;
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === text) return undefined;
  rmSync(own, { recursive: true, force: true });
  mkdirSync(own, { recursive: true });
  const pins = JSON.parse(text) as Pins;
  const failed = "npm" in pins ? byNpm(pins, own) : byPip(pins.python, own);
  if (failed === undefined) writeFileSync(stamp, text);
  return failed;
}

function byNpm({ npm, node }: { readonly npm: readonly string[]; readonly node?: string }, own: string): string | undefined {
  if (node === undefined) return done("npm", [...npmWords, own, ...npm]);
  const there = `${folder}node-${node}/`;
  const bin = `${there}node_modules/node/bin`;
  mkdirSync(there, { recursive: true });
  const failed = existsSync(`${bin}/node`) ? undefined : done("npm", [...npmWords, there, `node@${node}`]);
  if (failed !== undefined) return failed;
  symlinkSync(bin, `${own}node`);
  return done("npm", [...npmWords, own, ...npm], { ...process.env, PATH: `${bin}:${process.env["PATH"]}` });
}

const npmWords = ["install", "--no-audit", "--no-fund", "--prefix"];

function byPip(packages: readonly string[], own: string): string | undefined {
  const failed = done("python3", ["-m", "venv", own]);
  return failed ?? done(`${own}bin/pip`, ["install", "--quiet", "--disable-pip-version-check", ...packages]);
}

function done(command: string, args: readonly string[], env = process.env): string | undefined {
  const { status, error } = spawnSync(command, args, { env, stdio: ["ignore", "inherit", "inherit"] });
  return status === 0 ? undefined : `${[command, ...args].join(" ")}: ${error?.message ?? `exit code ${status}`}`;
}
