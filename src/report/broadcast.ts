/**
 * One source for several readers: each gets every item, at its own pace. A reader that stops early does not stop the
 * others; an error of the source reaches them all.
 */
export function broadcast<T>(source: AsyncIterable<T>, readers: number): AsyncIterable<T>[] {
  const iterator = source[Symbol.asyncIterator]();
  const items: Promise<IteratorResult<T>>[] = [];
  const itemAt = (index: number): Promise<IteratorResult<T>> => (items[index] ??= iterator.next());
  return Array.from({ length: readers }, () => ({
    async *[Symbol.asyncIterator]() {
      for (let index = 0; ; index++) {
        const item = await itemAt(index);
        if (item.done === true) return;
        yield item.value;
      }
    },
  }));
}
