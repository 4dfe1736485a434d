import { createJsonWriter } from "../value/json-writer.ts";

/** Gathers pieces of arguments into one fragment. */
export interface ArgumentPieces {
  add(piece: string): void;
  isEmpty(): boolean;
  /** What was added since the last call. */
  take(): string;
}

/** No pieces yet. One piece alone, as every short delta brings it, is handed on as it is. */
export function createArgumentPieces(): ArgumentPieces {
  const joined = createJsonWriter();
  let first = "";
  let count = 0;
  return {
    add: (piece) => {
      if (count === 0) first = piece;
      else {
        if (count === 1) {
          joined.expect(Number.POSITIVE_INFINITY);
          joined.slice(first, 0, first.length);
        }
        joined.slice(piece, 0, piece.length);
      }
      count += 1;
    },
    isEmpty: () => count === 0,
    take: () => {
      const fragment = count > 1 ? joined.take() : first;
      first = "";
      count = 0;
      return fragment;
    },
  };
}
