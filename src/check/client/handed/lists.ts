import { isArray, isObject, type Json, type JsonObject } from "../../../jsonrpc/json.ts";
import type { Check, Level } from "../../check.ts";
import { type Exhibit, overall } from "../../outcome.ts";
import { type Listing, listings, reportedLists } from "../../rules/clients/reported-lists.ts";
import { lostMember } from "../../rules/clients/lost-member.ts";
import { canonical, shortJson } from "../../rules/text-forms.ts";

type Walk = {
  readonly id: string;
  readonly what: string;
  readonly spec: Check["spec"];
  readonly level?: Level;
  readonly listing: Listing;
  readonly key: string;
};

/** A tool whose schema asks for headers may be wrong in that, and is then left out on purpose. */
const mayBeLeftOut = (item: JsonObject): boolean => JSON.stringify(item["inputSchema"] ?? {}).includes("x-mcp-header");

/** A check that a list arrives as a whole. */
function wholeList({ id, what, spec, level = "PRACTICE", listing, key }: Walk): Check {
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
        reportedLists(trace, listing).map(({ report, given, got, cut }): Exhibit => {
          const names = new Set(got.map((item) => item[key]));
          const due = given.filter((item) => !mayBeLeftOut(item)).map((item) => item[key]);
          const missing = due.filter((name) => !names.has(name));
          if (cut !== undefined)
            return { ref: report, wrong: `the list ended at a page that names the next one, after ${got.length} ${what}` };
          // As many as there are, by other names: that names are changed is the matter of another check.
          const isWhole = missing.length === 0 || got.length >= new Set(due).size;
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
  listing: listings.tools,
  key: "name",
});

/** All resources. */
export const allResources: Check = wholeList({
  id: "resources.client-all-pages",
  what: "resources",
  spec: { "2024-11-05": "server/resources#listing-resources" },
  listing: listings.resources,
  key: "uri",
});

/** All templates. */
export const allTemplates: Check = wholeList({
  id: "resources.client-all-templates",
  what: "templates",
  spec: { "2024-11-05": "server/resources#resource-templates" },
  listing: listings.templates,
  key: "uriTemplate",
});

/** All prompts. */
export const allPrompts: Check = wholeList({
  id: "prompts.client-all-pages",
  what: "prompts",
  level: "SHOULD",
  spec: { "2024-11-05": "server/prompts#implementation-considerations" },
  listing: listings.prompts,
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
        reportedLists(trace, listings.tools).flatMap(({ report, given, got }) =>
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

/** A schema without the members that say nothing: a library that writes a type of its own writes them too. */
function withoutNothing(schema: Json | undefined): Json | undefined {
  if (isArray(schema)) return schema.map((one) => withoutNothing(one) ?? null);
  if (!isObject(schema)) return schema;
  const says = Object.entries(schema).filter(([name, value]) => !(name in empty && canonical(value) === empty[name]));
  return Object.fromEntries(says.map(([name, value]) => [name, withoutNothing(value) ?? null]));
}

const empty: Readonly<Record<string, string>> = { properties: "{}", required: "[]" };

/** What a tool takes and gives. */
export const schemasKept: Check = toolMembers(
  "schema.client-kept",
  "The schemas of a tool reach the caller as the server gave them, also in dialects the client does not know",
  schemas,
  (given, got) => canonical(withoutNothing(given)) !== canonical(withoutNothing(got)),
  {
    spec: { "2024-11-05": "server/tools#data-types" },
    advice: "Hand schemas on as the JSON they are: $schema, $defs, unknown keywords and their order of members included.",
  },
);
