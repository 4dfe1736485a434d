import { readFileSync } from "node:fs";
import type { ClientTransport } from "./client-peers.ts";

/** A bad verdict that somebody has read beside the specification, and where it comes. */
export type ReviewedVerdict = {
  /** `untested` is what a scenario promised and could not show. */
  readonly verdict: "fail" | "warn" | "untested";
  readonly check: string;
  readonly transports: readonly ClientTransport[];
  readonly revisions: readonly string[];
};

/** The reviewed bad verdicts by client, and why each check is right about them. */
export type ReviewedClients = {
  readonly because: Readonly<Record<string, { readonly place: string; readonly why: string }>>;
  readonly clients: Readonly<Record<string, readonly ReviewedVerdict[]>>;
};

/** Reads `reviewed-clients.json`, which the test of real clients holds to and the published page quotes. */
export function reviewedClients(): ReviewedClients {
  return JSON.parse(readFileSync(new URL("reviewed-clients.json", import.meta.url), "utf8")) as ReviewedClients;
}
