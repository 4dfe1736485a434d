import { asObject, valueAt, isObject, type JsonObject } from "../../../jsonrpc/json.ts";
import { goesInCircles, keysOf, type ListWalk, listWalks, repeated } from "../../../trace/facts/list-walk.ts";
import { listed } from "../../../trace/facts/server-facts.ts";
import type { Trace } from "../../../trace/trace.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, overall, overallIfAny } from "../../outcome.ts";
import {
  iconsUsable,
  listChangedAnnounced,
  listChangedDeclared,
  listChangedSent,
  sameOnEveryConnection,
  sameSet,
} from "../../rules/list-change.ts";
import { capabilityServed, declaredWhenServed, described, listAnswered, undeclaredRefused } from "../../rules/list-family.ts";
import { textOrJson } from "../../rules/text-forms.ts";

export const toolsListAnswered: Check = listAnswered("tools");
export const toolsCapabilityServed: Check = capabilityServed("tools");
export const toolsDeclaredWhenServed: Check = declaredWhenServed("tools");
export const toolsUndeclaredMethod: Check = undeclaredRefused("tools");
export const toolsListChangedDeclared: Check = listChangedDeclared("tools");
export const toolsListChangedAnnounced: Check = listChangedAnnounced("tools");
export const toolsListChangedSent: Check = listChangedSent("tools");
export const toolsListSameOnConnections: Check = sameOnEveryConnection("tools");
export const toolsDescribed: Check = described("tools");
export const toolsIconsUsable: Check = iconsUsable("tools");

const named = (trace: Trace): { seq: number; item: JsonObject; name: string }[] =>
  listed(trace, "tools").flatMap(({ seq, item }) =>
    typeof item["name"] === "string" ? [{ seq, item, name: item["name"] }] : [],
  );

export const toolsNamesUnique: Check = {
  id: "tools.names-unique",
  title: "Tool names are unique within a server",
  subject: "server",
  level: "SHOULD",
  spec: { "2024-11-05": "server/tools#tool", "2025-11-25": "server/tools#tool-names" },
  capability: "tools",
  advice: "Give every tool its own name: a call can name only one of them.",
  verify(trace) {
    return overall(
      listWalks(trace, "tools").flatMap((walk): Exhibit[] => {
        const keys = goesInCircles(walk) ? firstKeysOf(walk) : keysOf(walk);
        const twice = repeated(keys);
        if (keys.length === 0) return [];
        const ref = walk.items.at(-1)?.seq ?? 0;
        return twice.length === 0
          ? [{ ref }]
          : twice.map((key) => ({ ref, wrong: `the name ${JSON.stringify(key)} is listed twice` }));
      }),
      "no tools were listed",
    );
  },
};

/** The names on the first page: all that is sure of a list that goes in circles. */
const firstKeysOf = (walk: ListWalk): string[] =>
  keysOf({ ...walk, items: walk.items.filter(({ seq }) => seq === walk.pages[0]?.call.answer.seq) });

export const toolsNameCharacters: Check = {
  id: "tools.name-characters",
  title: "Tool names consist of ASCII letters, digits, underscore, hyphen and dot",
  subject: "server",
  level: "SHOULD",
  spec: { "2025-11-25": "server/tools#tool-names" },
  capability: "tools",
  advice: "Rename the tool: model APIs refuse other characters, so a host has to rewrite or drop it.",
  verify(trace) {
    return overall(
      named(trace).map(({ seq, name }) => ({
        ref: seq,
        wrong: /^[A-Za-z0-9_.-]*$/.test(name)
          ? undefined
          : `the name ${JSON.stringify(name)} has ${JSON.stringify(/[^A-Za-z0-9_.-]/u.exec(name)?.[0])} in it`,
      })),
      "no tools were listed",
    );
  },
};

export const toolsNameLength: Check = {
  id: "tools.name-length",
  title: "Tool names have 1 to 128 characters",
  subject: "server",
  level: "SHOULD",
  spec: { "2025-11-25": "server/tools#tool-names" },
  capability: "tools",
  advice: "Shorten the name; many model APIs allow only 64 characters, a host's prefix included.",
  verify(trace) {
    return overall(
      named(trace).map(({ seq, name }) => ({
        ref: seq,
        wrong:
          name.length >= 1 && name.length <= 128
            ? undefined
            : `a name of ${name.length} characters: ${JSON.stringify(name.slice(0, 40))}`,
      })),
      "no tools were listed",
    );
  },
};

export const toolsTitleNotBlank: Check = {
  id: "tools.title-not-blank",
  title: "A tool's title, where there is one, says something",
  subject: "server",
  level: "PRACTICE",
  spec: { "2025-03-26": "server/tools#tool" },
  capability: "tools",
  advice: "Leave the title out rather than empty: clients show it in place of the name.",
  verify(trace) {
    const titles = listed(trace, "tools").flatMap(({ seq, item }) =>
      [item["title"], valueAt(item, "annotations", "title")]
        .filter((title) => title !== undefined)
        .map((title) => ({ seq, title, item })),
    );
    return overallIfAny(
      titles.map(({ seq, title, item }) => ({
        ref: seq,
        wrong:
          typeof title === "string" && title.trim() !== ""
            ? undefined
            : `${JSON.stringify(item["name"])} has the title ${JSON.stringify(title)}`,
      })),
      "no tool has a title",
    );
  },
};

/** The annotations that a host decides by. */
const hints = ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"] as const;

export const toolsAnnotationsConsistent: Check = {
  id: "tools.annotations-consistent",
  title: "Tool annotations do not contradict each other",
  subject: "server",
  level: "PRACTICE",
  spec: { "2025-03-26": "server/tools#tool" },
  capability: "tools",
  advice: "Annotate a tool the same way in every list: hosts ask their user, or do not, by what they read first.",
  tolerance:
    "Compared is what different lists say of one tool. destructiveHint and idempotentHint beside readOnlyHint: true mean nothing, so that every value is accepted there.",
  verify(trace) {
    const annotated = listed(trace, "tools").filter(({ item }) => isObject(item["annotations"]));
    const first = new Map<string, JsonObject>();
    return overallIfAny(
      annotated.map(({ seq, item }): Exhibit => {
        const name = textOrJson(item["name"]);
        const now = asObject(item["annotations"]);
        const before = first.get(name) ?? now;
        first.set(name, before);
        const other = hints.find((hint) => saidOf(before, hint) !== saidOf(now, hint));
        return {
          ref: seq,
          wrong:
            other === undefined
              ? undefined
              : `${JSON.stringify(name)} has ${other} ${textOrJson(before[other])} in one list and ${textOrJson(now[other])} in another`,
        };
      }),
      "no tool has annotations",
    );
  },
};

/** What annotations say by a hint; nothing of what a tool that only reads could destroy or repeat. */
function saidOf(annotations: JsonObject, hint: (typeof hints)[number]): unknown {
  const idle = annotations["readOnlyHint"] === true && (hint === "destructiveHint" || hint === "idempotentHint");
  return idle ? undefined : annotations[hint];
}

export const toolsOrderDeterministic: Check = {
  id: "tools.order-deterministic",
  title: "The same tools come in the same order",
  subject: "server",
  level: "SHOULD",
  spec: { "2026-07-28": "server/tools#capabilities" },
  capability: "tools",
  advice: "Sort the list, or keep it in registration order: prompt caches are keyed by its exact text.",
  verify(trace) {
    const walks = listWalks(trace, "tools").filter((walk) => walk.complete);
    return overall(
      walks.flatMap((walk, rank): Exhibit[] => {
        const twin = walks.slice(0, rank).findLast((other) => sameSet(other, walk));
        if (twin === undefined) return [];
        const [before, now] = [keysOf(twin), keysOf(walk)];
        const place = now.findIndex((key, index) => key !== before[index]);
        return [
          {
            ref: walk.pages[0]?.call.answer.seq ?? 0,
            wrong: place === -1 ? undefined : `place ${place + 1} was ${before[place]}, then ${now[place]}`,
          },
        ];
      }),
      "the same tools were not listed twice",
    );
  },
};
