import { crowding } from "../limits/stretched-limit.ts";
import type { Tokens } from "../../suite/token-kinds.ts";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Check } from "../../check/check.ts";
import type { Finding } from "../../check/finding.ts";
import { judge, type Promises } from "../../check/judge.ts";
import { createMockServer } from "../../mock/mock-server.ts";
import type { MockScript } from "../../mock/script/script.ts";
import { serveHttp } from "../../mock/serve/http/serve-http.ts";
import { serveSse } from "../../mock/serve/serve-sse.ts";
import type { MockTransport, World } from "../../mock/world/world.ts";
import type { Suite } from "../../suite/scenario.ts";
import { createRecorder } from "../../trace/recorder.ts";
import type { Trace } from "../../trace/trace.ts";
import { type ClientTransport, defaultLimits } from "../../transport/client-transport.ts";
import { openHttp } from "../../transport/http/http.ts";
import type { ProcessGuard } from "../../transport/process/process-guard.ts";
import { openSse } from "../../transport/sse/sse.ts";
import { openStdio } from "../../transport/stdio/stdio.ts";
import { createPace } from "../../session/pace.ts";
import { annotateTrace } from "../annotate/annotate-trace.ts";
import type { Oracle } from "../annotate/oracle.ts";
import { driveSession } from "../server/drive.ts";
import type { Hints } from "../server/hints.ts";
import { lookAgain } from "../server/second-look/look-again.ts";
import { negotiate, type WantedRevisions } from "../server/negotiate.ts";
import { otherLoopbackAddress } from "../../base/loopback.ts";
import { planSessions, type Selection } from "../server/plan.ts";
import { startLearning } from "../server/roles/learning.ts";
import { planBoundary } from "../server/roots/root-boundary.ts";
import type { ServerRun } from "../server/server-run.ts";
import { openInProcessStdio } from "./in-process-stdio.ts";

/** What the judging of every script of a proof shares. */
export type ProofSetup = {
  readonly suites: readonly Suite[];
  readonly promises: Promises;
  readonly checks: readonly Check[];
  readonly hints: Hints;
  readonly oracle: Oracle;
  /** Makes the world of a mock that runs in this process. */
  readonly world: (transport: MockTransport) => World;
  /** The command that serves the mock script of a file on stdio, for what takes a process. */
  readonly serveFile: (file: string) => readonly [command: string, ...args: string[]];
  readonly env: Readonly<Record<string, string>>;
  readonly guard: ProcessGuard;
  readonly stop: AbortSignal;
};

/** How one script is judged. */
export type ScriptRun = {
  readonly script: MockScript;
  readonly transport: MockTransport;
  readonly wanted: WantedRevisions;
  readonly selection: Selection;
  readonly process: boolean;
  /** Headers of every HTTP request. */
  readonly headers: Readonly<Record<string, string>>;
  /** The roles of tools, where they are others than those of the reference mock. */
  readonly hints?: Hints;
  /** What else it is tried with. */
  readonly tokens?: Tokens;
};

/** What came of judging one script; `unspoken` tells which revisions could not be negotiated, and why. */
export type ScriptJudged = {
  readonly trace: Trace;
  readonly findings: readonly Finding[];
  readonly unspoken: readonly string[];
};

/** The machine is busy with other mutants at the same time: an exchange within this process still takes far less. */
const timeoutMs = 2000;

/** More than the ten seconds a server has for its first answer. */
const startTimeoutMs = 15_000;

/** Serves a script, runs the selected scenarios on it and judges everything that was recorded by all checks. */
export async function judgeScript(setup: ProofSetup, run: ScriptRun): Promise<ScriptJudged> {
  const scratch = mkdtempSync(join(tmpdir(), "mcpcheck-proof-"));
  const opened: ClientTransport[] = [];
  const served = await serve(setup, run, scratch);
  try {
    const { clock } = setup.world(run.transport);
    const recorder = createRecorder({ kind: "server", transport: run.transport }, clock.now);
    const server: ServerRun = {
      recorder,
      clock,
      limits: defaultLimits,
      identity: { name: "mcpcheck", version: "0.0.0" },
      open(connection) {
        const transport = served.open(recorder, connection);
        opened.push(transport);
        return transport;
      },
      target: run.script.id,
      timeoutMs,
      startTimeoutMs,
      pace: createPace({ timeoutMs, startTimeoutMs, crowded: crowding }),
      allowWrites: false,
      hints: run.hints ?? setup.hints,
      rootUri: pathToFileURL(scratch).href,
      boundary: planBoundary(scratch),
      otherAddress: otherLoopbackAddress(process.platform),
      headers: new Set(Object.keys(run.headers).map((name) => name.toLowerCase())),
      tokens: run.tokens,
      stepUp: run.tokens === undefined ? undefined : async (scopes) => `mcpcheck-with-${scopes.join("+")}`,
      stop: setup.stop,
    };
    const negotiated = await negotiate(server, run.wanted);
    const spoken = negotiated.flatMap((one) => one.spoken ?? []);
    // One session after the other: a rule may count what comes in, and over HTTP all sessions meet the same server.
    const plans = spoken.flatMap((one) => {
      const learning = startLearning(server, one.revision);
      const sessions = planSessions(setup.suites, one.revision, run.transport, run.selection);
      return sessions.map((plan) => ({ plan, one, learning }));
    });
    for (const { plan, one, learning } of plans) await driveSession(server, plan, one, learning, () => undefined);
    const { checks, promises } = setup;
    const first = await annotateTrace(recorder.trace(), setup.oracle);
    const seen = judge(first, checks, promises);
    const again = await lookAgain(server, seen, { plans, checks, promises });
    const trace = again ? await annotateTrace(recorder.trace(), setup.oracle) : first;
    const unspoken = negotiated.flatMap(({ wanted, spoken: found, reason }) =>
      found === undefined ? [`${wanted}: ${reason}`] : [],
    );
    return { trace, findings: again ? judge(trace, checks, promises) : seen, unspoken };
  } finally {
    await Promise.all(opened.map(async (transport) => await transport.close("drop")));
    await served.close();
    rmSync(scratch, { recursive: true, force: true });
  }
}

type Served = {
  readonly open: (recorder: ServerRun["recorder"], connection: number) => ClientTransport;
  readonly close: () => Promise<void>;
};

async function serve(setup: ProofSetup, { script, transport, process, headers }: ScriptRun, scratch: string): Promise<Served> {
  const world = setup.world(transport);
  const common = { limits: defaultLimits, clock: world.clock };
  if (transport !== "stdio") {
    const listening = await (transport === "http" ? serveHttp : serveSse)(createMockServer(script, world), {
      host: "127.0.0.1",
      port: 0,
    });
    const open = transport === "http" ? openHttp : openSse;
    return {
      open: (recorder, connection) => open({ ...common, recorder, connection, url: listening.url, headers, asksAgain: true }),
      close: listening.close,
    };
  }
  const close = async () => undefined;
  if (!process)
    return {
      open: (recorder, connection) => openInProcessStdio({ script, world, recorder, connection, limits: defaultLimits }),
      close,
    };
  const file = join(scratch, "mutant.json");
  writeFileSync(file, JSON.stringify(script));
  const [command, ...args] = setup.serveFile(file);
  const { env, guard } = setup;
  return {
    open: (recorder, connection) => openStdio({ ...common, recorder, connection, command, args, cwd: scratch, env, guard }),
    close,
  };
}
