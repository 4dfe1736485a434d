import { randomUUID } from "node:crypto";
import { McpcheckError } from "../../../base/mcpcheck-error.ts";
import { systemClock } from "../../../base/time/clock.ts";
import { type ListeningAuth, openAuth } from "../../../mock/auth/auth-listener.ts";
import { loadAuth } from "../../../mock/auth/load-auth.ts";
import { freePort } from "../../../run/free-port.ts";
import type { SubjectJob } from "../../../run/subject-job.ts";
import type { Tokens } from "../../../suite/token-kinds.ts";
import { createRecorder } from "../../../trace/recorder.ts";
import type { ClientTransport, GivenHeaders } from "../../../transport/client-transport.ts";
import { openStdio } from "../../../transport/stdio/stdio.ts";
import type { RunContext } from "../../perform-run.ts";
import { targetOf } from "../entry-target.ts";
import { planScratch } from "../scratch.ts";
import type { ServerEntry } from "../server-entry.ts";
import type { AuthFile } from "./auth-file.ts";
import { tokenWishes } from "./token-wishes.ts";
import { untilListening } from "./until-listening.ts";

/** A server that is to trust an authorization server of mcpcheck: started here, or running at a URL. */
export type Trusting =
  | { readonly command: readonly string[]; readonly env: Readonly<Record<string, string>>; readonly cwd: string | undefined }
  | { readonly url: string };

/** What is needed to judge it. */
export type AuthorizedSetup = {
  readonly name: string;
  readonly file: AuthFile;
  readonly server: Trusting;
  /** Headers of every request beside that of its token. */
  readonly headers: GivenHeaders;
  readonly context: Omit<RunContext, "checks">;
  /** The jobs on the server once it listens; every request has its valid token, and it is tried with the others. */
  readonly judge: (
    entry: ServerEntry,
    tokens: Tokens,
    stepUp: (scopes: readonly string[]) => Promise<string>,
  ) => Promise<readonly SubjectJob[]>;
};

/**
 * A job that opens an authorization server, starts the server under test with its issuer, keys and audience among its arguments and
 * variables, and judges it with tokens of every kind. Both are ended when it is over. @throws McpcheckError `usage` for an authorization
 * server there is not
 */
export function authorizedJob(setup: AuthorizedSetup): SubjectJob {
  const { name, file, server, context, judge } = setup;
  const script = loadAuth(file.authorization, context.io.cwd);
  return {
    id: name,
    async *events(stop) {
      const world = { now: () => Date.now(), random: randomUUID };
      const url = "url" in server ? server.url : file.url.replaceAll("{port}", String(await freePort()));
      const audience = file.audience.replaceAll("{url}", url);
      const auth = await openAuth({ script, world, host: "127.0.0.1", port: file.port, resource: () => audience });
      try {
        const scope = file.scope ?? script.scopes ?? [];
        const tokens = await issued(auth, tokenWishes(audience, scope, file.narrow));
        context.secrets.add(Object.fromEntries(Object.entries(tokens).map(([kind, token]) => [`token-${kind}`, token])));
        const stepUp = async (scopes: readonly string[]): Promise<string> => {
          const token = await auth.issue({ audience, scope: [...new Set([...(file.narrow ?? []), ...scopes])] });
          context.secrets.add({ "token-challenged": token });
          return token;
        };
        const headers = { ...setup.headers, Authorization: `Bearer ${tokens.valid ?? ""}` };
        const told = { issuer: auth.issuer, jwks: auth.jwks, audience, url, port: new URL(url).port };
        const running = "url" in server ? undefined : await start(setup, server, told, stop);
        try {
          for (const job of await judge({ name, kind: "http", url, headers }, tokens, stepUp)) yield* job.events(stop);
        } finally {
          await running?.end();
        }
        const died = running?.died();
        if (died !== undefined) yield { type: "notice", message: `${name}: its process ended while it was judged${died}` };
      } finally {
        await auth.close();
      }
    },
  };
}

async function issued(auth: ListeningAuth, wishes: ReturnType<typeof tokenWishes>): Promise<Tokens> {
  const made = await Promise.all([...wishes].map(async ([kind, wish]) => [kind, await auth.issue(wish)] as const));
  return Object.fromEntries(made);
}

/** Puts what is known in the place of `{name}`. */
const filled = (text: string, told: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => told[name] ?? whole);

/** A server that was started: how to end it, and whether it had ended by itself, with what it said last. */
type Running = { readonly end: () => Promise<void>; readonly died: () => string | undefined };

/** Starts the server under test and waits until it listens. @throws McpcheckError `subject` when it does not */
async function start(
  { name, context }: AuthorizedSetup,
  server: Extract<Trusting, { readonly command: readonly string[] }>,
  told: Readonly<Record<string, string>> & { readonly url: string },
  stop: AbortSignal,
): Promise<Running> {
  const { io, guard, options } = context;
  const entry: ServerEntry = {
    name,
    kind: "stdio",
    command: server.command.map((word) => filled(word, told)),
    env: Object.fromEntries(Object.entries(server.env).map(([variable, value]) => [variable, filled(value, told)])),
    cwd: server.cwd,
  };
  const scratch = planScratch();
  const target = targetOf(entry, { io, cwd: server.cwd }, scratch);
  if (target.transport !== "stdio") throw new TypeError("a command is no address");
  const forget = guard.add(() => void scratch.remove());
  scratch.make();
  const { command, args, cwd, env } = target;
  const recorder = createRecorder({ kind: "server", transport: "stdio" }, systemClock.now);
  const process = openStdio({ recorder, connection: 1, command, args, cwd, env, guard, marked: true });
  const over = new AbortController();
  const abort = (): void => over.abort();
  let died: string | undefined;
  let ending = false;
  stop.addEventListener("abort", abort);
  void process.ended.then(() => {
    if (!ending) died = lastWords(process);
    abort();
  });
  const end = async (): Promise<void> => {
    ending = true;
    stop.removeEventListener("abort", abort);
    await process.close("term");
    scratch.remove();
    forget();
  };
  const ms = 3 * options.timeoutMs;
  if (await untilListening(new URL(told.url), ms, systemClock, over.signal)) return { end, died: () => died };
  const how = over.signal.aborted ? "it ended before it listened" : `nobody listened there within ${ms} ms`;
  await end();
  throw new McpcheckError("subject", `${name}: ${how} at ${told.url}${lastWords(process)}`);
}

/** What a process wrote last to stderr, as the end of a sentence. */
function lastWords(process: ClientTransport): string {
  const words = process.stderrTail().trim().split("\n").at(-1) ?? "";
  return words === "" ? "" : `; it last said: ${words}`;
}
