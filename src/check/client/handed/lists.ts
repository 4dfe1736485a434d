import { isArray, isObject, type Json, type JsonObject, valueAt } from "../../../jsonrpc/json.ts";
import { callsIn, type ToldStep, toldSteps } from "../../../trace/told-steps.ts";
import type { Trace } from "../../../trace/trace.ts";
import type { Check, Level } from "../../check.ts";
import { type Exhibit, overall } from "../../outcome.ts";
import { lostMember } from "../../rules/clients/lost-member.ts";
import { canonical, shortJson } from "../../rules/text-forms.ts";

/** A list that was reported: what the server gave on all its pages, and what the caller got. */
type Listed = {
  readonly report: NonNullable<ToldStep["report"]>;
  readonly given: readonly JsonObject[];
  readonly got: readonly JsonObject[];
  /** Whether the last page that was asked for named another one. */
  readonly cut: boolean;
};

const objectsIn = (value: Json | undefined): readonly JsonObject[] => (isArray(value) ? value.filter(isObject) : []);

/** The lists of scenarios in which one was asked for once. */
function listed(trace: Trace, verb: string, method: string, member: string): readonly Listed[] {
  const steps = toldSteps(trace, verb);
  return steps.flatMap(({ scenario, report }): Listed[] => {
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
    return [{ report, given, got, cut: isCut }];
  });
}

type Walk = {
  readonly id: string;
  readonly what: string;
  readonly spec: Check["spec"];
  readonly level?: Level;
  readonly verb: string;
  readonly method: string;
  readonly member: string;
  readonly key: string;
};

/** A tool whose schema asks for headers may be wrong in that, and is then left out on purpose. */
const mayBeLeftOut = (item: JsonObject): boolean => JSON.stringify(item["inputSchema"] ?? {}).includes("x-mcp-header");

/** A check that a list arrives as a whole. */
function wholeList({ id, what, spec, level = "PRACTICE", verb, method, member, key }: Walk): Check {
  return {
    id,
    title: `The caller who asks for the ${what} gets those of all pages`,
    subject: "client",
    level,
    spec,
    advice: "Ask for page after page until no nextCursor comes, whatever the sizes of the pages, empty ones included.",
    tolerance: "Only of drivers that report what they listed.",
    verify: (trace) =>
      overall(
        listed(trace, verb, method, member).map(({ report, given, got, cut }): Exhibit => {
          const names = new Set(got.map((item) => item[key]));
          const missing = given.filter((item) => !names.has(item[key]) && !mayBeLeftOut(item)).map((item) => item[key]);
          if (cut) return { ref: report, wrong: `the list ended at a page that names the next one, after ${got.length} ${what}` };
          // As many as there are, by other names: that names are changed is the matter of another check.
          const isWhole = missing.length === 0 || got.length >= new Set(given.map((item) => item[key])).size;
          return { ref: report, wrong: isWhole ? undefined : `${shortJson(missing)} did not reach the caller` };
        }),
        `no client that reports its steps listed ${what}`,
      ),
  };
}

/** All tools. */
export const allTools: Check = wholeList({
  id: "tools.client-all-pages",
  what: "tools",
  spec: { "2024-11-05": "server/tools#listing-tools" },
  verb: "list-tools",
  method: "tools/list",
  member: "tools",
  key: "name",
});

/** All resources. */
export const allResources: Check = wholeList({
  id: "resources.client-all-pages",
  what: "resources",
  spec: { "2024-11-05": "server/resources#listing-resources" },
  verb: "list-resources",
  method: "resources/list",
  member: "resources",
  key: "uri",
});

/** All templates. */
export const allTemplates: Check = wholeList({
  id: "resources.client-all-templates",
  what: "templates",
  spec: { "2024-11-05": "server/resources#resource-templates" },
  verb: "list-resource-templates",
  method: "resources/templates/list",
  member: "resourceTemplates",
  key: "uriTemplate",
});

/** All prompts. */
export const allPrompts: Check = wholeList({
  id: "prompts.client-all-pages",
  what: "prompts",
  level: "SHOULD",
  spec: { "2024-11-05": "server/prompts#implementation-considerations" },
  verb: "list-prompts",
  method: "prompts/list",
  member: "prompts",
  key: "name",
});

/** What says how a tool is called and shown. */
const shown = ["title", "description", "annotations"];
const schemas = ["inputSchema", "outputSchema"];

/** A check that members of tools arrive as the server gave them. */
function toolMembers(
  id: string,
  title: string,
  members: readonly string[],
  isChanged: (given: Json | undefined, got: Json | undefined) => boolean,
  rest: Pick<Check, "spec" | "advice">,
): Check {
  return {
    ...rest,
    id,
    title,
    subject: "client",
    level: "PRACTICE",
    tolerance: "Only of drivers that report what they listed.",
    verify: (trace) =>
      overall(
        listed(trace, "list-tools", "tools/list", "tools").flatMap(({ report, given, got }) =>
          got.flatMap((tool): Exhibit[] => {
            // What changed from list to list is right in any of its forms.
            const forms = given.filter((one) => one["name"] === tool["name"]);
            if (forms.length === 0) return [];
            const changed = forms.map((form) =>
              members.find((member) => form[member] !== undefined && isChanged(form[member], tool[member])),
            );
            const wrong = changed.includes(undefined) ? undefined : changed[0];
            return [{ ref: report, wrong: wrong && `${wrong} of ${shortJson(tool["name"])} is not what the server gave` }];
          }),
        ),
        "no client that reports its steps listed tools",
      ),
  };
}

/** What a tool is for. */
export const definitionsKept: Check = toolMembers(
  "tools.client-definitions-kept",
  "Title, description and annotations of a tool reach the caller as the server gave them",
  shown,
  (given, got) => lostMember(given, got) !== undefined,
  {
    spec: { "2024-11-05": "server/tools#data-types" },
    advice: "Hand the definitions of tools on with all their members.",
  },
);

/** What a tool takes and gives. */
export const schemasKept: Check = toolMembers(
  "schema.client-kept",
  "The schemas of a tool reach the caller as the server gave them, also in dialects the client does not know",
  schemas,
  (given, got) => canonical(given) !== canonical(got),
  {
    spec: { "2024-11-05": "server/tools#data-types" },
    advice: "Hand schemas on as the JSON they are: $schema, $defs, unknown keywords and their order of members included.",
  },
);
