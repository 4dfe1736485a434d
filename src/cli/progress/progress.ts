import { counted } from "../../base/counted.ts";
import { visible } from "../../base/visible.ts";
import type { RunEvent } from "../../run/run-event.ts";

/** What is known of a run that is going on, as a line for a person. */
export type Progress = {
  /** Takes note of what happened. */
  readonly note: (event: RunEvent) => void;
  /** Where the run is; `ms` is for how long it has been going on. */
  readonly line: (ms: number) => string;
};

/** Follows a run over the subjects with these names, in the order of their events. */
export function createProgress(names: readonly string[]): Progress {
  let over = 0;
  let done = 0;
  let planned: number | undefined;
  let last: string | undefined;
  let answered = false;
  const begin = (): void => {
    [done, planned, last, answered] = [0, undefined, undefined, false];
  };
  return {
    note(event) {
      if (event.type === "subject.described") answered = true;
      if (event.type === "subject.planned") planned = event.scenarios;
      if (event.type === "scenario.finished") [done, last] = [done + 1, event.scenario];
      if (event.type === "subject.finished") {
        over += 1;
        begin();
      }
    },
    line(ms) {
      const name = visible(names[over] ?? names.at(-1) ?? "");
      const which = names.length > 1 ? [`${Math.min(over + 1, names.length)} of ${names.length}`] : [];
      const where = (): string => {
        if (over >= names.length) return "writing what was found";
        if (!answered) return "waiting for its first answer";
        if (planned !== undefined && done >= planned) return `${counted(planned, "scenario")} played, judging`;
        return `${done}${planned === undefined ? "" : ` of ${planned}`} scenarios${last === undefined ? "" : `, last ${visible(last)}`}`;
      };
      return [`${Math.floor(ms / 1000)} s`, ...which, name, where()].join(" · ");
    },
  };
}
