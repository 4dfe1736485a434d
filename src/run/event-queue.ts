/** Events pushed by callbacks, read as an async iterable. */
export type EventQueue<E> = {
  readonly push: (event: E) => void;
  readonly close: () => void;
  readonly events: () => AsyncGenerator<E>;
};

/** A queue without a bound: what a run says of itself is small. */
export function createEventQueue<E>(): EventQueue<E> {
  const waiting: E[] = [];
  let closed = false;
  let wake = (): void => {};
  return {
    push(event) {
      waiting.push(event);
      wake();
    },
    close() {
      closed = true;
      wake();
    },
    async *events() {
      for (;;) {
        const batch = waiting.splice(0);
        yield* batch;
        if (waiting.length > 0) continue;
        if (closed) return;
        await new Promise<void>((resolve) => (wake = resolve));
      }
    },
  };
}
