import type { WatchEvent } from "./watch-loop.ts";

/** What the keys mean; Ctrl-C and Ctrl-D end as q does, for a terminal that hands over keys sends no signals. */
const meanings: Readonly<Record<string, Exclude<WatchEvent["kind"], "changed">>> = {
  r: "rerun",
  f: "failed",
  a: "all",
  q: "quit",
  "\u0003": "quit",
  "\u0004": "quit",
};

/** Hands over what keys mean, until the returned function is called, which leaves the terminal as it was. */
export function takeKeys(pressed: (event: WatchEvent) => void): () => void {
  const { stdin } = process;
  if (!stdin.isTTY) return () => undefined;
  const take = (chunk: Buffer): void => {
    for (const key of chunk.toString("utf8").toLowerCase()) {
      const kind = meanings[key];
      if (kind !== undefined) pressed({ kind });
    }
  };
  stdin.setRawMode(true);
  stdin.resume();
  stdin.on("data", take);
  return () => {
    stdin.off("data", take);
    stdin.setRawMode(false);
    stdin.pause();
  };
}
