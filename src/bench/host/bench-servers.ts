import type { Reach, ServerDefinition } from "../../host/config/server-definition.ts";
import type { Listening } from "../../mock/serve/listening.ts";
import { loadMock } from "../../mock/script/load-script.ts";
import { createMockServer } from "../../mock/mock-server.ts";
import { serveHttp } from "../../mock/serve/http/serve-http.ts";
import { systemWorld } from "../../mock/world/system-world.ts";
import { packageFile } from "../../base/files/package-file.ts";

const bin = packageFile("bin/mcpcheck.js");

/** The script of the server all figures are measured with: it gives back its arguments. */
const echo = packageFile("mocks/host/echo.json");

/** The program and arguments of that server as a process. */
export const echoCommand: readonly [string, ...string[]] = [process.execPath, bin, "serve", "mock", echo];

/** That server over Streamable HTTP in this process. */
export async function serveEcho(): Promise<Listening> {
  const mock = createMockServer(
    loadMock(echo, process.cwd()),
    systemWorld("http", () => undefined),
  );
  return serveHttp(mock, { host: "127.0.0.1", port: 0 });
}

/** So many servers as the operator of a host configures them, each a process of its own. */
export function echoProcesses(count: number): readonly ServerDefinition[] {
  const [command, ...args] = echoCommand;
  return named(count, { transport: "stdio", command, args, env: {}, cwd: undefined });
}

/** So many servers at one address. */
export function echoUrls(count: number, url: string): readonly ServerDefinition[] {
  return named(count, { transport: "http", url, headers: {} });
}

function named(count: number, reach: Reach): readonly ServerDefinition[] {
  return Array.from({ length: count }, (_, index) => ({
    name: `s${index}`,
    description: undefined,
    reach,
    requiresPath: false,
    pathArgIndex: null,
    capabilities: [],
    autoEnable: "never",
    enableIf: {},
    enabled: true,
    initializeMs: 60_000,
    callMs: undefined,
    origin: "file",
    place: "bench",
  }));
}
