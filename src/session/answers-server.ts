import { settlesWithin } from "../base/time/clock-waits.ts";
import { type JsonObject, valueAt } from "../jsonrpc/json.ts";
import { relatedTaskKey } from "../spec/related-task.ts";
import type { Revision } from "../spec/revision.ts";
import type { FrameOf } from "../trace/message.ts";
import type { Sent } from "../transport/client-transport.ts";
import { clientResponse } from "./client-role.ts";
import type { SessionSetup } from "./client-session.ts";

/** Most answers to requests of the server that may be on their way at once. */
const mostAnswers = 100;

/** Most questions of tasks before and after whose answer the task is looked at: the first ones show what there is to see. */
const mostLooks = 3;

/** How long such an answer is held back at most, in ms: a server that does one thing at a time tells of the task only afterwards. */
const mostHeldMs = 1000;

/** The revision that has tasks of which requests may be a part (2025-11-25 basic/utilities/tasks). */
const withTasks: Revision = "2025-11-25";

/** What the session does for whoever answers the server. */
type Means = {
  readonly post: (text: string) => Sent;
  /** Sends a request, and settles when it is answered or given up. */
  readonly ask: (method: string, params: JsonObject) => Promise<unknown>;
};

/** Answers the requests of the server, as the client of the setup does. */
export function answersServer(
  { transport, recorder, clock, client, looksAtTasks = false }: SessionSetup,
  { post, ask }: Means,
): (request: FrameOf<"request">, revision: Revision) => void {
  let answering = 0;
  let looks = 0;

  /** Over HTTP every answer is an exchange of its own: a server that asks without end must not cost us as many sockets. */
  function answer(request: FrameOf<"request">): Promise<unknown> {
    if (answering >= mostAnswers) {
      const message = `a request of the server was not answered: ${mostAnswers} answers wait for it to take them`;
      recorder.record({ kind: "failure", connection: transport.connection, message });
      return Promise.resolve();
    }
    const { ended } = post(JSON.stringify(clientResponse(request, client)));
    if (ended === undefined) return Promise.resolve();
    answering += 1;
    return ended.then(() => (answering -= 1));
  }

  /** Holds the answer to what a task asks back until the task has told its status, which is asked for again when the answer is there. */
  async function answerInTask(request: FrameOf<"request">, taskId: string): Promise<void> {
    let isOver = false;
    void transport.ended.then(() => (isOver = true));
    await settlesWithin(clock, mostHeldMs, ask("tasks/get", { taskId }));
    if (isOver) return;
    await answer(request);
    void ask("tasks/get", { taskId });
  }

  return (request, revision) => {
    const taskId = valueAt(request.params, "_meta", relatedTaskKey, "taskId");
    if (!looksAtTasks || revision !== withTasks || typeof taskId !== "string" || looks >= mostLooks) return void answer(request);
    looks += 1;
    void answerInTask(request, taskId);
  };
}
