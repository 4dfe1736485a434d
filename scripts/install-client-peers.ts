import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../", import.meta.url));
const target = join(root, ".venv/clients");

/**
 * Builds the drivers of `examples/clients` that are programs, with the versions of the libraries they pin, below `.venv/clients/`.
 * Where a toolchain or a package registry is missing it says so and ends with success: those clients are then left out.
 */
function installClientPeers(): void {
  mkdirSync(target, { recursive: true });
  for (const name of ["go-sdk", "mcp-go"]) build(name, ["go", "build", "-o", join(target, `${name}-driver`), "."]);
  const folder = join(target, "rmcp");
  if (build("rmcp", ["cargo", "build", "--release", "--locked", "--target-dir", folder]))
    copyFileSync(join(folder, "release/rmcp-driver"), join(target, "rmcp-driver"));
  const java = ["-B", "-q", `-Dtarget=${join(target, "java-sdk")}`, "package", "dependency:copy-dependencies"];
  build("java-sdk", ["mvn", ...java]);
}

function build(name: string, [command = "", ...args]: readonly string[]): boolean {
  const { status, error } = spawnSync(command, args, { cwd: join(root, "examples/clients", name), stdio: "inherit" });
  if (status !== 0) console.error(`${name}: not built (${command}: ${error?.message ?? `exit code ${status}`})`);
  return status === 0;
}

installClientPeers();
