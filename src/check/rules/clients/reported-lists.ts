import { isArray, isObject, type Json, type JsonObject, valueAt } from "../../../jsonrpc/json.ts";
import { callsIn, type ToldStep, toldSteps } from "../../../trace/told-steps.ts";
import type { Trace } from "../../../trace/trace.ts";
import type { Ref } from "../../outcome.ts";

/** A kind of list: the step that asks for one, the method, and the member of a page its items are in. */
export type Listing = { readonly verb: string; readonly method: string; readonly member: string };

/** The lists there are. */
export const listings = {
  tools: { verb: "list-tools", method: "tools/list", member: "tools" },
  resources: { verb: "list-resources", method: "resources/list", member: "resources" },
  templates: { verb: "list-resource-templates", method: "resources/templates/list", member: "resourceTemplates" },
  prompts: { verb: "list-prompts", method: "prompts/list", member: "prompts" },
} as const satisfies Readonly<Record<string, Listing>>;

/** A list that was reported: what the server gave on all its pages, and what the caller got. */
export type ReportedList = {
  readonly report: NonNullable<ToldStep["report"]>;
  readonly given: readonly JsonObject[];
  readonly got: readonly JsonObject[];
  /** The cursor of the page that was not asked for, where the list ended before its last. */
  readonly cut: string | undefined;
};

const objectsIn = (value: Json | undefined): readonly JsonObject[] => (isArray(value) ? value.filter(isObject) : []);

/** The lists of scenarios in which one was asked for once. */
export function reportedLists(trace: Trace, { verb, method, member }: Listing): readonly ReportedList[] {
  const steps = toldSteps(trace, verb);
  return steps.flatMap(({ scenario, report }): ReportedList[] => {
    const once = steps.filter((one) => one.scenario === scenario).length === 1;
    const pages = callsIn(trace, scenario, method).flatMap(({ request, answer }) =>
      answer?.frame.kind === "result" ? [{ cursor: valueAt(request.frame.params, "cursor"), result: answer.frame.result }] : [],
    );
    const results = pages.map(({ result }) => result);
    if (report?.value["ok"] !== true || !once || results.length === 0) return [];
    const given = results.flatMap((result) => objectsIn(valueAt(result, member)));
    const got = objectsIn(valueAt(report.value, "result", member));
    const following = results.map((result) => valueAt(result, "nextCursor"));
    const next = following.at(-1);
    // A page that names itself leads nowhere: whoever ends there has seen everything. A client may list for itself meanwhile.
    const isCut = following.every((one) => typeof one === "string") && next !== pages.at(-1)?.cursor;
    return [{ report, given, got, cut: isCut && typeof next === "string" ? next : undefined }];
  });
}

/** The reports of lists that ended where the next page has an empty cursor: that they are not whole follows from that alone. */
export function listsCutAtEmptyCursor(trace: Trace): readonly Ref[] {
  return Object.values(listings).flatMap((listing) =>
    reportedLists(trace, listing).flatMap(({ report, cut }) => (cut === "" ? [report] : [])),
  );
}
