import { readFileSync } from "node:fs";
import { loadMock } from "../../mock/script/load-script.ts";
import { createMockServer } from "../../mock/mock-server.ts";
import { serveHttp } from "../../mock/serve/http/serve-http.ts";
import { serveSse } from "../../mock/serve/serve-sse.ts";
import { systemWorld } from "../../mock/world/system-world.ts";
import { type Hints, parseHints } from "../../run/server/hints.ts";
import type { SubjectEvent, SubjectJob } from "../../run/subject-job.ts";
import type { RunContext } from "../perform-run.ts";
import { serverJobs } from "./server-jobs.ts";
import { packageFile } from "../../base/files/package-file.ts";

const mockId = "reference";
const bin = packageFile("bin/mcpcheck.js");
const hintsFile = packageFile(`mocks/hints/${mockId}.json`);

/** The built-in reference run: the bundled mock server over every transport, in every era it has there. */
export function referenceJobs(context: RunContext): SubjectJob[] {
  const hints = parseHints(readFileSync(hintsFile, "utf8"), hintsFile);
  return [overStdio(context, hints), overHttp(context, hints, "http"), overHttp(context, hints, "sse")];
}

function overStdio(context: RunContext, hints: Hints): SubjectJob {
  const words = ["mcpcheck", "serve", "mock", mockId];
  const argv = ["mcpcheck", "run", "server", "--", ...words];
  const entry = {
    name: "reference mock, stdio",
    kind: "stdio",
    command: [process.execPath, bin, "serve", "mock", mockId],
    env: {},
    cwd: undefined,
  } as const;
  return {
    id: entry.name,
    async *events(stop) {
      for (const job of await serverJobs([entry], { ...context, argv, hints, cwd: undefined })) yield* job.events(stop);
    },
  };
}

/** Serves the mock in this process, on a free port of the loopback interface, for as long as it is judged. */
function overHttp(context: RunContext, hints: Hints, transport: "http" | "sse"): SubjectJob {
  const id = `reference mock, ${transport}`;
  return {
    id,
    async *events(stop: AbortSignal): AsyncGenerator<SubjectEvent> {
      const server = createMockServer(loadMock(mockId, context.io.cwd), systemWorld(transport, context.io.stderr));
      const listening = await (transport === "http" ? serveHttp : serveSse)(server, { host: "127.0.0.1", port: 0 });
      try {
        const argv = [
          "mcpcheck",
          "run",
          "server",
          ...(transport === "sse" ? ["--transport", "sse"] : []),
          "--url",
          listening.url,
        ];
        const entry = { name: id, kind: transport, url: listening.url, headers: {} } as const;
        for (const job of await serverJobs([entry], { ...context, argv, hints, cwd: undefined })) yield* job.events(stop);
      } finally {
        await listening.close();
      }
    },
  };
}
