import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Peer, peers } from "./peers.ts";

const folder = fileURLToPath(new URL("../../.venv/servers/", import.meta.url));

/** A server of `npm run peers:servers` from npm, by the path of its program below its package. */
function fromNpm(
  name: string,
  program: string,
  rest: { readonly args?: readonly string[]; readonly env?: Peer["env"] } = {},
): Peer {
  const { args = [], env } = rest;
  return {
    id: name,
    source: { npm: name, set: "servers/npm" },
    command: [process.execPath, join(folder, "npm/node_modules", name, program), ...args],
    ...(env === undefined ? {} : { env }),
  };
}

const fromPypi = (name: string): Peer => ({
  id: name,
  source: { pypi: name, set: "servers/py" },
  command: [join(folder, "py/bin", name)],
});

/**
 * The servers of the published page, in its order: those that tests judge, and more that `npm run peers:servers` installs. They start
 * without a network, with keys that open nothing where they want one.
 */
export function publishedPeers(): Peer[] {
  return [
    ...peers(),
    fromNpm("@antv/mcp-server-chart", "build/index.js"),
    fromNpm("@cyanheads/git-mcp-server", "dist/index.js", { env: { MCP_TRANSPORT_TYPE: "stdio" } }),
    fromNpm("@playwright/mcp", "cli.js"),
    fromNpm("@wonderwhy-er/desktop-commander", "dist/index.js"),
    fromNpm("chrome-devtools-mcp", "build/src/bin/chrome-devtools-mcp.js"),
    fromNpm("exa-mcp-server", "dist/stdio.cjs", { env: { EXA_API_KEY: "dummy" } }),
    fromNpm("mcp-server-kubernetes", "dist/index.js"),
    fromNpm("mongodb-mcp-server", "dist/esm/index.js", { env: { MDB_MCP_TELEMETRY: "disabled" } }),
    fromNpm("shadcn", "dist/index.js", { args: ["mcp"] }),
    fromPypi("awslabs.aws-documentation-mcp-server"),
    fromPypi("duckduckgo-mcp-server"),
    fromPypi("mcp-server-fetch"),
    fromPypi("mcp-server-time"),
  ];
}
