import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const read = (path: string): string => readFileSync(join(root, path), "utf8");

type Package = {
  readonly version?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly resolved?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly hasInstallScript?: boolean;
};

const lock = JSON.parse(read("package-lock.json")) as { readonly packages: Readonly<Record<string, Package>> };
const packages = Object.entries(lock.packages).filter(([path]) => path !== "");
const manifest = JSON.parse(read("package.json")) as { readonly license: string; readonly files: readonly string[] };

/** A program of our own, for tests, that is installed as a package. */
const ownPackages = ["test/model/engine", "node_modules/mcpcheck-engine"];

/** Packages that run a script when they are installed, and what for. A new one is a decision. */
const installScripts: Readonly<Record<string, string>> = {
  "node_modules/esbuild":
    "looks whether the program for this platform was installed, and puts it in place of the script that starts it",
  "node_modules/msgpackr-extract":
    "looks whether the fast reader that BullMQ can do without was installed for this platform, and builds it where it was not",
  "node_modules/msw": "copies its worker script into the folder that a package.json names for it; ours names none",
};

/** Licences under which code may be passed on with ours, as long as their texts come with it. */
const allowed = ["MIT", "ISC", "BSD-2-Clause", "BSD-3-Clause", "Apache-2.0", "0BSD"];

describe("dependencies", () => {
  test("run no script on installation but those that are listed", () => {
    const running = packages.filter(([, { hasInstallScript }]) => hasInstallScript === true).map(([path]) => path);
    expect(running.toSorted()).toEqual(Object.keys(installScripts).toSorted());
  });

  test("are held to a checksum, each of them", () => {
    const loose = packages.filter(
      ([path, { integrity }]) => !ownPackages.includes(path) && !(integrity ?? "").startsWith("sha512-"),
    );
    expect(loose.map(([path]) => path)).toEqual([]);
  });

  test("have a licence that allows to pass them on, where they are needed to run", () => {
    const others = packages.filter(
      ([path, { license, dev }]) => dev !== true && !ownPackages.includes(path) && !allowed.includes(license ?? ""),
    );
    expect(others.map(([path, { license }]) => [path, license])).toEqual([]);
  });
});

describe("what is passed on", () => {
  test("comes with our licence", () => {
    expect(manifest.license).toBe("Apache-2.0");
    expect(read("LICENSE")).toMatch(/Apache License\s+Version 2\.0/);
    expect(manifest.files).toContain("SECURITY.md");
  });

  test("comes with the licence of every package of which something is in it, and its text", () => {
    const texts = read("dist/THIRD-PARTY-LICENSES.txt").split(/^(?=\S+ \d+\.\d+\.\d+\S* \(.*\)$)/m);
    const named = texts.map((text) => /^(\S+) (\S+) \((.*)\)\n([^]*)$/.exec(text));
    expect(named.length).toBeGreaterThan(10);
    for (const one of named) {
      const [, name = "", version, licence, text = ""] = one ?? [];
      expect([name, licence]).toEqual([name, expect.toSatisfy((word: string) => allowed.includes(word))]);
      expect([name, text.length]).toEqual([name, expect.toSatisfy((length: number) => length > 300)]);
      const locked = Object.entries(lock.packages).filter(([path]) => path.endsWith(`node_modules/${name}`));
      expect([name, locked.map(([, found]) => found.version)]).toEqual([name, expect.arrayContaining([version])]);
    }
  });
});
