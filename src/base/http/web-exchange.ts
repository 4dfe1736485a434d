import type { Asked } from "./asked.ts";
import type { Reply } from "./reply.ts";

/** A request of the fetch API; `path` stands for that of its address, its query stays. */
export function askedByFetch(request: Request, path = new URL(request.url).pathname): Asked {
  const { body } = request;
  return {
    method: request.method,
    target: path + new URL(request.url).search,
    headers: Object.fromEntries(request.headers),
    rawHeaders: [],
    localAddress: undefined,
    body: body === null ? nothing() : chunksOf(body),
  };
}

async function* nothing(): AsyncGenerator<Uint8Array> {
  // A body that is not there has no pieces.
}

/** The pieces of a stream: not every browser can iterate over one. */
async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}

/** What is written and not yet read, in bytes, from which on a writer waits. */
const roomFor = 64 * 1024;

/** An answer to a fetch: the way back for who answers, and the response for who asked. */
export type WebReply = {
  readonly reply: Reply;
  /** Resolves with the first bytes, or with a network error where there will be none. */
  readonly response: Promise<Response>;
};

/** Statuses whose responses have no body (https://fetch.spec.whatwg.org/#null-body-status). */
const bodiless: readonly number[] = [101, 103, 204, 205, 304];

/** An answer of which nothing was written. `gone` is aborted when the other side goes away, or is to be cut off. */
export function createWebReply(gone: AbortSignal): WebReply {
  let resolve: (response: Response) => void = () => undefined;
  const response = new Promise<Response>((settle) => (resolve = settle));
  const waiting: Uint8Array[] = [];
  const takers: (() => void)[] = [];
  const closers: ((whole: boolean) => void)[] = [];
  let size = 0;
  let head: { readonly status: number; readonly headers: Readonly<Record<string, string>> } | undefined;
  let isOut = false;
  let state: "open" | "ended" | "cut" | "gone" = "open";
  let closed: boolean | undefined;
  let wake: () => void = () => undefined;

  const close = (whole: boolean): void => {
    if (closed !== undefined) return;
    closed = whole;
    for (const fn of closers.splice(0)) fn(whole);
  };
  const release = (): void => {
    for (const taken of takers.splice(0)) taken();
  };
  const isIdle = (): boolean => waiting.length === 0 && state === "open";
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    while (isIdle()) await new Promise<void>((woken) => (wake = woken));
    const next = waiting.shift();
    if (next !== undefined) {
      size -= next.length;
      controller.enqueue(next);
      if (size < roomFor) release();
    } else if (state === "ended") controller.close();
    else controller.error(new TypeError("the connection was cut"));
  };
  const leave = (): void => {
    if (state === "open") state = "gone";
    if (!isOut) send(Response.error());
    wake();
    release();
    close(false);
  };
  const send = (answer: Response): void => {
    isOut = true;
    resolve(answer);
  };
  const flush = (): void => {
    if (isOut) return;
    const { status, headers } = head ?? { status: 200, headers: {} };
    try {
      const hasBody = !bodiless.includes(status);
      // Nothing is read ahead, so that what was written before a cut is read before it.
      const body = hasBody ? new ReadableStream({ pull, cancel: leave }, { highWaterMark: 0 }) : null;
      send(new Response(body, { status, headers }));
    } catch {
      // A status or a header that the fetch API does not know of is one that its clients cannot be shown.
      send(Response.error());
      leave();
    }
  };
  const reply: Reply = {
    get headersSent() {
      return head !== undefined || isOut;
    },
    get status() {
      return head?.status ?? 200;
    },
    get destroyed() {
      return state === "cut" || state === "gone";
    },
    get ended() {
      return state === "ended";
    },
    head(status, headers) {
      head ??= { status, headers };
    },
    flush,
    write(bytes, taken) {
      if (state !== "open") return taken?.();
      if (bytes.length > 0) waiting.push(bytes.slice());
      size += bytes.length;
      flush();
      wake();
      if (taken === undefined) return;
      if (size < roomFor || state !== ("open" as typeof state)) taken();
      else takers.push(taken);
    },
    end(bytes) {
      if (state !== "open") return;
      if (bytes !== undefined && bytes.length > 0) {
        waiting.push(bytes);
        size += bytes.length;
      }
      state = "ended";
      flush();
      wake();
      release();
      queueMicrotask(() => close(true));
    },
    cut() {
      if (state !== "open") return;
      state = "cut";
      if (!isOut) send(Response.error());
      wake();
      release();
      queueMicrotask(() => close(false));
    },
    onClose(fn) {
      if (closed === undefined) closers.push(fn);
      else fn(closed);
    },
    gzip: undefined,
  };
  if (gone.aborted) leave();
  gone.addEventListener("abort", leave, { once: true });
  return { reply, response };
}
