import { expect, it } from "vitest";
import { taskRequired, tasksDeclared, taskSupportKept } from "../../../../src/check/client/tasks/which.ts";
import type { Json, JsonObject } from "../../../../src/jsonrpc/json.ts";
import { ask, done, failed, type Line, received, sent } from "../../../support/traces/small-trace.ts";
import { broken, seen, kept, none, type Row, second, talk, there, unseen } from "../told-trace.ts";

const call = (id: number, more: JsonObject = {}): Line => received(ask(id, "tools/call", { name: "t", ...more }));
const opens = (capabilities: Json, more: object = {}): readonly Line[] => [
  received(ask(0, "initialize"), more),
  sent(done(0, { capabilities }), more),
];
const offering = opens({ tasks: { requests: { tools: { call: {} } } } });
const listed = (execution?: Json): readonly Line[] => [
  received(ask(8, "tools/list")),
  sent(done(8, { tools: [{ name: "t", ...(execution === undefined ? {} : { execution }) }] })),
];
const asTask = (id = 1): Line => call(id, { task: {} });
const offersNone = '"t" was called as a task, and the server offers no tasks';
const cannot = '"t" was called as a task, and cannot be';
const noOther = "the client called no tool of a server without tasks";
const noPlain = "the client called no tool that cannot be a task, of a server that offers tasks";
const noNeed = "no client that calls tools as tasks called one that has to be a task";
const required = listed({ taskSupport: "required" });
const plainly = '"t" was called without being made a task';
const ofWhich: readonly Row[] = [
  ["a server without tasks is called plainly", tasksDeclared, talk(...opens({}), call(1)), kept(4)],
  ["a server without tasks is called as a task", tasksDeclared, talk(...opens({}), asTask()), broken(offersNone, 4)],
  [
    "a server with tasks of other kinds is called as a task",
    tasksDeclared,
    talk(...opens({ tasks: { list: {}, requests: { tools: {} } } }), asTask()),
    broken(offersNone, 4),
  ],
  ["a server with tasks is called as a task", tasksDeclared, talk(...offering, asTask()), unseen(noOther)],
  ["a server is called as a task before it opened", tasksDeclared, talk(asTask(), ...opens({})), unseen(noOther)],
  [
    "a server is called as a task where another one opened",
    tasksDeclared,
    talk(second(), ...opens({}, there), asTask()),
    unseen(noOther),
  ],
  [
    "a server with tasks is called, and another one without them opened since",
    tasksDeclared,
    talk(second(), ...offering, ...opens({}, there), asTask()),
    unseen(noOther),
  ],
  ["a server opens again, without tasks", tasksDeclared, talk(...offering, ...opens({}), asTask()), broken(offersNone, 6)],
  ["a server refused to open", tasksDeclared, talk(received(ask(0, "initialize")), sent(failed(0)), asTask()), unseen(noOther)],
  ["a server did not answer the opening", tasksDeclared, talk(received(ask(0, "initialize")), asTask()), unseen(noOther)],
  ["a tool that says nothing of tasks is called plainly", taskSupportKept, talk(...offering, ...listed(), call(1)), kept(6)],
  [
    "a tool that says nothing of tasks is called as one",
    taskSupportKept,
    talk(...offering, ...listed(), asTask()),
    broken(cannot, 6),
  ],
  [
    "a tool that forbids tasks is called as one",
    taskSupportKept,
    talk(...offering, ...listed({ taskSupport: "forbidden" }), asTask()),
    broken(cannot, 6),
  ],
  [
    "a tool that may be a task is called as one",
    taskSupportKept,
    talk(...offering, ...listed({ taskSupport: "optional" }), asTask()),
    unseen(noPlain),
  ],
  ["a tool that was not listed is called as a task", taskSupportKept, talk(...offering, asTask()), unseen(noPlain)],
  [
    "a tool of a server without tasks is called as one",
    taskSupportKept,
    talk(...opens({}), ...listed(), asTask()),
    unseen(noPlain),
  ],
  ["a tool that has to be a task is called as one", taskRequired, talk(...offering, ...required, asTask()), kept(6)],
  [
    "a tool that has to be a task is called plainly the second time",
    taskRequired,
    talk(...offering, ...required, asTask(), call(2)),
    broken(plainly, 7),
  ],
  ["a client that knows no tasks calls it plainly", taskRequired, talk(...offering, ...required, call(1)), none(noNeed)],
  [
    "a tool that may be a task is called plainly",
    taskRequired,
    talk(...offering, ...listed({ taskSupport: "optional" }), asTask(), call(2)),
    none(noNeed),
  ],
  ["a tool that was not listed is called plainly", taskRequired, talk(...offering, asTask(), call(2)), none(noNeed)],
  [
    "a server without tasks has a tool that has to be one",
    taskRequired,
    talk(...opens({}), ...required, asTask(), call(2)),
    none(noNeed),
  ],
];

it.each(ofWhich)("of calls as tasks: %s", (_title, check, lines, outcome) => {
  expect(seen(check, lines)).toEqual(outcome);
});
