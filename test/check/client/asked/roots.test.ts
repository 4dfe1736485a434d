import { expect, it } from "vitest";
import { rootsChangeTold } from "../../../../src/check/client/asked/roots.ts";
import type { Json } from "../../../../src/jsonrpc/json.ts";
import { ask, done, failed, type Line, note, received, sent } from "../../../support/traces/small-trace.ts";
import { badly, broken, seen, kept, none, played, type Row, second, talk, there, todo, well } from "../told-trace.ts";

const opening = (capabilities: Json, more: object = {}): Line => received(ask(0, "initialize", { capabilities }), more);
const refuses = (id: number, code = -32602): Line => received(failed(id, code));

const noRoots = "no client that tells of new roots changed them";
const never = "the server is given new roots, and was never told that they changed";
const sets = todo("set-roots", { roots: [{ uri: "file:///new" }] });
const tells = opening({ roots: { listChanged: true } });
const lists = (uri: string): readonly Line[] => [
  sent(ask(5, "roots/list")),
  received(done(5, { roots: [{ uri: "file:///more" }, { uri }] })),
];
const news = (more: object = {}): Line => received(note("notifications/roots/list_changed"), more);
const ofRoots: readonly Row[] = [
  ["the server is told", rootsChangeTold, played("s", [sets], tells, well(0), news(), ...lists("file:///new")), kept(6)],
  ["the server is not told", rootsChangeTold, played("s", [sets], tells, well(0), ...lists("file:///new")), broken(never, 7)],
  [
    "another server is told",
    rootsChangeTold,
    played("s", [sets], second("s"), tells, well(0), news(there), ...lists("file:///new")),
    broken(never, 9),
  ],
  [
    "the server is given the old roots",
    rootsChangeTold,
    played("s", [sets], tells, well(0), ...lists("file:///old")),
    none(noRoots),
  ],
  [
    "the server is refused the roots",
    rootsChangeTold,
    played("s", [sets], tells, well(0), sent(ask(5, "roots/list")), refuses(5)),
    none(noRoots),
  ],
  ["the change fails", rootsChangeTold, played("s", [sets], tells, badly(0), ...lists("file:///new")), none(noRoots)],
  [
    "it is no change of roots",
    rootsChangeTold,
    played("s", [todo("connect", { roots: [{ uri: "file:///new" }] })], tells, well(0), ...lists("file:///new")),
    none(noRoots),
  ],
  [
    "changes of roots were not declared",
    rootsChangeTold,
    played("s", [sets], opening({ roots: {} }), well(0), ...lists("file:///new")),
    none(noRoots),
  ],
  ["roots were not declared", rootsChangeTold, played("s", [sets], opening({}), well(0), ...lists("file:///new")), none(noRoots)],
  [
    "roots change in another session",
    rootsChangeTold,
    [...talk(...played("s", [sets]).slice(1)), tells, well(0), ...lists("file:///new")],
    none(noRoots),
  ],
];

it.each(ofRoots)("of new roots: %s", (_title, check, lines, outcome) => {
  expect(seen(check, lines)).toEqual(outcome);
});
