import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const sets = ["mcp-1", "mcp-2", "a2a"];

/**
 * Installs the pinned Python servers that tests and published reports judge, and the Python client of A2A, each set in a virtual
 * environment of its own below `.venv/`, for servers on the first and on the second line of the `mcp` package do not go together. The first has
 * the pip that fills all of them. Where there is no Python or no package index it says so and ends with success: the tests then skip these
 * peers with a message. No TypeScript, so that it can run before anything is installed.
 */
function installPythonPeers() {
  const root = fileURLToPath(new URL("../", import.meta.url));
  const pip = join(root, ".venv", sets[0], "bin", "pip");
  for (const set of sets) {
    const environment = join(root, ".venv", set);
    const marker = join(environment, "complete");
    if (existsSync(marker)) continue;
    const install = [pip, "--python", join(environment, "bin", "python"), "install", "--quiet", "--disable-pip-version-check"];
    const steps = [
      ["python3", "-m", "venv", ...(set === sets[0] ? [] : ["--without-pip"]), environment],
      // What is imported is compiled then; of all there is that is little.
      [...install, "--no-compile", "-r", join(root, "test", "peers", `requirements-${set}.txt`)],
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
