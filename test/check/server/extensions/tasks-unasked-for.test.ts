import { expect, it } from "vitest";
import { tasksUndeclaredListen, tasksUnknownKeys } from "../../../../src/check/server/extensions/tasks-methods.ts";
import type { Json, JsonObject } from "../../../../src/jsonrpc/json.ts";
import { ask, done, received, sent } from "../../../support/traces/small-trace.ts";
import { type Answer, asked, broken, conversation, fails, gives, kept, type Part, says, untested } from "../conversation.ts";
import { able, got, made } from "./handles.ts";

const noTask = untested("no tool that was called answered with a task");
const ok = gives({ resultType: "complete", _meta: {} });
const without: JsonObject = { _meta: {} };
const told = (status: string) => says("notifications/tasks", { taskId: "a", status });
const listening = (answer?: Answer, notifications: Json = { taskIds: ["a"] }, envelope = without): Part =>
  asked("subscriptions/listen", { notifications, ...envelope }, answer);
const noNews = untested("no client without the extension asked for news of tasks");
const update = (keys: readonly string[], answer?: Answer, envelope = able): Part =>
  asked("tasks/update", { taskId: "a", inputResponses: Object.fromEntries(keys.map((key) => [key, {}])), ...envelope }, answer);
const wants = got("a", "input_required", { inputRequests: { q: {} } });

it.each<readonly [string, readonly Part[], object]>([
  ["about something else", [listening(gives({}), { toolsListChanged: true })], noNews],
  ["by a client with tasks", [listening(gives({}), { taskIds: [] }, able)], noNews],
])("a wish for news of tasks without the extension is judged where it is %s", (_title, parts, wanted) => {
  expect(tasksUndeclaredListen.verify(conversation(parts, { revision: "2026-07-28" }))).toEqual(wanted);
});

// The task is made at line 3 and wants input at line 5; the update is answered at line 7.
it.each<readonly [string, readonly Part[], object]>([
  ["acknowledged with another key", [made("a"), wants, update(["x"], ok)], kept(7)],
  [
    "refused for another key, and the task goes on",
    [made("a"), wants, update(["q", "x"], fails(-32602)), got("a", "working")],
    broken("an answer under a key nobody gave was refused with error -32602", 7),
  ],
  [
    "refused for another key, and the task had ended meanwhile",
    [made("a"), wants, update(["x"], fails(-32602)), got("a", "completed")],
    noTask,
  ],
  ["refused for another key, and nobody asked again", [made("a"), wants, update(["x"], fails(-32602)), told("working")], noTask],
  [
    "refused for another key, and the task was at work before",
    [made("a"), wants, sent(ask(50, "ping")), update(["x"], fails(-32602)), received(done(50))],
    noTask,
  ],
  ["refused with the key that was given", [made("a"), wants, update(["q"], fails(-32602)), got("a", "working")], noTask],
  ["refused without keys", [made("a"), wants, update([], fails(-32602)), got("a", "working")], noTask],
  ["acknowledged after the task had ended", [made("a"), got("a", "completed"), update(["x"], ok)], noTask],
  ["acknowledged before anything was known of the task", [update(["x"], ok), made("a")], kept(3)],
  ["acknowledged, of a task nobody knows", [made("b"), update(["x"], ok)], noTask],
  ["acknowledged for a client without tasks", [made("a"), wants, update(["x"], ok, without)], noTask],
  ["not answered", [made("a"), wants, update(["x"])], noTask],
])("an update of a task is judged where it is %s", (_title, parts, wanted) => {
  expect(tasksUnknownKeys.verify(conversation(parts, { revision: "2026-07-28" }))).toEqual(wanted);
});
