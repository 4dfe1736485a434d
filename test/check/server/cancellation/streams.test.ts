import { expect, it } from "vitest";
import type { Json } from "../../../../src/jsonrpc/json.ts";
import { cancellationDisconnectSilent } from "../../../../src/check/server/cancellation/effect.ts";
import { heardOutMs } from "../../../../src/trace/facts/tools/tools-seen.ts";
import {
  ask,
  body,
  done,
  failed,
  type Line,
  note,
  opened,
  over,
  posted,
  status,
  streamed,
} from "../../../support/traces/small-trace.ts";
import { fine, open, said, shut, wrong } from "../told-outcomes.ts";

const onTwo = { connection: 2 };

const token = (progressToken: Json): Json => ({ _meta: { progressToken } });

const slowTool = shut(
  `the tool that was cancelled does not succeed within ${heardOutMs} ms each time it is called, so that its silence afterwards shows nothing`,
);

const stateless = opened({ revision: "2026-07-28" });

const gone = over(1, "closed-by-us");

const start = [stateless, posted(1, ask(1, "prompts/get", token("p"))), gone];

const served = (id: number): Line[] => [posted(id, ask(id, "ping")), status(id, 200), body(id, done(id))];

const after = [...served(2), ...served(3)];

const open4 = posted(4, null, {}, { method: "GET" });

const told = (progressToken: Json): Json => note("notifications/progress", { progressToken });

const noStream = open("no stream of a request that takes its time was closed");

const elsewhere = (what: string, id = 1): string => `${what} for request ${id} came on another stream`;

it.each<[situation: string, lines: readonly Line[], outcome: ReturnType<typeof said>]>([
  ["nothing comes of it", [...start, ...after], fine(3)],
  ["too little was asked to know", [...start, ...served(2)], noStream],
  ["its answer comes elsewhere", [...start, open4, streamed(4, done(1))], wrong(elsewhere("an answer"), 5)],
  ["its refusal comes elsewhere", [...start, open4, streamed(4, failed(1))], wrong(elsewhere("an answer"), 5)],
  ["its progress comes elsewhere", [...start, open4, streamed(4, told("p"))], wrong(elsewhere("progress"), 5)],
  ["its progress came elsewhere before", [...start.slice(0, 2), open4, streamed(4, told("p")), gone, ...after], fine(5)],
  ["the rest of its own stream is read", [...start, streamed(1, told("p")), streamed(1, done(1)), ...after], fine(3)],
  ["progress of another comes", [...start, open4, streamed(4, told("q")), ...after], fine(3)],
  [
    "a message of another kind has its token",
    [...start, open4, streamed(4, note("notifications/message", { progressToken: "p" })), ...after],
    fine(3),
  ],
  [
    "its answer comes on another connection",
    [
      ...start,
      opened({ ...onTwo, revision: "2026-07-28" }),
      posted(4, null, {}, { method: "GET", ...onTwo }),
      streamed(4, done(1), onTwo),
      ...after,
    ],
    fine(3),
  ],
  [
    "it named no token, and progress comes without one",
    [stateless, posted(1, ask(1, "prompts/get")), gone, open4, streamed(4, note("notifications/progress", {})), ...after],
    fine(3),
  ],
  ["a request to the client has its number", [...start, open4, streamed(4, ask(1, "ping")), ...after], fine(3)],
  [
    "it had no id, and an error without one comes",
    [stateless, posted(1, ask(null, "prompts/get")), gone, open4, streamed(4, failed(null)), ...after],
    fine(3),
  ],
  [
    "it is a subscription",
    [stateless, posted(1, ask(1, "subscriptions/listen")), gone, open4, streamed(4, done(1)), ...after],
    noStream,
  ],
  ["it is a tool that may never end", [stateless, posted(1, ask(1, "tools/call", { name: "wait" })), gone, ...after], slowTool],
])("judges a server when the stream of a request was closed: %s", (_, lines, outcome) => {
  expect(said(cancellationDisconnectSilent, lines, "http")).toEqual(outcome);
});
