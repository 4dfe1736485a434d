import { counted } from "../../base/counted.ts";
import { visible } from "../../base/visible.ts";
import { wrapped } from "../../report/pretty/wrapped.ts";
import type { Look } from "./judge-once.ts";
import { isFailure, type WatchState } from "./watch-loop.ts";

/** How the screen looks: `live` is repainted in place, otherwise what is new is written below what was. */
export type ScreenOptions = {
  readonly color: boolean;
  readonly live: boolean;
  readonly columns?: number | undefined;
  readonly title: string;
};

type Shown = Look["findings"][number];

/** Most findings that are listed: what is mended first makes place for the rest. */
const mostShown = 12;

/** The text for a state; undefined where it says nothing that was not written yet. */
export function screenText(state: WatchState, options: ScreenOptions): string | undefined {
  if (!options.live) return linesOf(state, options);
  const body = [`${options.title} · ${visible(state.why)}`, "", ...statusLines(state, options), "", keys].join("\n");
  return `\u001b[2J\u001b[3J\u001b[H${wrapped(body, options.columns)}\n`;
}

const keys = "r again · f what failed · a all · q quit";

/** Off a terminal each look is told once, when it is over. */
function linesOf(state: WatchState, options: ScreenOptions): string | undefined {
  const [newest] = state.looks;
  if (newest === undefined) return `${options.title}: ${visible(state.why)}\n`;
  return `${statusLines({ ...state, looks: [newest] }, options).join("\n")}\n`;
}

function statusLines({ working, looks }: WatchState, options: ScreenOptions): string[] {
  const [newest] = looks;
  if (newest === undefined) return [`${working ?? "nothing"} …`];
  const { phase, look } = newest;
  const paint = (code: number, text: string): string => (options.color ? `\u001b[${code}m${text}\u001b[0m` : text);
  const failed = look.findings.filter(isFailure);
  const warned = look.findings.filter(({ verdict, known }) => verdict === "warn" && known !== true);
  const passed = look.findings.filter(({ verdict }) => verdict === "pass").length;
  const bad = failed.length > 0 || look.errors.length > 0 || look.stale > 0;
  const counts = `${failed.length} failed, ${warned.length} warned, ${passed} passed`;
  const verdict =
    look.errors.length > 0 ? "could not judge" : bad ? "failed" : phase === "everything" ? "conforms" : "nothing wrong so far";
  const stale = look.stale > 0 ? `, ${counted(look.stale, "baseline entry", "baseline entries")} no longer true` : "";
  return [
    `${paint(bad ? 31 : 32, verdict)}: ${counts}${stale} (${phase}, ${(look.ms / 1000).toFixed(1)} s)${working === undefined ? "" : ` · ${working} …`}`,
    ...look.errors.flatMap(({ error }) => [
      "",
      `  ${visible(error.message)}`,
      ...(error.stderrTail === ""
        ? []
        : visible(error.stderrTail, { multiline: true })
            .trimEnd()
            .split("\n")
            .slice(-8)
            .map((line) => `  | ${line}`)),
    ]),
    ...failed.slice(0, mostShown).flatMap((one) => findingLines(one, paint(31, "FAIL"))),
    ...(failed.length > mostShown ? [`  and ${failed.length - mostShown} more`] : []),
    ...warned
      .slice(0, Math.max(0, mostShown - failed.length))
      .map((one) => `  ${paint(33, "WARN")} ${one.check}  ${one.revision}`),
  ];
}

function findingLines({ check, revision, message, advice, repro }: Shown, word: string): string[] {
  return [
    "",
    `  ${word} ${check}  ${revision}`,
    `       saw: ${visible(message)}`,
    `       fix: ${advice}`,
    ...(repro === "" ? [] : [`       again: ${visible(repro)}`]),
  ];
}
