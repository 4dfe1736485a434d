import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Why a bad verdict is right about a host: of a case of the host suites, or, with its revisions, of a check of clients. */
export type HostReview = {
  readonly check: string;
  readonly revisions?: readonly string[];
  readonly verdict: "fail" | "warn" | "untested";
  readonly why: string;
};

/** Reads the files of `hosts/`: by host, the bad verdicts that somebody has read beside their bytes. The published page quotes them. */
export function reviewedHosts(): Readonly<Record<string, readonly HostReview[]>> {
  const folder = fileURLToPath(new URL("hosts/", import.meta.url));
  const names = readdirSync(folder).filter((name) => name.endsWith(".json"));
  return Object.fromEntries(
    names.map((name) => [name.slice(0, -".json".length), JSON.parse(readFileSync(`${folder}${name}`, "utf8")) as HostReview[]]),
  );
}

/** The review of a verdict, when there is one. */
export function reviewOf(
  reviews: readonly HostReview[],
  fault: { readonly check: string; readonly revision?: string; readonly verdict: string },
): HostReview | undefined {
  return reviews.find(
    ({ check, verdict, revisions }) =>
      check === fault.check &&
      verdict === fault.verdict &&
      (fault.revision === undefined ? revisions === undefined : revisions?.includes(fault.revision) === true),
  );
}
