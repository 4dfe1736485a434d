import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Installs the pinned Python servers that tests and published reports judge, and the Python client of A2A, each set in a virtual
 * environment of its own below `.venv/`, for servers on the first and on the second line of the `mcp` package do not go together. Where there is no
 * Python or no package index it says so and ends with success: the tests then skip these peers with a message.
 */
function installPythonPeers(): void {
  const root = fileURLToPath(new URL("../", import.meta.url));
  for (const set of ["mcp-1", "mcp-2", "a2a"]) {
    const environment = join(root, ".venv", set);
    const marker = join(environment, "complete");
    if (existsSync(marker)) continue;
    const steps: readonly (readonly string[])[] = [
      ["python3", "-m", "venv", environment],
      [
        join(environment, "bin", "pip"),
        "install",
        "--quiet",
        "--disable-pip-version-check",
        "-r",
        join(root, "test", "peers", `requirements-${set}.txt`),
      ],
      ["touch", marker],
    ];
    for (const [command = "", ...args] of steps) {
      const { status, error } = spawnSync(command, args, { stdio: ["ignore", "inherit", "inherit"] });
      if (status === 0) continue;
      console.error(
        `python peers ${set}: not installed (${[command, ...args].join(" ")}: ${error?.message ?? `exit code ${status}`})`,
      );
      break;
    }
  }
}

installPythonPeers();
