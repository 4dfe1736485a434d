import { isArray, valueAt } from "../../jsonrpc/json.ts";
import { callsIn, type ToldStep, toldSteps } from "../../trace/told-steps.ts";
import type { Trace } from "../../trace/trace.ts";
import { eventsOf } from "../../trace/trace.ts";
import type { Check } from "../check.ts";
import { type Exhibit, overall, overallIfAny } from "../outcome.ts";
import { authStories, isLetIn } from "../rules/auth/auth-seen.ts";
import { shortJson } from "../rules/text-forms.ts";

const page = "server/utilities/caching";
const tolerance = "Only of drivers that report what came of their steps.";

const isDone = ({ report }: ToldStep): boolean => report?.value["ok"] === true;

/** What is cached for one thing is not given for another. */
export const cachedByKey: Check = {
  id: "caching.client-key",
  title: "The caller who asks for one resource does not get another one that was read before",
  subject: "client",
  level: "MUST NOT",
  spec: { "2026-07-28": `${page}#cache-key` },
  advice: "Keep results by method and by the params they depend on: the uri, the cursor.",
  tolerance,
  verify: (trace) =>
    overall(
      toldSteps(trace, "read-resource").flatMap((step): Exhibit[] => {
        const { told, report } = step;
        const contents = valueAt(report?.value, "result", "contents");
        if (!isDone(step) || report === undefined || !isArray(contents) || contents.length === 0) return [];
        const read = contents.map((one) => valueAt(one, "uri"));
        const earlier = toldSteps(trace, "read-resource").some(
          (one) => one.scenario === step.scenario && one.index < step.index && read.includes(one.told["uri"]),
        );
        const wrong = !read.includes(told["uri"]) && earlier;
        return [
          {
            ref: report,
            wrong: wrong ? `${shortJson(told["uri"])} was asked for, and ${shortJson(read[0])} was given` : undefined,
          },
        ];
      }),
      "no client that reports its steps read a resource",
    ),
};

const lists: Readonly<Record<string, string>> = {
  "list-tools": "tools/list",
  "list-resources": "resources/list",
  "list-resource-templates": "resources/templates/list",
  "list-prompts": "prompts/list",
};

/** The beginnings of a list in a scenario: requests without a cursor. */
const begun = (trace: Trace, scenario: string, method: string) =>
  callsIn(trace, scenario, method).filter(({ request }) => valueAt(request.frame.params, "cursor") === undefined);

/** A result that is stale is asked for again. */
export const staleFetched: Check = {
  id: "caching.client-stale-refetched",
  title: "A list is asked for again when it is needed and no longer fresh",
  subject: "client",
  level: "SHOULD",
  spec: { "2026-07-28": `${page}#freshness-calculation` },
  advice: "Take a ttlMs of 0 and a negative one for stale at once, and any other for stale when its time is over.",
  tolerance: `${tolerance} A list without ttlMs may be kept by heuristics of the client's own.`,
  verify: (trace) =>
    overall(
      eventsOf(trace, "told")
        .filter(({ scenario }) => scenario === "caching.stale")
        .flatMap(({ scenario }) =>
          Object.entries(lists).flatMap(([verb, method]): Exhibit[] => {
            const done = toldSteps(trace, verb).filter((step) => step.scenario === scenario && isDone(step));
            const seen = begun(trace, scenario, method);
            const [last, first] = [done.at(-1)?.report, seen[0]];
            if (done.length < 2 || last === undefined || first?.answer?.frame.kind !== "result") return [];
            const again = seen.length >= done.length;
            if (!again && valueAt(first.answer.frame.result, "ttlMs") === undefined) return [];
            const wrong = `${method} was needed ${done.length} times, each time stale, and asked for ${seen.length} times`;
            return [{ ref: again ? first.request : last, wrong: again ? undefined : wrong }];
          }),
        ),
      "no client that reports its steps needed a list again",
    ),
};

/** What depends on an answer of the user is not kept. */
export const retryNotCached: Check = {
  id: "caching.client-retry-not-kept",
  title: "A result that came of a retry with input is not kept for the next request",
  subject: "client",
  level: "MUST NOT",
  spec: { "2026-07-28": `${page}#cache-key` },
  advice: "Keep no result of a request that carried inputResponses or requestState.",
  tolerance,
  verify: (trace) =>
    overallIfAny(
      eventsOf(trace, "told")
        .filter(({ scenario }) => scenario === "caching.after-input")
        .flatMap(({ scenario }): Exhibit[] => {
          const done = toldSteps(trace, "read-resource").filter((step) => step.scenario === scenario && isDone(step));
          const calls = callsIn(trace, scenario, "resources/read");
          const retries = calls.filter(({ request }) => valueAt(request.frame.params, "inputResponses") !== undefined);
          const last = done.at(-1)?.report;
          if (done.length < 2 || last === undefined || retries.length === 0) return [];
          const firsts = calls.length - retries.length;
          return [
            {
              ref: last,
              wrong: firsts < done.length ? `it was read ${done.length} times, and asked for ${firsts} times` : undefined,
            },
          ];
        }),
      "no client that reports its steps read a resource twice that wants input",
    ),
};

/** What was kept for one is not given to another. */
export const privateScopeKept: Check = {
  id: "caching.client-private-scope",
  title: "What may be kept for one authorization alone is asked for again under another",
  subject: "client",
  level: "MUST NOT",
  spec: { "2026-07-28": `${page}#cache-scope-field` },
  transports: ["http"],
  advice: "Make the access token, or whom it stands for, part of the key of what is kept with cacheScope private.",
  tolerance: `${tolerance} The other authorization is that of another authorization server.`,
  verify: (trace) =>
    overallIfAny(
      authStories(trace)
        .filter(({ scenario }) => scenario === "caching.of-another")
        .flatMap((story): Exhibit[] => {
          const done = toldSteps(trace, "read-resource").filter((step) => step.scenario === story.scenario && isDone(step));
          const reads = callsIn(trace, story.scenario, "resources/read");
          const last = done.at(-1)?.report;
          const letIn = story.steps.filter((step) => isLetIn(step) && step.seq < (last?.seq ?? 0));
          const first = letIn.find(({ fields }) => fields["method"] === "resources/read");
          const isAnother = first !== undefined && letIn.at(-1)?.found["token"] !== first.found["token"];
          const isPrivate = reads.some(
            ({ answer }) => answer?.frame.kind === "result" && valueAt(answer.frame.result, "cacheScope") === "private",
          );
          if (done.length < 2 || last === undefined || !isAnother || !isPrivate) return [];
          const wrong = "a resource was read under two authorizations, and the second was given what was kept of the first";
          return [{ ref: last, wrong: reads.length < done.length ? wrong : undefined }];
        }),
      "no client that reports its steps read something private under two authorizations",
    ),
};

/** So many more requests than were needed are no accident. */
const someMore = 3;

/** A time to live is no interval. */
export const ttlNotPolled: Check = {
  id: "caching.client-not-polled",
  title: "A list whose time to live is over is not fetched again while nobody needs it",
  subject: "client",
  level: "SHOULD NOT",
  spec: { "2026-07-28": `${page}#freshness-calculation` },
  advice: "Look whether a result is fresh when it is needed; do not set a timer by ttlMs.",
  verify: (trace) =>
    overall(
      eventsOf(trace, "told")
        .filter(({ scenario }) => scenario === "caching.idle")
        .flatMap(({ scenario }): Exhibit[] => {
          const needed = toldSteps(trace, "list-tools").filter((step) => step.scenario === scenario).length;
          const seen = begun(trace, scenario, "tools/list");
          const listened = toldSteps(trace, "listen").some((step) => step.scenario === scenario && isDone(step));
          const [last] = seen.slice(-1);
          if (last === undefined || !listened) return [];
          const polls = seen.length >= needed + someMore;
          return [
            {
              ref: last.request,
              wrong: polls ? `tools/list was needed ${needed} times, and sent ${seen.length} times` : undefined,
            },
          ];
        }),
      "no client that reports its steps was idle for longer than a list was fresh",
    ),
};
