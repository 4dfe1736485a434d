import { expect, it } from "vitest";
import { paginationWalksApart } from "../../../../src/check/server/pagination-walks.ts";
import { ask, done, received, sent } from "../../../support/traces/small-trace.ts";
import { asked, broken, conversation, gives, idle, kept, on, type Part } from "../conversation.ts";

type Names = readonly string[];

const named = (names: Names) => names.map((name) => ({ name }));
const first = (names: Names, list = "tools"): Part => asked(`${list}/list`, {}, gives({ [list]: named(names), nextCursor: "2" }));
const second = (names: Names, list = "tools"): Part => asked(`${list}/list`, { cursor: "2" }, gives({ [list]: named(names) }));
const alone: readonly Part[] = [first(["a"]), second(["b"])];
/** Two walks at a time: the one that began last comes to its end first. */
const both = (inner: Names, outer: Names): readonly Part[] => [first(["a"]), first(["a"]), second(inner), second(outer)];
const disturbed = (...lines: readonly number[]): object =>
  broken("tools/list brought other items while another walk was under way", ...lines);
const onlyOne = idle("no list has more than one page");
const noMeasure = idle("no two walks through one list at a time, with the same items in every walk alone");

// A walk alone takes the lines 2 to 5; of the two after it the first ends at line 13, and the second at line 11.
it.each<readonly [string, readonly Part[], object]>([
  ["bring the same as one alone", [...alone, ...both(["b"], ["b"])], kept(13, 11)],
  ["bring the same as one alone that came after", [...both(["b"], ["b"]), ...alone], kept(9, 7)],
  ["bring the same in another order", [first(["b"]), second(["a"]), ...both(["b"], ["b"])], kept(13, 11)],
  ["bring more in the first", [...alone, ...both(["b"], ["b", "c"])], disturbed(13)],
  ["bring less in the second", [...alone, ...both([], ["b"])], disturbed(11)],
  ["bring other items in both", [...alone, ...both(["c"], ["d"])], disturbed(13, 11)],
  ["have two alone for a measure", [...alone, ...alone, ...both([], ["b"])], disturbed(15)],
  ["have two alone that differ", [...alone, first(["a"]), second(["c"]), ...both([], ["b"])], noMeasure],
  ["have none alone for a measure", both([], ["b"]), noMeasure],
  ["have one alone on another connection", [...alone.map((part) => on(2, part)), ...both([], ["b"])], noMeasure],
  ["come one after the other", [...alone, first(["a"]), second(["c"])], noMeasure],
  [
    "come at a time on two connections",
    [...alone, first(["a"]), on(2, first(["a"])), on(2, second([])), second(["c"])],
    noMeasure,
  ],
  [
    "have one beside them on another connection",
    [...alone, on(2, first(["a"])), ...both([], ["b"]), on(2, second(["z"]))],
    disturbed(13),
  ],
  [
    "are of two lists",
    [
      ...alone,
      first(["p"], "prompts"),
      second(["q"], "prompts"),
      first(["a"]),
      first(["p"], "prompts"),
      second([]),
      second([], "prompts"),
    ],
    noMeasure,
  ],
  [
    "are of another list",
    [
      first(["p"], "prompts"),
      second(["q"], "prompts"),
      first(["p"], "prompts"),
      first(["p"], "prompts"),
      second([], "prompts"),
      second(["q"], "prompts"),
    ],
    broken("prompts/list brought other items while another walk was under way", 11),
  ],
  [
    "have one page",
    [
      asked("tools/list", {}, gives({ tools: named(["a"]) })),
      sent(ask(90, "tools/list", {})),
      sent(ask(91, "tools/list", {})),
      received(done(90, { tools: named(["a"]) })),
      received(done(91, { tools: [] })),
    ],
    onlyOne,
  ],
])("two walks at a time are told from one alone where they %s", (_title, parts, wanted) => {
  expect(paginationWalksApart.verify(conversation(parts))).toEqual(wanted);
});
