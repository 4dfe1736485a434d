/** Gives the values of promises that never reject in the order in which they settle. */
export async function* asCompleted<T>(promises: readonly Promise<T>[]): AsyncIterable<T> {
  const settled: T[] = [];
  let wake: () => void = () => undefined;
  for (const promise of promises)
    void promise.then((value) => {
      settled.push(value);
      wake();
    });
  for (let given = 0; given < promises.length; given += 1) {
    if (settled.length === 0) await new Promise<void>((resolve) => (wake = resolve));
    yield settled.shift() as T;
  }
}
