import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * Installs the pinned hosts that `examples/hosts` describes, below `.venv/hosts`. Where there is no registry it says so and ends
 * with success: `run host` then says that they are missing.
 */
const folder = fileURLToPath(new URL("../.venv/hosts/", import.meta.url));
const sets: readonly { readonly there: string; readonly steps: readonly (readonly [string, ...string[]])[] }[] = [
  {
    there: `${folder}npm/node_modules/.bin/mcp-inspector`,
    steps: [installed("@modelcontextprotocol/inspector@0.15.0")],
  },
  {
    there: `${folder}npm/node_modules/.bin/mcporter`,
    steps: [installed("mcporter@0.9.0")],
  },
  {
    there: `${folder}py/bin/mcp`,
    steps: [
      ["python3", "-m", "venv", `${folder}py`],
      [
        `${folder}py/bin/pip`,
        "install",
        "--quiet",
        "--disable-pip-version-check",
        "openai-agents==0.24.0",
        "mcp==2.3.0",
        "openai==3.54.0",
      ],
    ],
  },
];

function installed(pinned: string): readonly [string, ...string[]] {
  return ["npm", "install", "--no-audit", "--no-fund", "--prefix", `${folder}npm`, pinned];
}

mkdirSync(`${folder}npm`, { recursive: true });
for (const { there, steps } of sets.filter((set) => !existsSync(set.there))) {
  for (const [command, ...args] of steps) {
    const { status, error } = spawnSync(command, args, { stdio: ["ignore", "inherit", "inherit"] });
    if (status === 0) continue;
    console.error(`${there}: not installed (${[command, ...args].join(" ")}: ${error?.message ?? `exit code ${status}`})`);
    break;
  }
}
