import type { ConnectionTimeline } from "../../trace/timeline/connection-timeline.ts";
import { counted } from "../../base/counted.ts";
import { htmlText } from "../text/html-text.ts";
import { duration } from "../text/words.ts";

/** What happened when on each connection, to one scale: start-up, calls, silences, the end. */
export function connectionsChart(connections: readonly ConnectionTimeline[]): string {
  if (connections.length === 0) return "";
  const longest = Math.max(1, ...connections.map(({ from, to }) => to - from));
  const rows = connections.map((one) => row(one, longest));
  return [
    `<details class="group"><summary><h3 style="display:inline">Timeline of ${counted(connections.length, "connection")}</h3> <span class="dim">to one scale, ${duration(longest)} wide</span></summary>`,
    '<p class="key dim"><span><i style="background:var(--bar-none)"></i>until its first word</span><span><i style="background:var(--bar-pass)"></i>call</span><span><i style="background:var(--bar-warn)"></i>answered with an error</span><span><i style="background:var(--bar-fail)"></i>silence</span><span><i style="background:var(--text);width:3px"></i>stdin closed, signal, exit</span></p>',
    '<div class="table" tabindex="0" role="group" aria-label="timeline of connections"><table class="connections"><thead><tr><th scope="col">connection</th><th scope="col">what happened</th><th scope="col" style="width:50%">when</th></tr></thead><tbody>',
    ...rows,
    "</tbody></table></div></details>",
  ].join("\n");
}

function row(one: ConnectionTimeline, longest: number): string {
  const { connection, session, revision, from, to, first, calls, marks } = one;
  const at = (ms: number): string => (((ms - from) / longest) * 1000).toFixed(1);
  const wide = (ms: number, least: number): string => Math.max(least, (ms / longest) * 1000).toFixed(1);
  const shapes = [
    `<rect class="life" x="0" y="5" width="${wide(to - from, 2)}" height="6"/>`,
    ...(first === null ? [] : [`<rect class="start" x="0" y="5" width="${wide(first - from, 1)}" height="6"/>`]),
    ...calls.map(({ method, at: begun, ms, outcome }) => {
      const title = `${method}: ${outcome}${ms === null ? "" : ` after ${duration(ms)}`}`;
      const kind = outcome === "silence" ? "silence" : outcome === "error" ? "call error" : "call";
      return `<rect class="${kind}" x="${at(begun)}" y="3" width="${wide(ms ?? to - begun, 2)}" height="10"><title>${htmlText(title)}</title></rect>`;
    }),
    ...marks
      .filter(({ kind }) => kind !== "silence")
      .map(
        ({ at: when, text }) =>
          `<rect class="mark" x="${at(when)}" y="0" width="2" height="16"><title>${htmlText(text)}</title></rect>`,
      ),
  ];
  const silences = calls.filter(({ outcome }) => outcome === "silence").length;
  const told = [
    ...(first === null ? ["never spoke"] : [`first word after ${duration(first - from)}`]),
    counted(calls.length + (one.more ?? 0), "call"),
    ...(silences === 0 ? [] : [counted(silences, "silence")]),
    ...marks.filter(({ kind }) => kind === "exit" || kind === "failure").map(({ text }) => text),
    `${duration(to - from)} in all`,
  ].join(", ");
  const name = `${connection}: ${session}${revision === null ? "" : `, ${revision}`}`;
  const svg = `<svg class="chart" viewBox="0 0 1000 16" preserveAspectRatio="none" role="img" aria-label="${htmlText(told)}">${shapes.join("")}</svg>`;
  return `<tr><th scope="row">${htmlText(name)}</th><td class="dim">${htmlText(told)}</td><td>${svg}</td></tr>`;
}
