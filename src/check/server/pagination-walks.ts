import { keysOf, type ListWalk, listWalks } from "../../trace/facts/list-walk.ts";
import { type ListName, listMethods } from "../../trace/facts/server-facts.ts";
import type { Check } from "../check.ts";
import { type Exhibit, overallIfAny } from "../outcome.ts";

const lists = Object.keys(listMethods) as readonly ListName[];

const firstOf = (walk: ListWalk): number => walk.pages[0]?.call.request.seq ?? 0;
const lastOf = (walk: ListWalk): number => walk.pages.at(-1)?.call.answer.seq ?? 0;
const overlap = (one: ListWalk, other: ListWalk): boolean =>
  one !== other && one.connection === other.connection && firstOf(one) < lastOf(other) && firstOf(other) < lastOf(one);
const itemsOf = (walk: ListWalk): string => JSON.stringify(keysOf(walk).toSorted());

export const paginationWalksApart: Check = {
  id: "pagination.walks-apart",
  title: "Two walks through one list at a time do not disturb each other",
  subject: "server",
  level: "SHOULD",
  spec: { "2024-11-05": "server/utilities/pagination#implementation-guidelines" },
  advice: "Put the place in the list into the cursor, and keep none for the connection: then a cursor is stable.",
  tolerance: "Judged where walks alone, before and after, all brought the same items.",
  verify(trace) {
    const pagedOf = (list: ListName): ListWalk[] =>
      listWalks(trace, list).filter((walk) => walk.pages[0]?.nextCursor !== undefined);
    return overallIfAny(
      lists.flatMap((list): Exhibit[] => {
        const paged = pagedOf(list);
        return paged
          .filter((walk) => paged.some((other) => overlap(walk, other)))
          .flatMap((walk): Exhibit[] => {
            const alone = paged.filter(
              (one) => one.connection === walk.connection && !paged.some((other) => overlap(one, other)),
            );
            const usual = new Set(alone.map(itemsOf));
            if (usual.size !== 1) return [];
            const same = usual.has(itemsOf(walk));
            const method = listMethods[list].method;
            return [
              { ref: lastOf(walk), wrong: same ? undefined : `${method} brought other items while another walk was under way` },
            ];
          });
      }),
      lists.some((list) => pagedOf(list).length > 0)
        ? "no two walks through one list at a time, with the same items in every walk alone"
        : "no list has more than one page",
    );
  },
};
