import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ClientPeer } from "./client-peers.ts";
import type { Peer } from "./peers.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** The package a peer comes from with the version that is installed, read from the installation itself. */
export function peerVersion({ source }: Pick<Peer, "source"> | Pick<ClientPeer, "source">): string {
  if ("library" in source) {
    const text = readFileSync(join(root, "examples/clients", source.pinned), "utf8");
    const artifact = source.library.split(":")[1];
    const line =
      artifact === undefined
        ? (text.split("\n").find((one) => one.replace("require ", "").trim().startsWith(`${source.library} `)) ?? "")
        : (text.split(`<artifactId>${artifact}</artifactId>`)[1] ?? "");
    return `${source.library} ${/v?(\d+\.\d+\.\d+)/.exec(line)?.[1] ?? "(version unknown)"}`;
  }
  if ("npm" in source) {
    const base = source.set === undefined ? root : join(root, ".venv", source.set);
    const manifest = JSON.parse(readFileSync(join(base, "node_modules", source.npm, "package.json"), "utf8")) as {
      version: string;
    };
    return `${source.npm} ${manifest.version}`;
  }
  const library = join(root, ".venv", source.set, "lib");
  const packages = readdirSync(library).map((folder) => join(library, folder, "site-packages"));
  const name = source.pypi.replaceAll(/[-.]/g, "_");
  const found = packages
    .flatMap((folder) => readdirSync(folder))
    .find((entry) => entry.startsWith(`${name}-`) && entry.endsWith(".dist-info"));
  return `${source.pypi} ${found?.slice(name.length + 1, -".dist-info".length) ?? "(version unknown)"}`;
}
