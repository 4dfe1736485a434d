import { describe, expect, it } from "vitest";
import { iconsUsable, sameOnEveryConnection } from "../../../../src/check/rules/list-change.ts";
import type { Json } from "../../../../src/jsonrpc/json.ts";
import { ask, done, type Line, opened, received, sent, smallTrace } from "../../../support/traces/small-trace.ts";
import { changed, listed } from "./list-traces.ts";

const violated = (evidence: readonly number[], message: string, more: object = {}) => ({
  kind: "violated",
  evidence,
  message,
  ...more,
});
const none = (reason: string) => ({ kind: "not-applicable", reason });
const later = { revision: "2026-07-28" } as const;

describe("on two connections a list", () => {
  const two = [opened(later), opened({ ...later, connection: 2 })];
  const client = (roots: boolean): Json => ({
    _meta: { "io.modelcontextprotocol/clientCapabilities": roots ? { roots: {} } : {} },
  });
  const differs = (evidence: readonly number[], message: string) => violated(evidence, message, { timing: true });
  const apart = none("the list changed, or was asked for with different client capabilities");
  const between = (one: number, other: number) => `only on connection 1: a; only on connection 2: b (#${one} and #${other})`;
  it.each<readonly [string, readonly Line[], object]>([
    [
      "that was asked for on one",
      [...two, ...listed(["a"]), ...listed(["a"])],
      { kind: "inconclusive", reason: "the list was not asked for on two connections with equal client capabilities" },
    ],
    ["that is the same", [...two, ...listed(["a", "b"]), ...listed(["b", "a"], 2)], { kind: "satisfied", evidence: [6] }],
    ["that is another", [...two, ...listed(["a"]), ...listed(["b"], 2)], differs([6], between(3, 5))],
    [
      "that is longer on the second",
      [...two, ...listed(["a"]), ...listed(["a", "b", "c", "d", "e"], 2)],
      differs([6], "only on connection 2: b, c, d (#3 and #5)"),
    ],
    [
      "that is longer on the first",
      [...two, ...listed(["a", "b", "c", "d", "e"]), ...listed(["a"], 2)],
      differs([6], "only on connection 1: b, c, d (#3 and #5)"),
    ],
    [
      "that clients of two kinds are shown",
      [...two, ...listed(["a"], 1, client(true)), ...listed(["b"], 2, client(false))],
      apart,
    ],
    [
      "that a client without a word and one that can nothing are shown",
      [...two, ...listed(["a"]), ...listed(["a"], 2, client(false))],
      { kind: "satisfied", evidence: [6] },
    ],
    ["that changed on the first", [...two, ...listed(["a"]), ...listed(["c"]), ...listed(["b"], 2)], apart],
    ["that changed on the second", [...two, ...listed(["a"]), ...listed(["b"], 2), ...listed(["c"], 2)], apart],
    ["of which a change was told on the first", [...two, ...listed(["a"]), changed(), ...listed(["b"], 2)], apart],
    ["of which a change was told on the second", [...two, ...listed(["a"]), changed(2), ...listed(["b"], 2)], apart],
    [
      "that was the same before and after it was another elsewhere, and changed long before",
      [...two, ...listed(["z"]), ...listed(["a"]), ...listed(["b"], 2), ...listed(["a"])],
      differs([8], between(5, 7)),
    ],
    [
      "of which a change was told long before",
      [...two, changed(), ...listed(["a"]), ...listed(["b"], 2), ...listed(["a"])],
      differs([7], "only on connection 1: a; only on connection 2: b (#4 and #6)"),
    ],
    [
      "that was the same before and after, of which a change was told meanwhile",
      [...two, ...listed(["a"]), ...listed(["b"], 2), changed(2), ...listed(["a"])],
      apart,
    ],
    [
      "that was the same afterwards to another kind of client",
      [...two, ...listed(["z"]), ...listed(["a"]), ...listed(["b"], 2), ...listed(["a"], 1, client(true))],
      apart,
    ],
  ])("%s is compared, or is not", (_title, lines, outcome) => {
    expect(sameOnEveryConnection("tools").verify(smallTrace("server", lines))).toEqual(outcome);
  });
});

const withIcons = (icons: Json): Line[] => [sent(ask(1, "tools/list")), received(done(1, { tools: [{ name: "a", icons }] }))];

it.each<readonly [string, Json, object]>([
  ["that are none", [], none("no tools with icons were listed")],
  ["that are no list", "https://a", none("no tools with icons were listed")],
  [
    "of the web and in themselves",
    [{ src: "https://a" }, { src: "HTTP://a" }, { src: "data:image/png;base64,AA" }],
    { kind: "satisfied", evidence: [3] },
  ],
  ["in files", [{ src: "https://a" }, { src: "file:///a" }], violated([3], 'an icon with src "file:///a"')],
  ["whose address only looks so", [{ src: "xhttps://a" }], violated([3], 'an icon with src "xhttps://a"')],
  ["whose address has no slashes", [{ src: "https:a" }], violated([3], 'an icon with src "https:a"')],
  ["without an address", [{}], violated([3], "an icon with src undefined")],
  ["with a number", [{ src: 7 }], violated([3], "an icon with src 7")],
])("icons %s can be shown, or cannot", (_title, icons, outcome) => {
  expect(iconsUsable("tools").verify(smallTrace("server", [opened(), ...withIcons(icons)]))).toEqual(outcome);
});
