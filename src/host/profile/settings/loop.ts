import * as z from "zod";
import { natural, positive } from "../units.ts";

/** The rounds of a chat: who executes, how often, in which order, and what the model is told. */
export const loopSettings = z.strictObject({
  /** Who executes calls: the host, the client (calls are returned), or `mixed`: the host what its servers offer, the client the rest. */
  executor: z.enum(["host", "client", "mixed"]),
  /** Most rounds of tool calls in one request; 0: none is executed. */
  maxRounds: natural,
  /**
   * When the rounds are used up: `error` (HTTP 400, or one error line in a stream), `message` (a normal assistant message), `silent`
   * (the answer as it is), `doneReason` (200 with done_reason "max_tool_rounds" and task_status "failed").
   */
  onLimit: z.enum(["error", "message", "silent", "doneReason"]),
  /** Whether one more model call without tools follows the last round; it is the second half of a one-round host. */
  closingAnswer: z.boolean(),
  /** Which calls of one answer are handled: all, or of those that the host runs and of those that the client runs the first each. */
  multiCall: z.enum(["all", "first"]),
  /**
   * How several calls run: one after the other; `names`: together unless their names mix reading and writing, share a path or
   * hint at an order; `readOnly`: together only when every tool says readOnlyHint.
   */
  order: z.enum(["sequential", "names", "readOnly"]),
  /** Identical calls in a row that are allowed; the next ends the turn. `null`: no guard. */
  loopGuard: positive.nullable(),
  /** Whether calls are compared by canonical JSON of their arguments rather than by their text. */
  canonicalRepeat: z.boolean(),
  /** Corrections sent for text that looks like a failed call (`name[ARGS]{`); each costs a round. 0: none. */
  callCorrections: natural,
  /** The form of a result in the history: a tool message, or a user message in words. */
  resultMessage: z.enum(["tool", "userText"]),
  /** What a tool message carries besides its content. */
  resultFields: z.array(z.enum(["toolName", "toolCallId", "name"])),
  /**
   * The text of a result: text blocks put together without separator (`concat`) or with line ends (`joinNl`), the first block
   * (`firstText`), or the whole result as JSON.
   */
  resultText: z.enum(["concat", "joinNl", "firstText", "json"]),
  /** Whether that text is encoded as a JSON string once more. */
  encodeResult: z.boolean(),
  /** What stands for blocks that are not text: nothing, or a placeholder naming kind and media type. */
  nonText: z.enum(["drop", "placeholder"]),
  /** Put before the text of a failed call; the text itself always reaches the model. */
  errorPrefix: z.string(),
});
