/** What a run can be made to fail on, each with all before it: fails, warnings, and what applies and was not exercised. */
export const failOns = ["fail", "warn", "untested"] as const;

/** The least that makes a run fail. */
export type FailOn = (typeof failOns)[number];

/** The least that makes a run fail, as its first event tells it. */
export function failOnOf(started: { readonly strict: boolean; readonly failOn?: FailOn } | undefined): FailOn {
  return started?.failOn ?? (started?.strict === true ? "warn" : "fail");
}
