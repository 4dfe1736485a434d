import { deepStrictEqual, strictEqual } from "node:assert/strict";
import * as fc from "fast-check";
import { parseFrame } from "../../jsonrpc/frame.ts";
import type { Json } from "../../jsonrpc/json.ts";
import { type Conversation, checkAnswer, openConversation, patienceMs, type Question } from "./conversation.ts";
import { type Law, hold } from "../law.ts";
import { sessionCommands } from "./session-commands.ts";

const responsesSpec = "https://modelcontextprotocol.io/specification/2025-11-25/basic/index#responses";

const asked = fc.constantFrom<Question[]>("ping", "tools/list", "tools/call", "mcpcheck/none");

/** Asks everything, waits until the server has answered all of it, and hands back what was asked by id. */
async function askAll(conversation: Conversation, list: readonly Question[]): Promise<Map<Json, Question>> {
  const open = new Map(list.map((what) => [conversation.ask(what).id, what]));
  await conversation.rest();
  strictEqual(conversation.waiting().length, list.length);
  return open;
}

/** The laws of whole conversations. */
export const sessionLaws: readonly Law[] = [
  {
    id: "framing.session-model",
    title: "Whatever client and server do, every request is settled once, by its own answer or by the end of waiting for it",
    spec: responsesSpec,
    advice: "Keep what waits by id; take it out before it is settled; settle all of it when the connection ends.",
    check: async (options) =>
      await hold(
        fc.asyncProperty(sessionCommands(options), async (commands) => {
          const conversation = await openConversation();
          await fc.asyncModelRun(
            () => ({ model: { open: new Map(), done: new Map(), heard: 0, closed: false, replies: 0 }, real: conversation }),
            commands,
          );
          conversation.checkRecord();
        }),
        options,
      ),
  },
  {
    id: "framing.answers-in-any-order",
    title: "Answers to concurrent requests reach their requests, in whatever order they come",
    spec: responsesSpec,
    advice: "Go by the id of an answer and by nothing else.",
    check: async (options) =>
      await hold(
        fc.asyncProperty(fc.scheduler(), fc.array(asked, { minLength: 1, maxLength: 6 }), async (scheduler, list) => {
          const conversation = await openConversation();
          const open = await askAll(conversation, list);
          for (const text of conversation.waiting())
            void scheduler.schedule(Promise.resolve(), text).then(() => conversation.say(text));
          await scheduler.waitAll();
          await conversation.rest();
          for (const [id, what] of open) checkAnswer(id, what, conversation.settled.get(id));
          deepStrictEqual(conversation.again, []);
          conversation.checkRecord();
        }),
        options,
      ),
  },
  {
    id: "framing.cancel-and-close-races",
    title:
      "Answers, cancellations, time-outs and the end of the connection may cross: each request is settled once, and nothing hangs",
    spec: "https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/cancellation#timing-considerations",
    advice: "Treat what comes after a request is over as if it had not come.",
    check: async (options) =>
      await hold(
        fc.asyncProperty(
          fc.scheduler(),
          fc.array(fc.tuple(asked, fc.constantFrom("answer", "cancel", "give-up", "duplicate")), { minLength: 1, maxLength: 5 }),
          fc.boolean(),
          async (scheduler, list, closes) => {
            const conversation = await openConversation();
            const pending = list.map(([what, fate]) => ({ what, fate, request: conversation.ask(what) }));
            await conversation.rest();
            const later = (label: string, act: () => void): void => void scheduler.schedule(Promise.resolve(), label).then(act);
            for (const text of conversation.waiting()) later(text, () => conversation.say(text));
            for (const { fate, request } of pending) {
              if (fate === "cancel") later("cancel", request.cancel);
              if (fate === "give-up") later("give up", request.giveUp);
              const text = conversation.waiting().find((one) => idOf(one) === request.id);
              if (fate === "duplicate" && text !== undefined) later("again", () => conversation.say(text));
            }
            if (closes) later("close", () => void conversation.session.transport.close("drop"));
            await scheduler.waitAll();
            await conversation.rest();
            conversation.passTime(patienceMs);
            await conversation.rest();
            for (const { what, fate, request } of pending) {
              const answer = conversation.settled.get(request.id);
              if (answer?.kind === "none" && (closes || fate === "give-up")) continue;
              checkAnswer(request.id, what, answer);
            }
            deepStrictEqual(conversation.again, []);
            conversation.checkRecord();
          },
        ),
        options,
      ),
  },
];

/** The id of a text that is an answer. */
function idOf(text: string): Json | undefined {
  const frame = parseFrame(text);
  return frame.kind === "result" || frame.kind === "error" ? frame.id : undefined;
}
