import { constants } from "node:os";
import { Writable } from "node:stream";

/** A program that a child is started by and that stays around it: a sandbox. It is not judged itself. */
export type Wrapper = {
  /** What its processes are called. */
  readonly name: string;
  /** What it reads from descriptor 3, if it reads from there. */
  readonly input: Uint8Array | undefined;
};

/** Writes all that a wrapper reads. That it has ended before is told by how it ended. */
export function hand(to: unknown, input: Uint8Array | undefined): void {
  if (input === undefined || !(to instanceof Writable)) return;
  to.on("error", () => {});
  to.end(input);
}

/** How a child ended that a wrapper reports on: as shells do, with 128 and the number of a signal. */
export function behindWrapper(
  code: number | null,
  signal: string | null,
): { readonly code: number | null; readonly signal: string | null } {
  const [name] = Object.entries(constants.signals).find(([, number]) => code !== null && number === code - 128) ?? [];
  return name === undefined ? { code, signal } : { code: null, signal: name };
}
