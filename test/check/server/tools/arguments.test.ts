import { expect, it } from "vitest";
import {
  toolsArgumentErrorCode,
  toolsArgumentErrorInResult,
  toolsMissingArgument,
  toolsMistypedArgument,
} from "../../../../src/check/server/tools/arguments.ts";
import type { Check } from "../../../../src/check/check.ts";
import type { Revision } from "../../../../src/spec/revision.ts";
import {
  type Answer,
  broken,
  conversation,
  fails,
  gives,
  idle,
  kept,
  type Part,
  quiet,
  tagged,
  untested,
} from "../conversation.ts";
import { breaks, called, judged, listing, tool, works } from "./tools.ts";

const both = ["refuses", "refuses"] as const;

/** A call of `echo` without what it requires: the step at the line, the request and its answer on the next two, then a step. */
const misfit = (answer?: Answer, tag = "missing-argument"): Part => tagged(tag, called("echo", {}, answer));
const start = listing(tool("echo"));
const refused = (line: number): Part => judged("arguments", line, both);

it.each<readonly [string, Check, readonly Part[], object]>([
  [
    "a call without an argument succeeded",
    toolsMissingArgument,
    [start, misfit(works()), refused(5)],
    broken('"echo" succeeded without a required argument', 6),
  ],
  [
    "a call without an argument gave a task",
    toolsMissingArgument,
    [start, misfit(gives({ task: {} })), refused(5)],
    broken('"echo" succeeded without a required argument', 6),
  ],
  ["a call without an argument failed", toolsMissingArgument, [start, misfit(breaks()), refused(5)], kept(6)],
  ["a call without an argument was refused", toolsMissingArgument, [start, misfit(fails(-32602)), refused(5)], kept(6)],
  [
    "a call with a wrong type succeeded",
    toolsMistypedArgument,
    [start, misfit(works(), "mistyped-argument"), refused(5)],
    broken('"echo" succeeded with an argument of a wrong type', 6),
  ],
  [
    "no call was without an argument",
    toolsMissingArgument,
    [start, misfit(works(), "mistyped-argument"), refused(5)],
    untested("no tool was called without a required argument"),
  ],
  [
    "only one validator refused the arguments",
    toolsMissingArgument,
    [start, misfit(works()), judged("arguments", 5, ["refuses", "accepts"])],
    untested("no tool was called without a required argument"),
  ],
  [
    "no validator looked at the arguments",
    toolsMissingArgument,
    [start, misfit(works())],
    untested("no tool was called without a required argument"),
  ],
  [
    "the tool was not listed",
    toolsMissingArgument,
    [listing(), misfit(works()), refused(5)],
    untested("no tool was called without a required argument"),
  ],
  [
    "the call was not answered, and no other was made",
    toolsMissingArgument,
    [start, misfit(), refused(5), quiet(5)],
    untested("no call without a required argument was answered in time"),
  ],
  [
    "the tool was as silent to a call that fits",
    toolsMissingArgument,
    [start, called("echo", { a: 1 }), quiet(4), misfit(), quiet(7), refused(7)],
    idle("the tools did not answer in time, whatever their arguments"),
  ],
  [
    "the tool was silent to the call and answered one that fits",
    toolsMissingArgument,
    [start, called("echo", { a: 1 }, works()), misfit(), quiet(7), refused(7)],
    untested("no call without a required argument was answered in time"),
  ],
  [
    "the tool was silent to the call and failed with one that fits",
    toolsMissingArgument,
    [start, called("echo", { a: 1 }, breaks()), misfit(), quiet(7), refused(7)],
    {
      kind: "inconclusive",
      unreachable: true,
      reason: "no call without a required argument was answered in time, and no other call of the tools succeeded",
    },
  ],
  [
    "only another tool was silent to a call that fits",
    toolsMissingArgument,
    [listing(tool("echo"), tool("add")), called("add", {}), quiet(4), misfit(), quiet(7), refused(7)],
    untested("no call without a required argument was answered in time"),
  ],
  [
    "the connection was cut before either call was answered",
    toolsMissingArgument,
    [start, called("echo", { a: 1 }), misfit(), refused(6)],
    untested("no call without a required argument was answered in time"),
  ],
  [
    "one call without an argument was answered and another was not, as one that fits was not",
    toolsMissingArgument,
    [start, called("echo", { a: 1 }), quiet(4), misfit(), quiet(7), refused(7), misfit(works()), refused(12)],
    broken('"echo" succeeded without a required argument', 13),
  ],
])("the checks of odd arguments see that %s", (_title, check, parts, wanted) => {
  expect(check.verify(conversation(parts))).toEqual(wanted);
});

const anyway = idle("the tools fail in the same words whatever their arguments, or were refused for their headers");
const silent = idle("the tools did not answer in time, whatever their arguments");

it.each<readonly [string, readonly Part[], object, object, Revision?]>([
  [
    "a result says that the arguments do not fit",
    [start, misfit(breaks()), refused(5)],
    kept(6),
    idle("arguments that do not fit were answered with results"),
  ],
  ["error -32602 says so", [start, misfit(fails(-32602)), refused(5)], broken('"echo" answered with error -32602', 6), kept(6)],
  [
    "error -32603 says so",
    [start, misfit(fails(-32603)), refused(5)],
    broken('"echo" answered with error -32603', 6),
    broken("answered with error -32603, expected error -32602", 6),
  ],
  ["error -32602 says so, where that is allowed", [start, misfit(fails(-32602)), refused(5)], kept(6), kept(6), "2026-07-28"],
  [
    "error -32603 says so, where -32602 is allowed",
    [start, misfit(fails(-32603)), refused(5)],
    broken('"echo" answered with error -32603', 6),
    broken("answered with error -32603, expected error -32602", 6),
    "2026-07-28",
  ],
  [
    "a wrong type is told by an error",
    [start, misfit(fails(-32602), "mistyped-argument"), refused(5)],
    broken('"echo" answered with error -32602', 6),
    kept(6),
  ],
  [
    "the arguments are taken",
    [start, misfit(works()), refused(5)],
    idle("arguments that do not fit were accepted"),
    idle("arguments that do not fit were answered with results"),
  ],
  [
    "there was no such call",
    [start],
    untested("no call with arguments that do not fit was refused"),
    untested("no call with arguments that do not fit was refused with an error"),
  ],
  [
    "it fails in the same words with arguments that fit",
    [start, called("echo", { a: 1 }, fails(-32603)), misfit(fails(-32603)), refused(7)],
    anyway,
    anyway,
  ],
  [
    "it fails in other words with arguments that fit",
    [start, called("echo", { a: 1 }, fails(-32603, "down")), misfit(fails(-32602)), refused(7)],
    broken('"echo" answered with error -32602', 8),
    kept(8),
  ],
  [
    "results tell of failures in other words than with arguments that fit",
    [start, called("echo", { a: 1 }, breaks("down")), misfit(breaks()), refused(7)],
    kept(8),
    idle("arguments that do not fit were answered with results"),
  ],
  [
    "the call is not answered, and the connection ends",
    [start, misfit(), refused(5)],
    untested("no call with arguments that do not fit was refused"),
    untested("no call with arguments that do not fit was refused with an error"),
  ],
  [
    "only another tool is silent to arguments that fit",
    [listing(tool("echo"), tool("add")), called("add", {}), quiet(4), misfit(fails(-32602)), refused(7)],
    broken('"echo" answered with error -32602', 8),
    kept(8),
  ],
  ["it is refused for its headers", [start, misfit(fails(-32020)), refused(5)], anyway, anyway],
  [
    "it is silent to arguments that fit",
    [start, called("echo", { a: 1 }), quiet(4), misfit(fails(-32602)), refused(7)],
    anyway,
    anyway,
  ],
  [
    "it is silent to one call that fits and not to another",
    [start, called("echo", { a: 1 }), quiet(4), called("echo", { a: 2 }, works()), misfit(fails(-32602)), refused(9)],
    broken('"echo" answered with error -32602', 10),
    kept(10),
  ],
  [
    "it is silent whatever it is called with",
    [start, called("echo", { a: 1 }), quiet(4), misfit(), quiet(7), refused(7)],
    silent,
    silent,
  ],
  [
    "only another tool fails in these words",
    [listing(tool("echo"), tool("add")), called("add", {}, fails(-32602)), misfit(fails(-32602)), refused(7)],
    broken('"echo" answered with error -32602', 8),
    kept(8),
  ],
  [
    "one call is answered with a result and one with an error",
    [start, misfit(breaks()), refused(5), misfit(fails(-32602)), refused(10)],
    broken('"echo" answered with error -32602', 11),
    kept(11),
  ],
])("where %s, the form and the code of the refusal are judged", (_title, parts, form, code, revision = "2025-11-25") => {
  const trace = conversation(parts as readonly Part[], { revision: revision as Revision });
  expect([toolsArgumentErrorInResult, toolsArgumentErrorCode].map((check) => check.verify(trace))).toEqual([form, code]);
});
