import { endedByItself } from "../../trace/facts/fence.ts";
import { calls } from "../../trace/message.ts";
import { stepsTagged } from "../../trace/step.ts";
import type { Check } from "../check.ts";
import { inconclusive, type Exhibit, overall } from "../outcome.ts";

export const rootsChangeTolerated: Check = {
  id: "roots.change-tolerated",
  title: "The news that roots have changed does not upset the server",
  subject: "server",
  level: "PRACTICE",
  spec: { "2024-11-05": "client/roots#root-list-changes", "2026-07-28": "removed" },
  advice: "Ignore notifications/roots/list_changed where roots are of no use; it needs no answer.",
  explains: [{ checks: ["process.stays-alive"], within: "connection" }],
  verify(trace) {
    const steps = stepsTagged(trace, "roots-changed");
    if (steps.length === 0) return inconclusive("the server was not told of changed roots");
    return overall(
      steps.flatMap((step): Exhibit[] => {
        const next = calls(trace).find((call) => call.request.connection === step.connection && call.request.seq > step.seq);
        if (next?.answer !== undefined) return [{ ref: next.answer }];
        if (next?.silence !== undefined) return [{ ref: next.silence, wrong: "the server did not answer any more" }];
        const exit = endedByItself(trace, step.connection);
        return exit === undefined || exit.seq < step.seq ? [] : [{ ref: exit, wrong: "the process ended" }];
      }),
      "nothing was asked after the roots had changed",
    );
  },
};
