import { describe, expect, it } from "vitest";
import { createScenarioRecord } from "../scenario-record.ts";
import { stepReports } from "./step-reports.ts";

/** What lines of a driver with four steps make of a record. */
function read(lines: readonly string[]) {
  const record = createScenarioRecord();
  const remarks: string[] = [];
  const steps = Array.from({ length: 4 }, () => ({ do: "ping" }) as const);
  const reports = stepReports({
    record,
    connection: 1,
    steps,
    scenario: "a.b",
    revision: "2025-11-25",
    mock: { transport: "http", script: { id: "reference" } as never },
    context: {},
    directory: "",
    limitMs: 1,
    stop: new AbortController().signal,
    remark: (text) => remarks.push(text),
  });
  for (const line of lines) reports.take(line);
  reports.end();
  return { events: record.events().map(({ event }) => event), remarks };
}

const good = [
  '{"step":0,"ok":true,"result":{}}',
  '{"step":1,"ok":false,"error":{"code":1,"message":"m"}}',
  '{"step":3,"unsupported":true}',
];

describe("the standard output of a driver", () => {
  it("holds step reports among other lines", () => {
    const { events, remarks } = read(["hello", ...good, "", '{"level":"info"}', "[1]"]);
    expect(events.flatMap((event) => (event.kind === "report" ? [event.step] : []))).toEqual([0, 1, 3]);
    expect(events.filter(({ kind }) => kind === "stderr")).toHaveLength(3);
    expect(remarks).toEqual([]);
  });

  it.each([
    ['{"step":4,"ok":true}', "from 0 to 3"],
    ['{"step":-1,"ok":true}', "from 0 to 3"],
    ['{"step":"connect","ok":true}', "from 0 to 3"],
    ['{"step":2,"ok":"yes"}', '"ok" is true or false'],
    ['{"step":2}', '"ok" is true or false'],
    ['{"step":2,"ok":tr', "no JSON"],
    ['{"step":0,"ok":false}', "reported before"],
  ])("is believed in nothing when it reports nonsense: %s", (line, why) => {
    const { events, remarks } = read([...good, line]);
    expect(events.filter(({ kind }) => kind === "report")).toEqual([]);
    expect(remarks).toHaveLength(1);
    expect(remarks[0]).toContain("a.b");
    expect(remarks[0]).toContain(line);
    expect(remarks[0]).toContain(why);
  });
});
