import { expect, it } from "vitest";
import { taskAnswerRelated } from "../../../../src/check/client/tasks/related.ts";
import {
  taskCancelled,
  taskIdAlone,
  taskInputFetched,
  taskPolledOn,
  taskPollInterval,
  taskWithoutNews,
} from "../../../../src/check/client/tasks/waiting.ts";
import type { Outcome } from "../../../../src/check/outcome.ts";
import type { Json, JsonObject } from "../../../../src/jsonrpc/json.ts";
import { ask, at, done, failed, type Line, note, received, sent } from "../../../support/traces/small-trace.ts";
import { badly, broken, seen, kept, none, played, type Row, talk, todo, well } from "../told-trace.ts";

const key = "io.modelcontextprotocol/related-task";
const related = (taskId: Json): JsonObject => ({ _meta: { [key]: { taskId } } });
const call = (id: number, more: JsonObject = {}): Line => received(ask(id, "tools/call", { name: "t", ...more }));
const state = (more: JsonObject = {}): JsonObject => ({ taskId: "k", status: "working", ...more });
const made = (more: JsonObject = {}): readonly Line[] => [call(1, { task: {} }), sent(done(1, { task: state(more) }))];
const about = (id: number, method: string, more: JsonObject = {}): Line => received(ask(id, method, { taskId: "k", ...more }));
const get = (id: number, status: string): readonly Line[] => [about(id, "tasks/get"), sent(done(id, state({ status })))];

const noneAsked = "no task asked the client for anything";
const unnamed = 'the answer to elicitation/create of the task "k" names no task';
const elicit = (taskId: Json): Line => sent(ask(5, "elicitation/create", related(taskId)));
const ofRelated: readonly Row[] = [
  ["its answer names the task", taskAnswerRelated, talk(...made(), elicit("k"), received(done(5, related("k")))), kept(5)],
  ["its answer names no task", taskAnswerRelated, talk(...made(), elicit("k"), received(done(5, {}))), broken(unnamed, 5)],
  [
    "its answer names another task",
    taskAnswerRelated,
    talk(...made(), elicit("k"), received(done(5, related("l")))),
    broken('the answer to elicitation/create of the task "k" names the task "l"', 5),
  ],
  ["its answer is an error", taskAnswerRelated, talk(...made(), elicit("k"), received(failed(5))), none(noneAsked)],
  ["it gets no answer", taskAnswerRelated, talk(...made(), elicit("k")), none(noneAsked)],
  [
    "it names a task that is not the client's",
    taskAnswerRelated,
    talk(...made(), elicit("l"), received(done(5, {}))),
    none(noneAsked),
  ],
  [
    "it names no task",
    taskAnswerRelated,
    talk(...made(), sent(ask(5, "elicitation/create", {})), received(done(5, {}))),
    none(noneAsked),
  ],
  ...["tasks/get", "tasks/list", "tasks/cancel"].map((method): Row => [
    `it is ${method}`,
    taskAnswerRelated,
    talk(...made(), sent(ask(5, method, related("k"))), received(done(5, {}))),
    none(noneAsked),
  ]),
  [
    "it is tasks/result",
    taskAnswerRelated,
    talk(...made(), sent(ask(5, "tasks/result", related("k"))), received(done(5, {}))),
    broken('the answer to tasks/result of the task "k" names no task', 5),
  ],
  [
    "it is called much like tasks/get",
    taskAnswerRelated,
    talk(...made(), sent(ask(5, "x/tasks/gets", related("k"))), received(done(5, {}))),
    broken('the answer to x/tasks/gets of the task "k" names no task', 5),
  ],
  [
    "its method ends in tasks/get",
    taskAnswerRelated,
    talk(...made(), sent(ask(5, "x/tasks/get", related("k"))), received(done(5, {}))),
    broken('the answer to x/tasks/get of the task "k" names no task', 5),
  ],
  [
    "its method begins with tasks/get",
    taskAnswerRelated,
    talk(...made(), sent(ask(5, "tasks/getAll", related("k"))), received(done(5, {}))),
    broken('the answer to tasks/getAll of the task "k" names no task', 5),
  ],
  [
    "its answer is a task itself",
    taskAnswerRelated,
    talk(...made(), elicit("k"), received(done(5, { task: {} }))),
    none(noneAsked),
  ],
];

const noInput = "no task of the client wanted input";
const wants = get(2, "input_required");
const ofInput: readonly Row[] = [
  ["its result is asked for at once", taskInputFetched, talk(...made(), ...wants, about(3, "tasks/result")), kept(6)],
  [
    "its state is asked for once more before the result",
    taskInputFetched,
    talk(...made(), ...wants, ...get(3, "input_required"), about(4, "tasks/result")),
    kept(8),
  ],
  [
    "its state is asked for twice more before the result",
    taskInputFetched,
    talk(...made(), ...wants, ...get(3, "x"), ...get(4, "x"), about(5, "tasks/result")),
    broken("it asked for the status 2 times more before the result", 5),
  ],
  [
    "its state is asked for after the result was",
    taskInputFetched,
    talk(...made(), ...wants, about(5, "tasks/result"), ...get(3, "x"), ...get(4, "x")),
    kept(6),
  ],
  [
    "its state had been asked for before",
    taskInputFetched,
    talk(...made(), ...get(3, "working"), ...get(4, "working"), ...wants, about(5, "tasks/result")),
    kept(10),
  ],
  [
    "its state is asked for twice more, and nothing else",
    taskInputFetched,
    talk(...made(), ...wants, ...get(3, "x"), ...get(4, "x")),
    broken("it asked for the status 2 times more before the result", 5),
  ],
  ["nothing more is asked for", taskInputFetched, talk(...made(), ...wants), none(noInput)],
  ["it wants nothing", taskInputFetched, talk(...made(), ...get(2, "working"), about(3, "tasks/result")), none(noInput)],
  [
    "it wants input from its beginning",
    taskInputFetched,
    talk(...made({ status: "input_required" }), about(3, "tasks/result")),
    kept(4),
  ],
];

const noTask = "the client had no call answered by a task";
const noPoll = "the client polled no task that names an interval, or only once and before it was over";
const toCall = todo("call-tool", { name: "t" });
const timely = (outcome: Outcome): Outcome => ({ ...outcome, timing: true }) as Outcome;
const alone = "the client asked about no task";
const ofWaiting: readonly Row[] = [
  [
    "it is polled without a pause",
    taskPollInterval,
    talk(...made({ pollInterval: 1000 }), ...[2, 3, 4, 5].flatMap((id) => get(id, "working"))),
    timely(broken("it asked 4 times in 70 ms, where the interval is 1000 ms", 10)),
  ],
  ["it is polled in its time", taskPollInterval, talk(...made({ pollInterval: 1000 }), at(1100, about(2, "tasks/get"))), kept(4)],
  ["it has no interval", taskPollInterval, talk(...made(), ...get(2, "working"), ...get(3, "working")), none(noPoll)],
  [
    "it is left while it works, and its call fails",
    taskPolledOn,
    played("s", [toCall], ...made(), ...get(2, "working"), badly(0)),
    broken("it asked no further while the task was working, and the call failed", 6),
  ],
  ["it is polled to its end", taskPolledOn, played("s", [toCall], ...made(), ...get(2, "completed"), badly(0)), kept(6)],
  [
    "it is never asked for, and its call fails",
    taskWithoutNews,
    played("s", [toCall], ...made(), badly(0)),
    broken("the call failed, and the task was never asked for", 6),
  ],
  ["it is asked for without news", taskWithoutNews, played("s", [toCall], ...made(), ...get(2, "completed"), well(0)), kept(6)],
  ["no call was answered by one", taskWithoutNews, played("s", [toCall], call(1), sent(done(1)), well(0)), none(noTask)],
  [
    "its call is cancelled by a notification",
    taskCancelled,
    talk(...made(), ...get(2, "working"), received(note("notifications/cancelled", { requestId: 1 }))),
    broken("it sent notifications/cancelled for a call that had become a task", 6),
  ],
  ["it is cancelled by its own request", taskCancelled, talk(...made(), about(2, "tasks/cancel")), kept(4)],
  ...["tasks/get", "tasks/result", "tasks/cancel"].flatMap((method): readonly Row[] => [
    [`${method} names it by its id alone`, taskIdAlone, talk(about(2, method)), kept(2)],
    [
      `${method} names it by metadata as well`,
      taskIdAlone,
      talk(about(2, method, related("k"))),
      broken(`${method} has the metadata as well`, 2),
    ],
    [`${method} has other metadata`, taskIdAlone, talk(about(2, method, { _meta: { progressToken: 1 } })), kept(2)],
  ]),
  ["tasks/list has metadata", taskIdAlone, talk(about(2, "tasks/list", related("k"))), none(alone)],
];

it.each(ofRelated)("of what a task asks: %s", (_title, check, lines, outcome) => {
  expect(seen(check, lines)).toEqual(outcome);
});
it.each(ofInput)("of a task that wants input: %s", (_title, check, lines, outcome) => {
  expect(seen(check, lines)).toEqual(outcome);
});
it.each(ofWaiting)("of a task: %s", (_title, check, lines, outcome) => {
  expect(seen(check, lines)).toEqual(outcome);
});
