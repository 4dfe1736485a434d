import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

type Manifest = {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly bin?: Readonly<Record<string, string>>;
};

/** A registry on loopback with the package as it would be packed, and what it depends on as it is installed here. */
export async function localRegistry(root: string, folder: string): Promise<{ readonly url: string; readonly close: () => void }> {
  const tarballs = new Map<string, Buffer>();
  const documents = new Map<string, object>();
  const registry = createServer(({ url = "/" }, response) => {
    const tarball = tarballs.get(url);
    if (tarball !== undefined) return void response.writeHead(200).end(tarball);
    const document = documents.get(decodeURIComponent(url.slice(1)));
    response.writeHead(document === undefined ? 404 : 200, { "content-type": "application/json" });
    response.end(JSON.stringify(document ?? { error: "not found" }));
  });
  await new Promise<void>((resolve) => void registry.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(registry.address() as AddressInfo).port}`;
  const dependencies = Object.keys(manifestIn(root).dependencies ?? {});
  for (const path of [root, ...dependencies.map((name) => join(root, "node_modules", name))]) {
    const { name, version, dependencies: needed = {}, bin = {} } = manifestIn(path);
    const packed = execFileSync("npm", ["pack", path, "--ignore-scripts", "--json", "--pack-destination", folder], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    const [{ filename }] = JSON.parse(packed) as [{ filename: string }];
    const bytes = readFileSync(join(folder, filename));
    const integrity = `sha512-${createHash("sha512").update(bytes).digest("base64")}`;
    const dist = { tarball: `${url}/-/${filename}`, integrity };
    tarballs.set(`/-/${filename}`, bytes);
    const versions = { [version]: { name, version, dependencies: needed, bin, dist } };
    documents.set(name, { name, "dist-tags": { latest: version }, versions });
  }
  const close = (): void => {
    registry.closeAllConnections();
    registry.close();
  };
  return { url, close };
}

function manifestIn(path: string): Manifest {
  return JSON.parse(readFileSync(join(path, "package.json"), "utf8")) as Manifest;
}
