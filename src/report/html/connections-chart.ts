import type { Subject } from "../../trace/trace.ts";
import type { ConnectionTimeline } from "../../trace/timeline/connection-timeline.ts";
import { counted } from "../../base/counted.ts";
import { htmlText } from "../text/html-text.ts";
import { duration } from "../text/words.ts";

/** What a row of the picture stands for, by what is judged. */
const rowNames: Readonly<Record<Subject["kind"], string>> = {
  server: "connection",
  client: "connection",
  host: "case or connection",
  parser: "format",
  model: "family and path",
};

/** What happened when on each connection, to one scale: start-up, calls, silences, the end. */
export function connectionsChart(connections: readonly ConnectionTimeline[], kind: Subject["kind"]): string {
  if (connections.length === 0) return "";
  const longest = Math.max(1, ...connections.map(({ from, to }) => to - from));
  const rows = connections.map((one) => row(one, longest, kind));
  const calls = connections.flatMap((one) => one.calls);
  const key = [
    ["bar-none", "until its first word"],
    ["bar-pass", "call"],
    ...(calls.some(({ by }) => by === "subject") ? [["link", `call of the ${kind}`]] : []),
    ["bar-warn", "answered with an error"],
    ["bar-fail", "silence"],
    ["text;width:3px", "start, stdin closed, signal, exit"],
  ].map(([color = "", words]) => `<span><i style="background:var(--${color.replace(/(;|$)/, ")$1")}"></i>${words}</span>`);
  return [
    `<details class="group"><summary><h3 style="display:inline">Timeline</h3> <span class="dim">${counted(connections.length, "row")} to one scale, ${duration(longest)} wide</span></summary>`,
    `<p class="key dim">${key.join("")}</p>`,
    `<div class="table" tabindex="0" role="group" aria-label="timeline"><table class="connections"><thead><tr><th scope="col">${rowNames[kind]}</th><th scope="col">what happened</th><th scope="col" style="width:50%">when</th></tr></thead><tbody>`,
    ...rows,
    "</tbody></table></div></details>",
  ].join("\n");
}

function row(one: ConnectionTimeline, longest: number, subject: Subject["kind"]): string {
  const { connection, session, revision, from, to, first, calls, marks } = one;
  const at = (ms: number): string => (((ms - from) / longest) * 1000).toFixed(1);
  const wide = (ms: number, least: number): string => Math.max(least, (ms / longest) * 1000).toFixed(1);
  const shapes = [
    `<rect class="life" x="0" y="5" width="${wide(to - from, 2)}" height="6"/>`,
    ...(first === null ? [] : [`<rect class="start" x="0" y="5" width="${wide(first - from, 1)}" height="6"/>`]),
    ...calls.map(({ method, at: begun, ms, outcome, by }) => {
      const title = `${method}: ${outcome}${ms === null ? "" : ` after ${duration(ms)}`}`;
      const look =
        outcome === "silence" && by === undefined ? "silence" : outcome === "error" ? "call error" : `call ${by ?? ""}`;
      const left = look === "silence" ? to - begun : 0;
      return `<rect class="${look}" x="${at(begun)}" y="3" width="${wide(ms ?? left, 2)}" height="10"><title>${htmlText(title)}</title></rect>`;
    }),
    ...marks
      .filter(({ kind }) => kind !== "silence")
      .map(
        ({ at: when, text }) =>
          `<rect class="mark" x="${at(when)}" y="0" width="2" height="16"><title>${htmlText(text)}</title></rect>`,
      ),
  ];
  const own = calls.filter(({ by }) => by === "subject").length;
  const silences = calls.filter(({ outcome, by }) => by === undefined && outcome === "silence").length;
  const all = calls.length + (one.more ?? 0);
  const told = [
    // Of a client's process nothing is seen but its end; what it says stands with its connections.
    ...(first === null
      ? subject === "client" && all === 0
        ? []
        : ["never spoke"]
      : [`first word after ${duration(first - from)}`]),
    ...(all === 0 ? [] : [counted(all, "call") + (own === 0 ? "" : own === all ? " of its own" : `, ${own} of them its own`)]),
    ...(one.more === undefined ? [] : [`the first ${calls.length} drawn`]),
    ...(silences === 0 ? [] : [counted(silences, "silence")]),
    ...marks.filter(({ kind }) => kind === "exit" || kind === "failure").map(({ text }) => text),
    `${duration(to - from)} in all`,
  ].join(", ");
  const name = `${connection}: ${session}${revision === null ? "" : `, ${revision}`}`;
  const svg = `<svg class="chart" viewBox="0 0 1000 16" preserveAspectRatio="none" role="img" aria-label="${htmlText(told)}">${shapes.join("")}</svg>`;
  return `<tr><th scope="row">${htmlText(name)}</th><td class="dim">${htmlText(told)}</td><td>${svg}</td></tr>`;
}
