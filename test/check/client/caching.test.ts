import { expect, it } from "vitest";
import { cachedByKey, staleFetched, ttlNotPolled } from "../../../src/check/client/caching.ts";
import type { Json, JsonObject } from "../../../src/jsonrpc/json.ts";
import { ask, done, failed, type Line, received, sent } from "../../support/traces/small-trace.ts";
import { badly, broken, seen, kept, played, type Row, said, told, todo, unseen, well } from "./told-trace.ts";

const read = (uri: string): JsonObject => todo("read-resource", { uri });
const gave = (...uris: readonly string[]): Json => ({ contents: uris.map((uri) => ({ uri, text: "words" })) });
const asked = (id: number, method: string, params: Json = {}): Line => received(ask(id, method, params));

const noRead = "no client that reports its steps read a resource";
const byKey: readonly Row[] = [
  [
    "each resource is given to who asks for it",
    cachedByKey,
    played("s", [read("a"), read("b")], well(0, gave("a")), well(1, gave("b"))),
    kept(4, 5),
  ],
  [
    "the second resource is answered by the first",
    cachedByKey,
    played("s", [read("a"), read("b")], well(0, gave("a")), well(1, gave("a", "x"))),
    broken('"b" was asked for, and "a" was given', 5),
  ],
  [
    "the second resource comes together with the first",
    cachedByKey,
    played("s", [read("a"), read("b")], well(0, gave("a")), well(1, gave("a", "b"))),
    kept(4, 5),
  ],
  [
    "another resource is given that is only read later",
    cachedByKey,
    played("s", [read("b"), read("a")], well(0, gave("a")), well(1, gave("a"))),
    kept(4, 5),
  ],
  [
    "another resource is given that was read in another scenario",
    cachedByKey,
    [...played("s", [todo("ping"), read("b")], well(1, gave("a"))), told("t", [read("a")], 8)],
    kept(4),
  ],
  [
    "a reading fails and says what it would have been",
    cachedByKey,
    played("s", [read("a")], said(0, { ok: false, result: gave("a") })),
    unseen(noRead),
  ],
  ["a reading brings no contents", cachedByKey, played("s", [read("a")], well(0, gave())), unseen(noRead)],
  [
    "a reading brings contents that are no list",
    cachedByKey,
    played("s", [read("a")], well(0, { contents: "words" })),
    unseen(noRead),
  ],
];

const stale = { ttlMs: 0 };
const notAgain = "no client that reports its steps needed a list again";
const twice = [todo("list-tools"), todo("list-tools")];
const once = (result: Json): readonly Line[] => [asked(1, "tools/list"), sent(done(1, result))];
const ofStale: readonly Row[] = [
  [
    "a stale list is asked for again",
    staleFetched,
    played("caching.stale", twice, ...once(stale), well(0), asked(2, "tools/list"), well(1)),
    kept(4),
  ],
  [
    "a list without a time to live is asked for again",
    staleFetched,
    played("caching.stale", twice, ...once({}), well(0), asked(2, "tools/list"), well(1)),
    kept(4),
  ],
  [
    "a stale list is given once more",
    staleFetched,
    played("caching.stale", twice, ...once(stale), well(0), well(1)),
    broken("tools/list was needed 2 times, each time stale, and asked for 1 times", 7),
  ],
  [
    "only a further page of a stale list is asked for",
    staleFetched,
    played("caching.stale", twice, ...once(stale), well(0), asked(2, "tools/list", { cursor: "c" }), well(1)),
    broken("tools/list was needed 2 times, each time stale, and asked for 1 times", 8),
  ],
  [
    "a list without a time to live is kept",
    staleFetched,
    played("caching.stale", twice, ...once({}), well(0), well(1)),
    unseen(notAgain),
  ],
  [
    "the second need of a list fails",
    staleFetched,
    played("caching.stale", twice, ...once(stale), well(0), badly(1)),
    unseen(notAgain),
  ],
  [
    "the list is needed again in another scenario",
    staleFetched,
    [...played("caching.stale", [todo("list-tools")], ...once(stale), well(0)), told("s", twice, 8), well(0, {}, 8)],
    unseen(notAgain),
  ],
  [
    "the list fails at the server at first",
    staleFetched,
    played("caching.stale", twice, asked(1, "tools/list"), sent(failed(1)), well(0), well(1)),
    unseen(notAgain),
  ],
  ["the list was never asked for", staleFetched, played("caching.stale", twice, well(0), well(1)), unseen(notAgain)],
  ["a list is kept in another scenario", staleFetched, played("s", twice, ...once(stale), well(0), well(1)), unseen(notAgain)],
  ...(
    [
      ["list-resources", "resources/list"],
      ["list-resource-templates", "resources/templates/list"],
      ["list-prompts", "prompts/list"],
    ] as const
  ).map(([verb, method]): Row => [
    `a stale answer to ${method} is given once more`,
    staleFetched,
    played("caching.stale", [todo(verb), todo(verb)], asked(1, method), sent(done(1, stale)), well(0), well(1)),
    broken(`${method} was needed 2 times, each time stale, and asked for 1 times`, 7),
  ]),
];

const noIdle = "no client that reports its steps was idle for longer than a list was fresh";
const lists = (count: number): readonly Line[] => Array.from({ length: count }, (_, id) => asked(id, "tools/list"));
const idle = [todo("list-tools"), todo("listen")];
const ofPolls: readonly Row[] = [
  ["a list is fetched twice more than it is needed", ttlNotPolled, played("caching.idle", idle, ...lists(3), well(1)), kept(6)],
  [
    "a list is fetched three times more than it is needed",
    ttlNotPolled,
    played("caching.idle", idle, ...lists(4), well(1)),
    broken("tools/list was needed 1 times, and sent 4 times", 7),
  ],
  [
    "a list is needed in another scenario as well",
    ttlNotPolled,
    [...played("caching.idle", idle, ...lists(4), well(1)), told("s", [todo("list-tools")], 8)],
    broken("tools/list was needed 1 times, and sent 4 times", 7),
  ],
  ["the client does not listen", ttlNotPolled, played("caching.idle", idle, ...lists(4), badly(1)), unseen(noIdle)],
  [
    "the client listens in another scenario alone",
    ttlNotPolled,
    [...played("caching.idle", idle, ...lists(4), badly(1)), told("s", [todo("listen")], 8), well(0, {}, 8)],
    unseen(noIdle),
  ],
  ["no list is fetched", ttlNotPolled, played("caching.idle", idle, well(1)), unseen(noIdle)],
  ["a list is polled in another scenario", ttlNotPolled, played("s", idle, ...lists(4), well(1)), unseen(noIdle)],
];

it.each([...byKey, ...ofStale, ...ofPolls])("of caching: %s", (_title, check, lines, outcome) => {
  expect(seen(check, lines)).toEqual(outcome);
});
