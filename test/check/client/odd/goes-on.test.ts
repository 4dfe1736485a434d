import { expect, it } from "vitest";
import * as answers from "../../../../src/check/client/odd/answers.ts";
import * as wires from "../../../../src/check/client/odd/lines.ts";
import * as news from "../../../../src/check/client/odd/news.ts";
import * as once from "../../../../src/check/client/odd/once.ts";
import * as http from "../../../../src/check/client/odd/over-http.ts";
import type { Check } from "../../../../src/check/check.ts";
import type { JsonObject } from "../../../../src/jsonrpc/json.ts";
import { ask, done, type Line, received, sent } from "../../../support/traces/small-trace.ts";
import { badly, broken, seen, kept, played, type Row, todo, unseen, well } from "../told-trace.ts";

const pieces = "three bytes at a time: naïve ✓ 😀 日本語";
const theOddity = "the oddity";

/** Each check, the scenario in which its oddity is met, what the call says that meets it, and whether a server may do so. */
const all: readonly (readonly [Check, string, string, boolean])[] = [
  [answers.hollowError, "hostile.answers", "no words", false],
  [answers.bothMembers, "hostile.answers", "result and error", false],
  [answers.neitherMember, "hostile.answers", "neither result nor error", false],
  [answers.unknownContent, "hostile.answers", "a hologram", false],
  [answers.deepJson, "hostile.answers", "five hundred deep", false],
  [wires.carriageReturns, "hostile.lines", "carriage return", false],
  [wires.linePieces, "hostile.lines", pieces, true],
  [wires.badUtf8, "hostile.lines", "bytes that are no text", false],
  [news.unknownNews, "hostile.news", "unknown news", true],
  [news.progressFlood, "hostile.news", "a flood of progress", false],
  [news.listStorm, "hostile.changes", "fifty changes", true],
  [news.oddLog, "hostile.changes", "a loud message", false],
  [news.unknownCancelled, "hostile.changes", "nothing is cancelled", true],
  [once.strayLines, "odd-peers.stray-lines", theOddity, false],
  [once.brokenLine, "odd-peers.broken-line", theOddity, false],
  [once.errorOutputDrained, "odd-peers.much-stderr", theOddity, false],
  [once.unknownAnswer, "odd-peers.answer-for-nobody", theOddity, false],
  [once.answeredTwice, "odd-peers.answered-twice", theOddity, false],
  [once.strayProgress, "odd-peers.progress-of-nothing", theOddity, false],
  [once.hollowResult, "odd-peers.hollow-result", theOddity, false],
  [once.largeResult, "odd-peers.large-result", theOddity, false],
  [once.unknownCompletion, "odd-peers.completion-of-nothing", theOddity, false],
  [http.streamComments, "hostile.streams", "comments", true],
  [http.streamPieces, "hostile.streams", pieces, true],
  [http.streamOpen, "hostile.streams", "left open", true],
  [http.mediaTypeParameters, "hostile.streams", "capitals and a charset", true],
  [http.errorPage, "hostile.failures", "a page of a gateway", false],
  [http.htmlAnswer, "hostile.failures", "a page for an answer", false],
  [http.cutAnswer, "hostile.failures", "cut off", false],
];

const says = (text: string): JsonObject => todo("call-tool", { name: "echo", arguments: { text } });
const wire = (text: string): readonly Line[] => [
  received(ask(text, "tools/call", { name: "echo", arguments: { text } })),
  sent(done(text)),
];
const noneMet = unseen("no driver that reports its steps met this");

it.each(
  all.flatMap(([check, scenario, oddity, lawful]): readonly Row[] => {
    const steps = [says("before"), says(oddity), says("after")];
    const calls = ["before", oddity, "after"].flatMap(wire);
    const failing = played(scenario, steps, ...calls, well(0), badly(1, "odd"), well(2));
    return [
      [`by ${check.id} every call is good`, check, played(scenario, steps, ...calls, well(0), well(1), well(2)), kept(12)],
      [
        `by ${check.id} the next call fails`,
        check,
        played(scenario, steps, ...calls, well(0), well(1), badly(2, "gone")),
        broken('the next call failed: "gone"', 12),
      ],
      [`by ${check.id} that call alone fails`, check, failing, lawful ? broken('the call failed: "odd"', 11) : kept(12)],
      [`by ${check.id} the call before it fails`, check, played(scenario, steps, ...calls, badly(0), well(1), badly(2)), noneMet],
      [
        `by ${check.id} something else is met`,
        check,
        played(scenario, [says("before"), says("else"), says("after")], well(0), well(1), badly(2)),
        noneMet,
      ],
      [
        `by ${check.id} it is met in another scenario`,
        check,
        played("hostile.other", steps, ...calls, well(0), well(1), badly(2)),
        noneMet,
      ],
    ];
  }),
)("after something odd: %s", (_title, check, lines, outcome) => {
  expect(seen(check, lines)).toEqual(outcome);
});
