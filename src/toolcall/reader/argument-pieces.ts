import { createJsonWriter } from "../value/json-writer.ts";

/** Gathers pieces of arguments into one fragment. */
export interface ArgumentPieces {
  add(piece: string): void;
  isEmpty(): boolean;
  /** What was added since the last call. */
  take(): string;
}

/** So many pieces are joined as they come: a value with what is around it. More are those of a dense value, which a writer gathers. */
const few = 6;

/** No pieces yet. One piece alone, as every short delta brings it, is handed on as it is. */
export function createArgumentPieces(): ArgumentPieces {
  const joined = createJsonWriter();
  let first = "";
  let count = 0;
  return {
    add: (piece) => {
      if (count < few) first += piece;
      else {
        if (count === few) {
          joined.expect(Number.POSITIVE_INFINITY);
          joined.slice(first, 0, first.length);
        }
        joined.slice(piece, 0, piece.length);
      }
      count += 1;
    },
    isEmpty: () => count === 0,
    take: () => {
      const fragment = count > few ? joined.take() : first;
      first = "";
      count = 0;
      return fragment;
    },
  };
}
