import { closeSync, openSync, readdirSync, readSync } from "node:fs";
import { join } from "node:path";
import { StringDecoder } from "node:string_decoder";
import type { Unrecorded } from "../../../trace/wire-event.ts";
import type { TimedEvent } from "../scenario-record.ts";
import { isThere } from "./waiting-folder.ts";

/** What begins when a new server process is seen: a connection, of a scenario. */
export type Beginning = { readonly begin: (at: number) => number; readonly scenario: string };

type Followed = {
  readonly pid: number;
  readonly decoder: StringDecoder;
  read: number;
  rest: string;
  connection: number | undefined;
  hasEnded: boolean;
  lastAt: number;
};

/** How much is read of a record at once, in bytes. */
const pieceBytes = 1024 * 1024;

/**
 * Reads what server processes write down into `<records>/<pid>.ndjson` while they do. Each is a connection; `take` gets its events in
 * the order in which they were written. One that ended without a word was ended by SIGKILL.
 */
export function followRecords(
  records: string,
  take: (event: Unrecorded, at: number, connection: number) => void,
  { begin, scenario }: Beginning,
): { readonly look: () => void; readonly present: () => number } {
  const followed = new Map<string, Followed>();

  function read(one: Followed, path: string): void {
    const file = openSync(path, "r");
    try {
      const buffer = Buffer.alloc(pieceBytes);
      for (let size = 1; size > 0; one.read += size) {
        size = readSync(file, buffer, 0, buffer.length, one.read);
        const lines = (one.rest + one.decoder.write(buffer.subarray(0, size))).split("\n");
        one.rest = lines.pop() ?? "";
        for (const line of lines) noteLine(one, line);
      }
    } finally {
      closeSync(file);
    }
  }

  function noteLine(one: Followed, line: string): void {
    const { at, event } = JSON.parse(line) as TimedEvent;
    one.connection ??= begin(at);
    one.hasEnded ||= event.kind === "exit";
    take(event.kind === "step" ? { ...event, scenario } : event, at, one.connection);
    one.lastAt = at;
  }

  return {
    look() {
      for (const name of readdirSync(records).filter((one) => one.endsWith(".ndjson"))) {
        const one = followed.get(name) ?? newlyFollowed(name);
        followed.set(name, one);
        if (one.hasEnded) continue;
        const isGone = !isThere(one.pid);
        read(one, join(records, name));
        if (!isGone || one.hasEnded || one.connection === undefined) continue;
        one.hasEnded = true;
        take({ kind: "signal", connection: one.connection, signal: "SIGKILL" }, one.lastAt, one.connection);
      }
    },
    present: () => [...followed.values()].filter(({ hasEnded }) => !hasEnded).length,
  };
}

const newlyFollowed = (name: string): Followed => ({
  pid: Number(name.replace(".ndjson", "")),
  decoder: new StringDecoder("utf8"),
  read: 0,
  rest: "",
  connection: undefined,
  hasEnded: false,
  lastAt: 0,
});
