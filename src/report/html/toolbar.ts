import type { Reported } from "../collect-run.ts";
import { htmlText } from "../text/html-text.ts";

/** The verdicts a page can be filtered by, in the order they are listed. */
export const filters = [
  { verdict: "fail", label: "failed" },
  { verdict: "error", label: "harness errors" },
  { verdict: "warn", label: "warned" },
  { verdict: "untested", label: "untested" },
  { verdict: "pass", label: "passed" },
  { verdict: "not-applicable", label: "not applicable" },
] as const satisfies readonly { readonly verdict: Reported["verdict"]; readonly label: string }[];

/**
 * What can be chosen on a page: verdicts of all there is to see, under other names where `labels` has them, and two lists. `opens` says
 * whether there is something to open.
 */
export type Choices = {
  readonly about: string;
  readonly verdicts: readonly Reported["verdict"][];
  readonly labels?: Readonly<Partial<Record<Reported["verdict"], string>>>;
  readonly area: { readonly label: string; readonly values: readonly string[] };
  readonly revisions: readonly string[];
  readonly opens: boolean;
};

/** Search, and filters by verdict and two lists; the boxes work without script. */
export function toolbar({ about, verdicts, labels = {}, area, revisions, opens }: Choices): string {
  const boxes = filters.flatMap(({ verdict, label }) => {
    const count = verdicts.filter((one) => one === verdict).length;
    if (count === 0) return [];
    return [`<label><input type="checkbox" id="show-${verdict}" checked> ${labels[verdict] ?? label} ${count}</label>`];
  });
  return [
    `<div class="tools" role="search" aria-label="${about}">`,
    '<label class="js-only">search <input type="search" id="search" autocomplete="off" spellcheck="false"></label>',
    choice("area", area.label, area.values),
    choice("revision", "revision", revisions),
    `<fieldset><legend class="dim">show</legend>${boxes.join("\n")}</fieldset>`,
    ...(opens
      ? [
          '<button type="button" id="open-all" class="js-only">open all</button><button type="button" id="close-all" class="js-only">close all</button>',
        ]
      : []),
    '<span id="shown" class="dim js-only" role="status"></span>',
    "</div>",
  ].join("\n");
}

function choice(id: string, label: string, values: readonly string[]): string {
  const options = [...new Set(values)].toSorted().map((value) => `<option>${htmlText(value)}</option>`);
  return `<label class="js-only">${label} <select id="${id}"><option value="">all</option>${options.join("")}</select></label>`;
}
