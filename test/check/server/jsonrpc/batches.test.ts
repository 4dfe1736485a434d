import { expect, it } from "vitest";
import { batchAnsweredTogether, batchOfNotifications } from "../../../../src/check/server/jsonrpc/batches.ts";
import { batchReceived } from "../../../../src/check/server/jsonrpc/deviant.ts";
import type { Json } from "../../../../src/jsonrpc/json.ts";
import {
  ask,
  body,
  done,
  failed,
  note,
  opened,
  posted,
  received,
  sent,
  status,
  step,
} from "../../../support/traces/small-trace.ts";
import { fine, none, open, type Row, said, wrong } from "../told-outcomes.ts";

const onTwo = { connection: 2 };

const two = opened({ connection: 2, session: "two" });

const json = { "content-type": "application/json" };

const before = [sent(ask(9, "ping")), received(done(9))];

const fence = [step("fence"), sent(ask(5, "ping"))];

const answered = [...fence, received(done(5))];

const array = (...messages: Json[]): string => JSON.stringify(messages);

const old = opened({ revision: "2025-03-26" });

const batch = [step("raw", { tag: "batch" }), sent(array(ask(1, "ping"), ask(2, "ping")))];

const together = received(array(done(1), done(2)));

const passed = "no answer to 2 of a batch, while later requests were answered";

const notes = [step("raw", { tag: "notification-batch" }), sent(array(note("a"), note("b")))];

const accepts = [...batch, together];

const noBatch = open("no batch was sent");

const postedNotes = [old, ...accepts, notes[0] ?? two, posted(1, array(note("a")))];

it.each<Row>([
  ["its requests in one array", batchReceived, [old, ...accepts], fine(4)],
  ["one of its requests", batchReceived, [old, ...batch, received(done(1)), ...answered], wrong(passed, 3)],
  ["one of its requests, and nothing else", batchReceived, [old, ...batch, received(done(1)), ...fence], fine(4)],
  [
    "one of its requests, and something elsewhere",
    batchReceived,
    [old, two, ...batch, received(done(1)), sent(ask(5, "ping"), onTwo), received(done(5), onTwo)],
    fine(5),
  ],
  ["requests that were in no batch", batchReceived, [old, step("raw", { tag: "batch" }), ...before], noBatch],
  ["a batch of another step", batchReceived, [old, step("raw"), ...batch.slice(1), together], noBatch],
  ["its requests together", batchAnsweredTogether, [old, ...accepts], fine(4)],
  [
    "its requests one by one",
    batchAnsweredTogether,
    [old, ...batch, received(done(1)), received(done(2))],
    wrong("the requests of a batch were answered one by one", 4, 5),
  ],
  [
    "its requests with errors",
    batchAnsweredTogether,
    [old, ...batch, received(failed(1))],
    none("no request of a batch was answered"),
  ],
  ["nothing, for it holds notifications", batchOfNotifications, [old, ...accepts, ...notes, ...answered], fine(9)],
  [
    "nothing, and a request from before it is answered meanwhile",
    batchOfNotifications,
    [old, ...accepts, sent(ask(3, "ping")), ...notes, received(done(3)), ...answered],
    fine(11),
  ],
  [
    "nothing, and a request from before it is answered in an array meanwhile",
    batchOfNotifications,
    [old, ...accepts, sent(ask(3, "ping")), ...notes, received(array(done(3))), ...answered],
    fine(11),
  ],
  [
    "notifications with an empty array",
    batchOfNotifications,
    [old, ...accepts, ...notes, received("[]"), ...answered],
    wrong("answered with an empty array", 7),
  ],
  [
    "notifications with an error",
    batchOfNotifications,
    [old, ...accepts, ...notes, received(failed(null)), ...answered],
    wrong("answered with a response", 7),
  ],
  [
    "notifications by turning them away",
    batchOfNotifications,
    [...postedNotes, status(1, 400, json), body(1, failed(null)), ...answered],
    fine(11),
  ],
  [
    "notifications by taking them with an error",
    batchOfNotifications,
    [...postedNotes, status(1, 399, json), body(1, failed(null)), ...answered],
    wrong("answered with a response", 8),
  ],
  [
    "notifications with nothing, and is asked nothing more",
    batchOfNotifications,
    [old, ...accepts, ...notes],
    open("nothing was answered after a batch of notifications"),
  ],
  [
    "notifications, but no requests",
    batchOfNotifications,
    [old, ...notes, received("[]"), ...answered],
    none("the server does not answer batches at all"),
  ],
  ["requests, and gets no notifications", batchOfNotifications, [old, ...accepts], open("no batch of notifications was sent")],
])("judges a server that answers of a batch %s", (_, check, lines, outcome) => {
  expect(said(check, lines)).toEqual(outcome);
});
