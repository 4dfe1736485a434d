/** What a relay is told by the process it relays for, one JSON object a line; bytes are base64. */
export type ToRelay =
  | { readonly out: string }
  | { readonly err: string }
  | { readonly exit: number | "SIGKILL" }
  | { readonly spawn: true }
  /** The server ended by itself. */
  | { readonly end: true };

/** What a relay tells: first who it is, then its input. */
export type FromRelay =
  | {
      readonly hello: string;
      readonly argv: readonly string[];
      readonly env: Readonly<Record<string, string>>;
      readonly cwd: string;
    }
  | { readonly in: string }
  | { readonly eof: true }
  | { readonly signal: string };

/** Longest line between the two, in bytes. */
export const mostRelayed = 128 * 1024 * 1024;

/** What a line says; undefined where it is no JSON object, so that it comes from somebody else. */
export function readRelayed(line: string): object | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
