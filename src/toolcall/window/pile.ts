/** How many pieces are gathered before they are joined to one flat string. */
const joinEvery = 128;

/**
 * A text that grows by small pieces. A string grown with `+=` is a tree with a node per piece, which costs memory and time
 * whenever the garbage collector walks over it; here there is a node per hundred pieces.
 */
export interface Pile {
  add(piece: string): void;
  /** The text so far. */
  text(): string;
  clear(): void;
}

/** An empty pile. */
export function createPile(): Pile {
  let joined = "";
  let pieces: string[] = [];
  return {
    add: (piece) => {
      pieces.push(piece);
      if (pieces.length < joinEvery) return;
      joined += pieces.join("");
      pieces = [];
    },
    text: () => {
      if (pieces.length > 0) {
        joined += pieces.join("");
        pieces = [];
      }
      return joined;
    },
    clear: () => {
      joined = "";
      if (pieces.length > 0) pieces = [];
    },
  };
}
