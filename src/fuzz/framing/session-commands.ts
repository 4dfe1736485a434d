import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import * as fc from "fast-check";
import { parseFrame } from "../../jsonrpc/frame.ts";
import type { Json } from "../../jsonrpc/json.ts";
import type { LawOptions } from "../law.ts";
import { type Conversation, checkAnswer, patienceMs, type Question } from "./conversation.ts";
import { replayOf } from "../law.ts";

/** What must hold of a conversation: what is asked and still open, how everything else ended, what was heard and replied. */
export type SessionModel = {
  readonly open: Map<Json, Question>;
  readonly done: Map<Json, Question | "none">;
  heard: number;
  replies: number;
  closed: boolean;
};

type SessionCommand = fc.AsyncCommand<SessionModel, Conversation, true>;

/** A command that does something to both, after which the real conversation must be as the model says. */
function command(name: string, run: (model: SessionModel, real: Conversation) => void): SessionCommand {
  return {
    check: async () => true,
    async run(model, real) {
      run(model, real);
      await real.rest();
      checkAgainst(model, real);
    },
    toString: () => name,
  };
}

function checkAgainst(model: SessionModel, real: Conversation): void {
  for (const [id, how] of model.done) {
    if (how === "none") strictEqual(real.settled.get(id)?.kind, "none");
    else checkAnswer(id, how, real.settled.get(id));
  }
  for (const id of model.open.keys()) ok(!real.settled.has(id), `request ${JSON.stringify(id)} was settled too early`);
  deepStrictEqual(real.again, []);
  strictEqual(real.heard.length, model.heard);
  const replies = [...real.replies().values()];
  strictEqual(replies.length, model.replies);
  ok(
    replies.every((count) => count === 1),
    "a request of the server was answered more than once",
  );
}

/** What a text of the server does to the model. */
function arrive(model: SessionModel, text: string): void {
  if (model.closed) return;
  const frame = parseFrame(text);
  if (frame.kind === "notification") model.heard += 1;
  if (frame.kind !== "result" && frame.kind !== "error") return;
  const what = frame.id === undefined ? undefined : model.open.get(frame.id);
  if (what === undefined || frame.id === undefined) return;
  model.open.delete(frame.id);
  model.done.set(frame.id, what);
}

function endAll(model: SessionModel): void {
  for (const id of model.open.keys()) model.done.set(id, "none");
  model.open.clear();
}

const strays = fc.constantFrom(
  "oops",
  "[]",
  "{}",
  '{"jsonrpc":"2.0","id":999,"result":{}}',
  '{"jsonrpc":"2.0","id":"1","result":{}}',
  '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"x"}}',
  '[{"jsonrpc":"2.0","method":"notifications/message","params":{}}]',
);

/** Lists of commands: what a client and a server may do to each other. */
export function sessionCommands(options: LawOptions): fc.Arbitrary<Iterable<SessionCommand>> {
  let number = 0;
  const asks = fc.constantFrom<Question[]>("ping", "tools/list", "tools/call", "mcpcheck/none").map((what) =>
    command(`ask ${what}`, (model, real) => {
      const { id } = real.ask(what);
      if (model.closed) model.done.set(id, "none");
      else model.open.set(id, what);
    }),
  );
  const releases = fc.nat(9).map((index) =>
    command(`release ${index}`, (model, real) => {
      const text = real.release(index);
      if (text !== undefined) arrive(model, text);
    }),
  );
  const says = strays.map((text) =>
    command(`say ${text}`, (model, real) => {
      real.say(text);
      // A batch is taken apart for answers and heard as a whole.
      arrive(model, text);
    }),
  );
  const serverAsks = fc.constantFrom("ping", "roots/list", "sampling/createMessage").map((method) =>
    command(`server asks ${method}`, (model, real) => {
      number += 1;
      real.say(JSON.stringify({ jsonrpc: "2.0", id: `s${number}`, method }));
      if (!model.closed) model.replies += 1;
    }),
  );
  const rest = fc.constantFrom(
    command("notify", (_model, real) => void real.session.notify("notifications/roots/list_changed")),
    command("announce", (_model, real) => real.announce()),
    command("time passes", (model, real) => {
      real.passTime(patienceMs);
      endAll(model);
    }),
    command("close", (model, real) => {
      void real.session.transport.close("drop");
      model.closed = true;
      endAll(model);
    }),
  );
  return fc.commands([asks, releases, says, serverAsks, rest], { maxCommands: 20, ...replayOf(options) });
}
