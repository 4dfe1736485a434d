import { groupBy } from "../../base/group-by.ts";
import type { ConnectionTimeline } from "../../trace/timeline/connection-timeline.ts";
import { htmlText } from "../text/html-text.ts";
import { duration } from "../text/words.ts";

/** How long answers took, by method: a dot for each on one logarithmic scale, the middle one marked. */
export function latencyChart(connections: readonly ConnectionTimeline[]): string {
  const kept = connections
    .flatMap(({ calls }) => calls)
    .filter(({ outcome, ms, by }) => by === undefined && outcome !== "silence" && ms !== null);
  if (kept.length === 0) return "";
  const [least, most] = [0.1, Math.max(10, ...kept.map(({ ms }) => ms ?? 0))];
  const x = (ms: number): number => (Math.log(Math.max(ms, least) / least) / Math.log(most / least)) * 990;
  const rows = [...groupBy(kept, ({ method }) => method)].map(([method, group]) => {
    const sorted = group.map(({ ms }) => ms ?? 0).toSorted((one, other) => one - other);
    const middle = sorted[Math.floor(sorted.length / 2)] ?? 0;
    const nearly = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.95))] ?? 0;
    const dots = sorted.slice(-400).map((ms) => `<rect class="dot" x="${x(ms).toFixed(1)}" y="4" width="4" height="8"/>`);
    const cells = [String(sorted.length), duration(middle), duration(nearly), duration(sorted.at(-1) ?? 0)];
    const svg = `<svg class="chart" viewBox="0 0 1000 16" preserveAspectRatio="none" aria-hidden="true">${dots.join("")}<rect class="middle" x="${x(middle).toFixed(1)}" y="1" width="3" height="14"/></svg>`;
    return `<tr><th scope="row"><code>${htmlText(method)}</code></th>${cells.map((cell) => `<td class="number">${cell}</td>`).join("")}<td style="width:45%">${svg}</td></tr>`;
  });
  const heads = ["answers", "median", "95 %", "slowest"].map((head) => `<th scope="col" class="number">${head}</th>`).join("");
  return [
    `<details class="group"><summary><h3 style="display:inline">Latency by method</h3> <span class="dim">${least} ms to ${duration(most)}, logarithmic</span></summary>`,
    `<div class="table" tabindex="0" role="group" aria-label="latency by method"><table><thead><tr><th scope="col">method</th>${heads}<th scope="col">each answer</th></tr></thead><tbody>`,
    ...rows,
    "</tbody></table></div></details>",
  ].join("\n");
}
