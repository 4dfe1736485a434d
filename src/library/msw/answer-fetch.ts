import type { Asked } from "../../base/http/asked.ts";
import type { Reply } from "../../base/http/reply.ts";
import { askedByFetch, createWebReply } from "../../base/http/web-exchange.ts";

/** What answers a request, whoever carries it. `gone` is aborted when it is over. */
export type Answers = (request: Asked, reply: Reply, gone: AbortSignal) => void;

/**
 * Has a fetch answered as if it had come over a connection; `path` stands for that of its address. What is still open is cut when the
 * other side goes away, and when `closing` is aborted.
 */
export async function answerFetch(request: Request, path: string, closing: AbortSignal, answers: Answers): Promise<Response> {
  const gone = new AbortController();
  const leave = (): void => gone.abort();
  const signals = [request.signal, closing];
  for (const signal of signals) {
    if (signal.aborted) leave();
    signal.addEventListener("abort", leave, { once: true });
  }
  const { reply, response } = createWebReply(gone.signal);
  reply.onClose(() => {
    for (const signal of signals) signal.removeEventListener("abort", leave);
    leave();
  });
  if (!reply.destroyed) answers(askedByFetch(request, path), reply, gone.signal);
  return await response;
}
