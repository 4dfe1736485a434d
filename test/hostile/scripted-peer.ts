import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../support/run-cli.ts";

/** What `peers/scripted.mjs` plays: JSON texts by method, and what it does beside answering. */
export type PeerScript = {
  readonly results?: Readonly<Record<string, string>>;
  readonly errors?: Readonly<Record<string, string>>;
  readonly before?: Readonly<Record<string, readonly object[]>>;
  readonly stderr?: string | readonly string[];
  readonly bytes?: readonly string[];
  readonly exit?: number;
};

/** A server ready to be started, and what it writes down of itself. */
export type ScriptedPeer = {
  readonly command: readonly string[];
  readonly pids: () => readonly number[];
  readonly called: () => readonly string[];
};

/** Writes a script below `base` and gives the command of the server that plays it. */
export function scriptedPeer(base: string, script: PeerScript): ScriptedPeer {
  const log = `${base}.log`;
  writeFileSync(`${base}.peer.json`, JSON.stringify(script));
  writeFileSync(log, "");
  const lines = (): { readonly pid?: number; readonly called?: string }[] =>
    readFileSync(log, "utf8")
      .split("\n")
      .flatMap((line) => (line === "" ? [] : [JSON.parse(line) as { readonly pid?: number; readonly called?: string }]));
  return {
    command: [process.execPath, join(root, "test/hostile/peers/scripted.mjs"), `${base}.peer.json`, log],
    pids: () => lines().flatMap(({ pid }) => pid ?? []),
    called: () => lines().flatMap(({ called }) => called ?? []),
  };
}
