import { type Call, calls } from "../../trace/call.ts";
import type { Message } from "../../trace/message.ts";
import type { Trace } from "../../trace/trace.ts";

/**
 * The requests mcpcheck had open when a message of the server came. A message on the stream of an HTTP exchange belongs
 * to the request of that exchange; on a GET stream and on stdio to any that was open on the connection.
 */
export function activeDuring(trace: Trace, message: Message): Call[] {
  const mine = calls(trace).filter((call) => call.request.connection === message.connection);
  const ofExchange = mine.filter((call) => message.exchange !== undefined && call.request.exchange === message.exchange);
  return (ofExchange.length > 0 ? ofExchange : mine).filter(
    (call) => call.request.seq < message.seq && (call.answer === undefined || call.answer.seq > message.seq),
  );
}

/**
 * Whether a message came when a request was over for certain: after its answer, on the same ordered channel. Two HTTP
 * streams have no common order, so a message on another one proves nothing.
 */
export function cameAfter(message: Message, call: Call): boolean {
  const answer = call.answer;
  return answer !== undefined && answer.seq < message.seq && answer.exchange === message.exchange;
}
