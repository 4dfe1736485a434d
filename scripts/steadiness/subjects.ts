import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { cleanMocks } from "../../src/cli/proof/prove-servers.ts";
import { listLookalikes } from "../../src/mock/script/load-script.ts";
import { isInstalled, readyPeer } from "../../test/peers/peers.ts";
import { publishedPeers } from "../../test/peers/published-peers.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const mcpcheck = `${root}bin/mcpcheck.js`;

/** What is judged again and again: `judge` runs mcpcheck on it, keeps its trace in a file, and hands back the report. */
export type Subject = { readonly id: string; readonly judge: (traceFile: string) => Promise<string> };

/** The real servers that are published, or everything there is, or what has one of `parts` in its name where any is given. */
export function chosenSubjects({ all, parts }: { readonly all: boolean; readonly parts: readonly string[] }): Subject[] {
  if (parts.length > 0) return [...realServers(), ...ourOwn()].filter(({ id }) => parts.some((part) => id.includes(part)));
  return all ? [...realServers(), ...ourOwn()] : realServers();
}

function realServers(): Subject[] {
  return publishedPeers()
    .filter(isInstalled)
    .map((peer): Subject => ({
      id: peer.id,
      judge: async (traceFile) => {
        const { argv, end } = await readyPeer(peer);
        return await endingWith(end, async () => await judged("server", traceFile, argv));
      },
    }));
}

/** The clean mocks, and our own client, of which nothing bad may ever be said. */
function ourOwn(): Subject[] {
  const mocks = [...cleanMocks, ...listLookalikes()].map((id): Subject => ({
    id: `mock ${id}`,
    judge: async (file) => await judged("server", file, ["--", process.execPath, mcpcheck, "serve", "mock", id]),
  }));
  const clients = ["stdio", "http", "sse"].map((transport): Subject => ({
    id: `the reference client, ${transport}`,
    judge: async (file) =>
      await judged("client", file, ["--transport", transport, "--", process.execPath, mcpcheck, "serve", "client"]),
  }));
  return [...mocks, ...clients];
}

async function judged(kind: "server" | "client", traceFile: string, argv: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [mcpcheck, "run", kind, "--reporter", "json", "--trace", traceFile, ...argv], {
    cwd: root,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const chunks: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  await endingWith(
    () => void child.kill("SIGTERM"),
    async () => await new Promise((resolve) => child.once("close", resolve)),
  );
  return Buffer.concat(chunks).toString();
}

/** Does something, and calls `end` after it, also where this process is ended before. */
async function endingWith<T>(end: () => void, act: () => Promise<T>): Promise<T> {
  process.once("exit", end);
  try {
    return await act();
  } finally {
    process.off("exit", end);
    end();
  }
}
