import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * Installs the pinned servers that only the published page judges (`test/peers/published-peers.ts`), below `.venv/servers`; no scripts of
 * packages run. Where there is no registry it says so and ends with success: `npm run publish:servers` then names those that are missing.
 */
const folder = fileURLToPath(new URL("../.venv/servers/", import.meta.url));
const sets: readonly { readonly there: string; readonly steps: readonly (readonly [string, ...string[]])[] }[] = [
  {
    there: `${folder}npm/complete`,
    steps: [
      [
        "npm",
        "install",
        "--no-audit",
        "--no-fund",
        "--ignore-scripts",
        "--omit=optional",
        "--prefix",
        `${folder}npm`,
        "@antv/mcp-server-chart@0.9.10",
        "@cyanheads/git-mcp-server@2.15.3",
        "@playwright/mcp@0.0.83",
        "@wonderwhy-er/desktop-commander@0.2.52",
        "chrome-devtools-mcp@1.11.0",
        "exa-mcp-server@3.4.1",
        "mcp-server-kubernetes@4.1.7",
        "mongodb-mcp-server@3.0.4",
        "shadcn@4.23.0",
      ],
      ["touch", `${folder}npm/complete`],
    ],
  },
  {
    there: `${folder}py/complete`,
    steps: [
      ["python3", "-m", "venv", `${folder}py`],
      [
        `${folder}py/bin/pip`,
        "install",
        "--quiet",
        "--disable-pip-version-check",
        "awslabs.aws-documentation-mcp-server==1.2.3",
        "duckduckgo-mcp-server==0.7.0",
        "mcp-server-fetch==2026.10.24",
        "mcp-server-time==2026.10.19",
      ],
      ["touch", `${folder}py/complete`],
    ],
  },
];

mkdirSync(`${folder}npm`, { recursive: true });
for (const { there, steps } of sets.filter((set) => !existsSync(set.there))) {
  for (const [command, ...args] of steps) {
    const { status, error } = spawnSync(command, args, { stdio: ["ignore", "inherit", "inherit"] });
    if (status === 0) continue;
    console.error(`${there}: not installed (${[command, ...args].join(" ")}: ${error?.message ?? `exit code ${status}`})`);
    break;
  }
}
