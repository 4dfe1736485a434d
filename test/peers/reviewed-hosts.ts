import { readFileSync } from "node:fs";

/** Why a bad verdict is right about a host, by what it is of: a case of the host suites, or a check of clients. */
export type ReviewedHost = Readonly<Record<string, { readonly verdict: "fail" | "warn"; readonly why: string }>>;

/** Reads `reviewed-hosts.json`: by host, the bad verdicts that somebody has read beside their bytes. The published page quotes it. */
export function reviewedHosts(): Readonly<Record<string, ReviewedHost>> {
  return JSON.parse(readFileSync(new URL("reviewed-hosts.json", import.meta.url), "utf8")) as Readonly<
    Record<string, ReviewedHost>
  >;
}
