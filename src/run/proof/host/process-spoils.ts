import type { Bounds } from "../../../check/host/bounds.ts";
import { hostEvents, type ServerStarted } from "../../../check/host/host-event.ts";
import { altered, miscounted, type Spoil, spoil } from "./spoil.ts";

type OnServer = { readonly server?: string };

/** What a host may do wrongly with server processes and with itself. */
export const processSpoils = {
  gone: spoil<OnServer>(({ server }, trace) => [
    {
      does: "leaves its server processes behind",
      trace: altered(trace, (event) =>
        event.kind === "process" && (server === undefined || event.server === server) ? { ...event, alive: true } : event,
      ),
    },
  ]),
  started: spoil<OnServer & { times?: Bounds }>(({ server, times }, trace) => {
    const starts = hostEvents(trace, "server-start").filter(
      (event) => event.transport === "stdio" && (server === undefined || event.server === server),
    );
    const extra: ServerStarted = {
      seq: 0,
      at: 0,
      kind: "server-start",
      server: server ?? "s",
      instance: "spoilt",
      transport: "stdio",
    };
    return miscounted(trace, "the start of a server", starts, times, extra);
  }),
  endedInOrder: spoil<OnServer>(({ server }, trace) => [
    {
      does: "begins with a signal",
      trace: altered(trace, (event) =>
        event.kind === "server-end" && (server === undefined || event.server === server) ? { ...event, how: "SIGTERM" } : event,
      ),
    },
  ]),
  argv: spoil<OnServer>(({ server }, trace) => [
    {
      does: "adds a word to the command",
      trace: starting(trace, server, (event) => ({ ...event, argv: [...(event.argv ?? []), "spoilt"] })),
    },
  ]),
  startedIn: spoil<OnServer>(({ server }, trace) => [
    { does: "starts it elsewhere", trace: starting(trace, server, (event) => ({ ...event, cwd: "/spoilt" })) },
  ]),
  environment: spoil<OnServer & { has?: Record<string, string | null>; lacks?: readonly string[] }>(
    ({ server, has = {}, lacks = [] }, trace) => [
      ...Object.keys(has).map((key) => ({
        does: `does not hand on ${key}`,
        trace: starting(trace, server, ({ env = {}, ...event }) => {
          const { [key]: _gone, ...others } = env;
          return { ...event, env: others };
        }),
      })),
      ...lacks.map((key) => ({
        does: `hands on ${key}`,
        trace: starting(trace, server, ({ env = {}, ...event }) => ({ ...event, env: { ...env, [key]: "spoilt" } })),
      })),
    ],
  ),
  hostEnded: spoil<{ withinMs: number }>(({ withinMs }, trace) => [
    {
      does: "takes too long to end",
      trace: altered(trace, (event) => (event.kind === "host-end" ? { ...event, ms: withinMs + 1 } : event)),
    },
    {
      does: "has to be killed",
      trace: altered(trace, (event) => (event.kind === "host-end" ? { ...event, killed: true } : event)),
    },
  ]),
} as const satisfies Readonly<Record<string, Spoil>>;

type Trace = Parameters<typeof altered>[0];

const starting = (trace: Trace, server: string | undefined, change: (event: ServerStarted) => ServerStarted): Trace =>
  altered(trace, (event) =>
    event.kind === "server-start" && (server === undefined || event.server === server) ? change(event) : event,
  );
