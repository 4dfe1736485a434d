import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const root = join(import.meta.dirname, "../..");

/** A package of the lock file. */
type Locked = {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly hasInstallScript?: boolean;
};

/** A folder of a user who has installed the packed tarball, and nothing else. */
export type PackedProject = {
  /** The folder, with a `package.json` and `node_modules`. */
  readonly folder: string;
  /** The packed tarball. */
  readonly tarball: string;
  /** What was installed beside it: folders of packages, as the lock file names them, with whether they run a script then. */
  readonly beside: readonly { readonly path: string; readonly runsScript: boolean }[];
  /** Makes a package of our own development dependencies available too, as if the user had installed it. */
  readonly add: (name: string) => void;
  readonly remove: () => void;
};

/**
 * Packs the package as it is built and unpacks it into a project of its own, with the packages it depends on as the lock file has
 * them: what `npm install` does, without the network.
 */
export function packedProject(): PackedProject {
  const folder = mkdtempSync(join(tmpdir(), "mcpcheck-packed-"));
  const packed = execFileSync("npm", ["pack", "--ignore-scripts", "--json", "--pack-destination", folder], {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [{ filename }] = JSON.parse(packed) as [{ filename: string }];
  const tarball = join(folder, filename);
  const home = join(folder, "node_modules/mcpcheck");
  mkdirSync(home, { recursive: true });
  execFileSync("tar", ["-xzf", tarball, "-C", home, "--strip-components=1"]);
  writeFileSync(join(folder, "package.json"), `${JSON.stringify({ name: "user", private: true, type: "module" })}\n`);
  const beside = dependenciesOf("");
  const add = (path: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    symlinkSync(join(root, path), join(folder, path));
  };
  for (const { path } of beside) add(path);
  return {
    folder,
    tarball,
    beside,
    add: (name) => add(`node_modules/${name}`),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The packages that are installed with one of the lock file, each once. */
function dependenciesOf(path: string): { path: string; runsScript: boolean }[] {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
    packages: Readonly<Record<string, Locked>>;
  };
  const found = new Map<string, boolean>();
  const follow = (from: string): void => {
    for (const name of Object.keys(packages[from]?.dependencies ?? {})) {
      const inside = `${from}${from === "" ? "" : "/"}node_modules/${name}`;
      const target = packages[inside] === undefined ? `node_modules/${name}` : inside;
      if (found.has(target)) continue;
      found.set(target, packages[target]?.hasInstallScript === true);
      follow(target);
    }
  };
  follow(path);
  return [...found].map(([target, runsScript]) => ({ path: target, runsScript }));
}
