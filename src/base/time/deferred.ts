/** A promise together with what settles it. */
export type Deferred<T> = { readonly promise: Promise<T>; readonly resolve: (value: T) => void };

/** A promise that is resolved from outside; resolving it again does nothing. */
export function deferred<T>(): Deferred<T> {
  let resolve!: (value: T) => void;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
