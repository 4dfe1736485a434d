import * as z from "zod";
import { counted } from "../../base/counted.ts";
import { inconclusive, overall, satisfied, violated } from "../outcome.ts";
import { bounds, inWords, within } from "./bounds.ts";
import { expectation } from "./expectation.ts";
import { hostEvents } from "./host-event.ts";

const server = z.string().optional();
const is = (name: string | undefined) => (event: { readonly server: string }) => name === undefined || event.server === name;

/** After the host had ended, no process of a server (or started by one) is left. */
export const gone = expectation(z.strictObject({ server }), true, ({ server: name }, trace) =>
  overall(
    hostEvents(trace, "process")
      .filter(is(name))
      .map((event) =>
        event.alive ? { ref: event, wrong: `process ${event.pid} of ${event.server} outlived the host` } : { ref: event },
      ),
    "no server process was started",
  ),
);

/** A server was started, or connected to, so often. */
export const started = expectation(
  z.strictObject({ server, times: bounds.optional() }),
  true,
  ({ server: name, times }, trace) => {
    const starts = hostEvents(trace, "server-start")
      .filter(is(name))
      .filter(({ transport }) => transport === "stdio");
    if (within(starts.length, times))
      return satisfied(starts.length > 0 ? starts : hostEvents(trace, "asked"), "the host was asked nothing");
    const where = starts[0] ?? hostEvents(trace, "asked")[0];
    return where === undefined
      ? inconclusive("the host was asked nothing")
      : violated(where, `${name ?? "servers"} started ${counted(starts.length, "time")}, expected ${inWords(times)}`);
  },
);

/** A server was told to end by closing its input before any signal. */
export const endedInOrder = expectation(z.strictObject({ server }), true, ({ server: name }, trace) => {
  const ends = hostEvents(trace, "server-end").filter(is(name));
  const instances = [...new Set(ends.map(({ instance }) => instance))];
  return overall(
    instances.flatMap((instance) => {
      const [first] = ends.filter((event) => event.instance === instance);
      if (first === undefined) return [];
      return [
        first.how === "eof" || first.how === "exit"
          ? { ref: first }
          : { ref: first, wrong: `${first.server} first heard ${first.how}, expected the end of its input` },
      ];
    }),
    "no server noticed its end",
  );
});

/** The words a server was started with after its own program. */
export const argv = expectation(
  z.strictObject({
    server,
    start: z.int().nonnegative().optional().describe("which of its starts, from 0; default every one"),
    equals: z.array(z.string()),
  }),
  true,
  ({ server: name, start, equals }, trace) =>
    overall(
      hostEvents(trace, "server-start")
        .filter(is(name))
        .filter((_, index) => start === undefined || index === start)
        .flatMap((event) =>
          event.argv === undefined
            ? []
            : [
                event.argv.length === equals.length && event.argv.every((word, index) => word === equals[index])
                  ? { ref: event }
                  : { ref: event, wrong: `started with ${JSON.stringify(event.argv)}, expected ${JSON.stringify(equals)}` },
              ],
        ),
      "no server process was started",
    ),
);

/** The directory a server was started in. */
export const startedIn = expectation(z.strictObject({ server, equals: z.string() }), true, ({ server: name, equals }, trace) =>
  overall(
    hostEvents(trace, "server-start")
      .filter(is(name))
      .flatMap((event) => {
        if (event.cwd === undefined) return [];
        return [event.cwd === equals ? { ref: event } : { ref: event, wrong: `started in ${event.cwd}, expected ${equals}` }];
      }),
    "no server process was started",
  ),
);

/** Variables a server process has, with these values (`null`: any), and variables it must not have. */
export const environment = expectation(
  z.strictObject({ server, has: z.record(z.string(), z.string().nullable()).optional(), lacks: z.array(z.string()).optional() }),
  true,
  ({ server: name, has, lacks }, trace) =>
    overall(
      hostEvents(trace, "server-start")
        .filter(is(name))
        .flatMap((event) => {
          const { env } = event;
          if (env === undefined) return [];
          const wrong = [
            ...Object.entries(has ?? {}).flatMap(([key, value]) => {
              if (!Object.hasOwn(env, key)) return [`lacks ${key}`];
              return value === null || env[key] === value ? [] : [`has another value of ${key}`];
            }),
            ...(lacks ?? []).flatMap((key) => (Object.hasOwn(env, key) ? [`has ${key}`] : [])),
          ];
          return [wrong.length === 0 ? { ref: event } : { ref: event, wrong: `${event.server} ${wrong.join(", ")}` }];
        }),
      "no server process was started",
    ),
);

/** How the host itself ended when it was told to: of its own accord, within so many milliseconds. */
export const hostEnded = expectation(z.strictObject({ withinMs: z.int().positive() }), true, ({ withinMs }, trace) =>
  overall(
    hostEvents(trace, "host-end").map((event) =>
      event.killed || event.ms > withinMs
        ? {
            ref: event,
            wrong: `the host ${event.killed ? "had to be killed" : `took ${Math.round(event.ms)} ms to end`}`,
          }
        : { ref: event },
    ),
    "the end of the host was not seen",
  ),
);
