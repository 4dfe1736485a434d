import { valueAt, type Json, type JsonObject, asObject } from "../../jsonrpc/json.ts";
import { type ListWalk, listWalks } from "../../trace/facts/list-walk.ts";
import { answered, type AnsweredCall, calls } from "../../trace/call.ts";
import { type ListName, listMethods } from "../../trace/facts/server-facts.ts";
import type { Trace } from "../../trace/trace.ts";
import type { Check } from "../check.ts";
import { notApplicable, overall, overallIfAny } from "../outcome.ts";

const cacheable = new Set([
  "server/discover",
  "tools/list",
  "prompts/list",
  "resources/list",
  "resources/templates/list",
  "resources/read",
]);

/** Complete results of the operations that may be cached. */
function results(trace: Trace): { call: AnsweredCall; result: JsonObject }[] {
  return answered(calls(trace))
    .filter(
      (call) => cacheable.has(call.request.frame.method) && valueAt(call.answer.frame.result, "resultType") !== "input_required",
    )
    .map((call) => ({ call, result: asObject(call.answer.frame.result) }));
}

const noCacheableResult = "no result that can be cached was seen";

export const cachingHintsPresent: Check = {
  id: "caching.hints-present",
  title: "Results that can be cached carry ttlMs and cacheScope",
  subject: "server",
  level: "MUST",
  spec: { "2026-07-28": "server/utilities/caching#cacheable-results" },
  advice: 'Add "ttlMs": 0 and "cacheScope": "private" where nothing better is known.',
  verify(trace) {
    return overall(
      results(trace).map(({ call, result }) => {
        const missing = ["ttlMs", "cacheScope"].filter((member) => result[member] === undefined);
        return {
          ref: call.answer,
          wrong: missing.length === 0 ? undefined : `${call.request.frame.method} without ${missing.join(" and ")}`,
        };
      }),
      noCacheableResult,
    );
  },
};

export const cachingTtlValid: Check = {
  id: "caching.ttl-valid",
  title: "ttlMs is an integer and not negative",
  subject: "server",
  level: "MUST",
  spec: { "2026-07-28": "server/utilities/caching#time-to-live-ttl-field" },
  advice: "Give whole milliseconds, 0 for what is stale at once.",
  verify(trace) {
    const hinted = results(trace).filter(({ result }) => result["ttlMs"] !== undefined);
    if (hinted.length === 0 && results(trace).length > 0) return notApplicable("no result has a ttlMs");
    return overall(
      hinted.map(({ call, result }) => {
        const ttl = result["ttlMs"];
        return {
          ref: call.answer,
          wrong:
            typeof ttl === "number" && Number.isInteger(ttl) && ttl >= 0
              ? undefined
              : `ttlMs of ${call.request.frame.method} is ${JSON.stringify(ttl)}`,
        };
      }),
      noCacheableResult,
    );
  },
};

export const cachingScopeValid: Check = {
  id: "caching.scope-valid",
  title: "cacheScope is public or private",
  subject: "server",
  level: "MUST",
  spec: { "2026-07-28": "server/utilities/caching#cache-scope-field" },
  advice: 'Write "public" or "private".',
  verify(trace) {
    const hinted = results(trace).filter(({ result }) => result["cacheScope"] !== undefined);
    if (hinted.length === 0 && results(trace).length > 0) return notApplicable("no result has a cacheScope");
    return overall(
      hinted.map(({ call, result }) => {
        const scope = result["cacheScope"];
        return {
          ref: call.answer,
          wrong:
            scope === "public" || scope === "private"
              ? undefined
              : `cacheScope of ${call.request.frame.method} is ${JSON.stringify(scope)}`,
        };
      }),
      noCacheableResult,
    );
  },
};

export const cachingScopeSameOnPages: Check = {
  id: "caching.scope-same-on-pages",
  title: "All pages of a list have the same cacheScope",
  subject: "server",
  level: "MUST",
  spec: { "2026-07-28": "server/utilities/caching#interaction-with-pagination" },
  advice: "Decide the scope once for the whole list.",
  verify(trace) {
    const paged = (Object.keys(listMethods) as ListName[])
      .flatMap((list) => listWalks(trace, list))
      .filter((walk) => walk.pages.length > 1);
    return overallIfAny(
      paged.map((walk) => {
        const scopes = scopesOf(walk);
        return {
          ref: walk.pages[0]?.call.answer.seq ?? 0,
          wrong:
            new Set(scopes).size < 2
              ? undefined
              : `pages of ${listMethods[walk.list].method} are ${scopes.map((scope) => JSON.stringify(scope)).join(", ")}`,
        };
      }),
      "no list has more than one page",
    );
  },
};

const scopesOf = (walk: ListWalk): (Json | undefined)[] =>
  walk.pages.map((page) => valueAt(page.call.answer.frame.result, "cacheScope"));

export const cachingInterimWithoutHints: Check = {
  id: "caching.interim-without-hints",
  title: "A demand for input carries no caching hints",
  subject: "server",
  level: "SHOULD NOT",
  spec: { "2026-07-28": "server/utilities/caching#cacheable-results" },
  advice: "Leave ttlMs and cacheScope out of a result of type input_required.",
  verify(trace) {
    const interim = answered(calls(trace)).filter((call) => valueAt(call.answer.frame.result, "resultType") === "input_required");
    return overallIfAny(
      interim.map((call) => {
        const hinted = ["ttlMs", "cacheScope"].filter((member) => valueAt(call.answer.frame.result, member) !== undefined);
        return {
          ref: call.answer,
          wrong: hinted.length === 0 ? undefined : `an input_required result with ${hinted.join(" and ")}`,
        };
      }),
      "the server asked for no input",
    );
  },
};
