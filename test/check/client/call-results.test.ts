import { expect, it } from "vitest";
import { failureReachesCaller, structuredReachesCaller, unknownResultType } from "../../../src/check/client/tools.ts";
import type { JsonObject } from "../../../src/jsonrpc/json.ts";
import { badly, broken, kept, played, type Row, said, seen, todo, unseen, well } from "./told-trace.ts";

const toCall = (name: string): JsonObject => todo("call-tool", { name });

const odd = "no client that reports its steps got a result of an unknown type";
const noFailure = "no client that reports its steps called a tool that fails";
const noContent = "no client that reports its steps called a tool with structured content";
const unsupported = said(0, { unsupported: true, ok: true, result: {} });
const ofResults: readonly Row[] = [
  [
    "a result of an unknown type is an error to the caller",
    unknownResultType,
    played("s", [toCall("mystery")], badly(0)),
    kept(4),
  ],
  [
    "a result of an unknown type is given to the caller",
    unknownResultType,
    played("s", [toCall("mystery")], well(0)),
    broken("the caller got it as a result", 4),
  ],
  [
    "a driver cannot call the tool with results of an unknown type",
    unknownResultType,
    played("s", [toCall("mystery")], unsupported),
    unseen(odd),
  ],
  [
    "another tool is called than the one with results of an unknown type",
    unknownResultType,
    played("s", [toCall("fail")], well(0)),
    unseen(odd),
  ],
  [
    "a prompt has the name of the tool with results of an unknown type",
    unknownResultType,
    played("s", [todo("get-prompt", { name: "mystery" })], well(0)),
    unseen(odd),
  ],
  ["a failure is an error to the caller", failureReachesCaller, played("s", [toCall("fail")], badly(0)), kept(4)],
  [
    "a failure is given to the caller as one",
    failureReachesCaller,
    played("s", [toCall("fail")], well(0, { isError: true })),
    kept(4),
  ],
  [
    "a failure is given to the caller as a success",
    failureReachesCaller,
    played("s", [toCall("fail")], well(0, { isError: false })),
    broken("the report of the call says nothing of a failure", 4),
  ],
  [
    "a failure is given to the caller with a failure in words",
    failureReachesCaller,
    played("s", [toCall("fail")], well(0, { isError: "true" })),
    broken("the report of the call says nothing of a failure", 4),
  ],
  [
    "a driver reports a failure in a form of its own",
    failureReachesCaller,
    played("s", [toCall("fail")], well(0, "it failed")),
    kept(4),
  ],
  [
    "a failing call with a result besides is an error to the caller",
    failureReachesCaller,
    played("s", [toCall("fail")], said(0, { ok: false, result: {} })),
    kept(4),
  ],
  ["no failing tool is called", failureReachesCaller, played("s", [toCall("add")], well(0, {})), unseen(noFailure)],
  [
    "a sum is given to the caller",
    structuredReachesCaller,
    played("s", [toCall("add")], well(0, { structuredContent: { sum: 5 } })),
    kept(4),
  ],
  [
    "another sum is given to the caller",
    structuredReachesCaller,
    played("s", [toCall("add")], well(0, { structuredContent: { sum: "5" } })),
    broken("the report of the call has none", 4),
  ],
  [
    "no sum is given to the caller",
    structuredReachesCaller,
    played("s", [toCall("add")], well(0, { content: [] })),
    broken("the report of the call has none", 4),
  ],
  [
    "adding fails at first",
    structuredReachesCaller,
    played("s", [toCall("add"), toCall("add")], badly(0), well(1, { structuredContent: { sum: 5 } })),
    kept(5),
  ],
  ["adding fails", structuredReachesCaller, played("s", [toCall("add")], badly(0)), unseen(noContent)],
  ["nothing is added", structuredReachesCaller, played("s", [toCall("fail")], well(0, {})), unseen(noContent)],
];

it.each(ofResults)("of what a caller gets: %s", (_title, check, lines, outcome) => {
  expect(seen(check, lines)).toEqual(outcome);
});
