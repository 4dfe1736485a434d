import { describe, expect, it } from "vitest";
import type { ConnectionTimeline, TimedCall } from "../../trace/timeline/connection-timeline.ts";
import type { Subject } from "../../trace/trace.ts";
import { connectionsChart } from "./connections-chart.ts";
import { latencyChart } from "./latency-chart.ts";

const connection = (more: Partial<ConnectionTimeline> = {}): ConnectionTimeline => ({
  connection: 1,
  session: "main",
  revision: "2025-11-25",
  from: 100,
  to: 1100,
  first: 350,
  calls: [],
  marks: [],
  ...more,
});
const call = (at: number, ms: number | null, more: Partial<TimedCall> = {}): TimedCall => ({
  method: "ping",
  at,
  ms,
  outcome: ms === null ? "silence" : "result",
  ...more,
});
const own = { by: "subject" } as const;

describe("the timeline", () => {
  it.each<[Subject["kind"], string]>([
    ["server", "connection"],
    ["client", "connection"],
    ["host", "case or connection"],
    ["parser", "format"],
    ["model", "family and path"],
  ])("of a %s has a row for each %s", (kind, name) => {
    expect(connectionsChart([connection()], kind)).toContain(
      `<table class="connections"><thead><tr><th scope="col">${name}</th>`,
    );
  });

  it("says how many rows there are, and how wide the widest is", () => {
    const widths = [connection({ from: 0, to: 2500 }), connection({ from: 4000, to: 5000 })];
    expect(connectionsChart(widths, "server").split("\n")[0]).toBe(
      '<details class="group"><summary><h3 style="display:inline">Timeline</h3> <span class="dim">2 rows to one scale, 2.5 s wide</span></summary>',
    );
    expect(connectionsChart([connection({ from: 7, to: 7 })], "server")).toContain("1 row to one scale, 1 ms wide");
  });

  it.each<[string, readonly TimedCall[], readonly string[]]>([
    ["only what mcpcheck asked", [call(1, 2)], []],
    [
      "a call of the subject too",
      [call(1, 2), call(2, 2, own)],
      ['<span><i style="background:var(--link)"></i>call of the server</span>'],
    ],
  ])("explains its colours where there is %s", (_title, calls, more) => {
    const key = [
      '<span><i style="background:var(--bar-none)"></i>until its first word</span>',
      '<span><i style="background:var(--bar-pass)"></i>call</span>',
      ...more,
      '<span><i style="background:var(--bar-warn)"></i>answered with an error</span>',
      '<span><i style="background:var(--bar-fail)"></i>silence</span>',
      '<span><i style="background:var(--text);width:3px"></i>start, stdin closed, signal, exit</span>',
    ];
    expect(connectionsChart([connection({ calls })], "server").split("\n")[1]).toBe(`<p class="key dim">${key.join("")}</p>`);
  });

  it.each<[string, Partial<ConnectionTimeline>, Subject["kind"], string]>([
    ["never spoke", { first: null }, "server", "never spoke, 1.0 s in all"],
    ["is a client's process, of which nothing is heard", { first: null }, "client", "1.0 s in all"],
    [
      "is a client's that never spoke, though it was asked",
      { first: null, calls: [call(1, null)] },
      "client",
      "never spoke, 1 call, 1 silence, 1.0 s in all",
    ],
    ["spoke", {}, "client", "first word after 250 ms, 1.0 s in all"],
    ["was asked", { calls: [call(1, 2), call(2, 2)] }, "server", "first word after 250 ms, 2 calls, 1.0 s in all"],
    ["asked", { calls: [call(1, 2, own)] }, "server", "first word after 250 ms, 1 call of its own, 1.0 s in all"],
    [
      "was asked and asked",
      { calls: [call(1, 2, own), call(2, 2)] },
      "server",
      "first word after 250 ms, 2 calls, 1 of them its own, 1.0 s in all",
    ],
    [
      "has more calls than are drawn",
      { calls: [call(1, 2)], more: 12 },
      "server",
      "first word after 250 ms, 13 calls, the first 1 drawn, 1.0 s in all",
    ],
    [
      "was silent twice, and was answered by nobody once",
      { calls: [call(1, null), call(2, null), call(3, null, own)] },
      "server",
      "first word after 250 ms, 3 calls, 1 of them its own, 2 silences, 1.0 s in all",
    ],
    [
      "ended or broke off",
      {
        marks: [
          { kind: "start", at: 100, text: "started" },
          { kind: "silence", at: 200, text: "nothing came" },
          { kind: "signal", at: 300, text: "SIGTERM" },
          { kind: "exit", at: 400, text: "exit code <1>" },
          { kind: "failure", at: 500, text: "it broke" },
          { kind: "stdin-closed", at: 500, text: "stdin closed" },
        ],
      },
      "server",
      "first word after 250 ms, exit code &#60;1&#62;, it broke, 1.0 s in all",
    ],
  ])("says in words of one that %s what happened", (_title, more, kind, words) => {
    const row = connectionsChart([connection(more)], kind).split("\n")[3];
    expect(
      row?.startsWith(`<tr><th scope="row">1: main, 2025-11-25</th><td class="dim">${words}</td><td><svg class="chart"`),
    ).toBe(true);
    expect(row).toContain(` role="img" aria-label="${words}">`);
  });

  it("names no revision where none was agreed on", () => {
    const row = connectionsChart([connection({ connection: 7, session: "<bare>", revision: null })], "server").split("\n")[3];
    expect(row).toContain('<th scope="row">7: &#60;bare&#62;</th>');
  });

  it.each<[string, Partial<ConnectionTimeline>, readonly string[]]>([
    [
      "a life as long as the longest",
      {},
      ['life" x="0" y="5" width="1000.0" height="6"/>', 'start" x="0" y="5" width="250.0" height="6"/>'],
    ],
    ["no start where it never spoke", { first: null }, ['life" x="0" y="5" width="1000.0" height="6"/>']],
    [
      "a short life as wide as can be seen",
      { to: 100.5, first: 100.1 },
      ['life" x="0" y="5" width="2.0" height="6"/>', 'start" x="0" y="5" width="1.0" height="6"/>'],
    ],
    [
      "a call where it was made, as wide as it took",
      { first: null, calls: [call(350, 40)] },
      [
        'life" x="0" y="5" width="1000.0" height="6"/>',
        'call " x="250.0" y="3" width="40.0" height="10"><title>ping: result after 40 ms</title></rect>',
      ],
    ],
    [
      "an answer at once as wide as can be seen",
      { first: null, calls: [call(350, 0, { outcome: "error", method: "a <b>" })] },
      [
        'life" x="0" y="5" width="1000.0" height="6"/>',
        'call error" x="250.0" y="3" width="2.0" height="10"><title>a &#60;b&#62;: error after 0 ms</title></rect>',
      ],
    ],
    [
      "a silence until the end, and one of ours as a call of the subject",
      { first: null, calls: [call(350, null), call(400, null, own), call(500, 30, { ...own, outcome: "error" })] },
      [
        'life" x="0" y="5" width="1000.0" height="6"/>',
        'silence" x="250.0" y="3" width="750.0" height="10"><title>ping: silence</title></rect>',
        'call subject" x="300.0" y="3" width="2.0" height="10"><title>ping: silence</title></rect>',
        'call error" x="400.0" y="3" width="30.0" height="10"><title>ping: error after 30 ms</title></rect>',
      ],
    ],
    [
      "marks for all but a silence",
      {
        first: null,
        marks: [
          { kind: "silence", at: 200, text: "nothing came" },
          { kind: "stdin-closed", at: 600, text: "a & b" },
        ],
      },
      [
        'life" x="0" y="5" width="1000.0" height="6"/>',
        'mark" x="500.0" y="0" width="2" height="16"><title>a &#38; b</title></rect>',
      ],
    ],
  ])("draws %s", (_title, more, shapes) => {
    const chart = connectionsChart([connection(more), connection({ from: 0, to: 1000 })], "server").split("\n")[3];
    const drawn = /<svg [^>]*>(.*)<\/svg>/.exec(chart ?? "")?.[1];
    expect(drawn).toBe(shapes.map((shape) => `<rect class="${shape}`).join(""));
  });
});

describe("the latency by method", () => {
  const rows = (calls: readonly TimedCall[]): readonly (readonly string[])[] =>
    latencyChart([connection({ calls: calls.slice(0, 1) }), connection({ calls: calls.slice(1) })])
      .split("\n")
      .filter((line) => line.startsWith("<tr>"))
      .map((line) => [...line.matchAll(/<code>(.*?)<\/code>|<td class="number">(.*?)<\/td>/g)].map(([, a, b]) => a ?? b ?? ""));

  it.each<[string, readonly TimedCall[], readonly (readonly string[])[]]>([
    [
      "are the middle one, the slowest but five in a hundred, and the slowest",
      [9, 1, 5].map((ms) => call(0, ms)),
      [["ping", "3", "5 ms", "9 ms", "9 ms"]],
    ],
    [
      "of a hundred are those after fifty and after ninety-five",
      Array.from({ length: 100 }, (_, at) => call(at, 100 - at)),
      [["ping", "100", "51 ms", "96 ms", "100 ms"]],
    ],
    [
      "are told by method",
      [call(0, 1, { method: "<a>" }), call(0, 2), call(0, 30, { method: "<a>", outcome: "error" })],
      [
        ["&#60;a&#62;", "2", "30 ms", "30 ms", "30 ms"],
        ["ping", "1", "2 ms", "2 ms", "2 ms"],
      ],
    ],
    [
      "are those of the subject alone, where any came",
      [call(0, 4), call(0, 7, own), call(0, null), call(0, 9, { outcome: "silence" })],
      [["ping", "1", "4 ms", "4 ms", "4 ms"]],
    ],
  ])("has figures that %s", (_title, calls, expected) => {
    expect(rows(calls)).toEqual(expected);
  });

  it.each<[string, readonly number[], string, readonly string[]]>([
    ["ten milliseconds at least", [0.05, 0.1, 1, 10], "10 ms", ["0.0", "0.0", "495.0", "990.0"]],
    ["the slowest where that took longer", [1, 100, 1000], "1.0 s", ["247.5", "742.5", "990.0"]],
  ])("has a logarithmic scale to %s", (_title, times, most, places) => {
    const html = latencyChart([connection({ calls: times.map((ms) => call(0, ms)) })]);
    expect(html.split("\n")[0]).toBe(
      `<details class="group"><summary><h3 style="display:inline">Latency by method</h3> <span class="dim">0.1 ms to ${most}, logarithmic</span></summary>`,
    );
    expect([...html.matchAll(/class="dot" x="([\d.]+)" y="4" width="4" height="8"\/>/g)].map(([, x]) => x)).toEqual(places);
    expect(html).toContain(
      `<rect class="middle" x="${places[Math.floor(places.length / 2)]}" y="1" width="3" height="14"/></svg>`,
    );
  });

  it("draws the slowest four hundred", () => {
    const html = latencyChart([connection({ calls: Array.from({ length: 401 }, (_, at) => call(at, at === 0 ? 0.1 : 10)) })]);
    expect(html.match(/class="dot"/g)).toHaveLength(400);
    expect(html).not.toContain('class="dot" x="0.0"');
  });

  it("names its columns, and what it is for whoever hears it", () => {
    const html = latencyChart([connection({ calls: [call(0, 1)] })]).split("\n");
    expect(html[1]).toBe(
      '<div class="table" tabindex="0" role="group" aria-label="latency by method"><table><thead><tr><th scope="col">method</th><th scope="col" class="number">answers</th><th scope="col" class="number">median</th><th scope="col" class="number">95 %</th><th scope="col" class="number">slowest</th><th scope="col">each answer</th></tr></thead><tbody>',
    );
    expect(html.slice(3)).toEqual(["</tbody></table></div></details>"]);
  });
});
