import { isObject } from "../jsonrpc/json.ts";
import { calls } from "../trace/message.ts";
import { serverWishes } from "../trace/server-message.ts";
import { stepsTagged } from "../trace/step.ts";
import type { Trace } from "../trace/trace.ts";
import type { Check } from "./check.ts";
import { inconclusive, type Looked, notApplicable, overall, type Outcome } from "./outcome.ts";

function declaredRoots(trace: Trace): Outcome {
  const wishes = serverWishes(trace, "roots/list");
  if (wishes.length === 0) return notApplicable("the server asked for no roots");
  return overall(
    wishes.map((wish) => ({
      ref: wish,
      wrong: isObject(wish.capabilities["roots"]) ? undefined : "roots/list was sent to a client that did not declare roots",
    })),
    "the server asked for no roots",
  );
}

export const rootsDeclared: Check = {
  id: "roots.declared",
  title: "Only a client that declared roots is asked for them",
  subject: "server",
  level: "MUST",
  spec: { "2025-06-18": "basic/lifecycle#operation", "2026-07-28": "removed" },
  advice: "Look at the capabilities in initialize before sending roots/list.",
  verify: declaredRoots,
};

export const rootsAnnounced: Check = {
  id: "roots.announced",
  title: "A client that did not declare roots is not asked for them",
  subject: "server",
  level: "SHOULD",
  spec: { "2024-11-05": "client/roots#implementation-guidelines", "2025-06-18": "removed" },
  advice: "Look at the capabilities in initialize before sending roots/list.",
  verify: declaredRoots,
};

export const rootsChangeTolerated: Check = {
  id: "roots.change-tolerated",
  title: "The news that roots have changed does not upset the server",
  subject: "server",
  level: "PRACTICE",
  spec: { "2024-11-05": "client/roots#root-list-changes", "2026-07-28": "removed" },
  advice: "Ignore notifications/roots/list_changed where roots are of no use; it needs no answer.",
  verify(trace) {
    const steps = stepsTagged(trace, "roots-changed");
    if (steps.length === 0) return inconclusive("the server was not told of changed roots");
    return overall(
      steps.flatMap((step): Looked[] => {
        const next = calls(trace).find((call) => call.request.connection === step.connection && call.request.seq > step.seq);
        if (next?.answer !== undefined) return [{ ref: next.answer }];
        return next?.silence === undefined ? [] : [{ ref: next.silence, wrong: "the server did not answer any more" }];
      }),
      "nothing was asked after the roots had changed",
    );
  },
};
