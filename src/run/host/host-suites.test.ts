import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { adapterJsonSchema, hostSuiteJsonSchema } from "./host-json-schemas.ts";
import { loadHostSuites } from "./load-host-suites.ts";
import { scriptOf } from "./mock-servers.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const table = `${root}../shared/data/host-behaviours.tsv`;

type Held = { readonly cases?: readonly string[]; readonly tests?: readonly string[]; readonly reason?: string };
type Answered = { readonly has?: readonly string[]; readonly ok?: boolean; readonly status?: number | readonly number[] };
const { behaviours } = JSON.parse(readFileSync(`${root}suites/host/behaviours.json`, "utf8")) as {
  readonly behaviours: Record<string, Held>;
};
const suites = loadHostSuites();
const placed = suites.flatMap(({ id, cases }) => cases.map((one) => ({ path: `${id}/${one.id}`, ...one })));

describe("the host suites", () => {
  it("have cases with ids of their own", () => {
    expect(placed.length).toBeGreaterThan(250);
    expect(new Set(placed.map(({ id }) => id)).size).toBe(placed.length);
  });

  it("give every server a script that is valid", () => {
    const servers = placed.flatMap(({ servers: all = [] }) =>
      all.filter(({ command, url }) => command === undefined && url === undefined),
    );
    expect(servers.map((one) => scriptOf(one).id)).toHaveLength(servers.length);
  });

  it("look for something anywhere in an answer only where that is an error: any other names its fields and the calls of the model", () => {
    const loose = placed.flatMap(({ path, expect: wanted }) =>
      wanted.flatMap(({ answered }) => {
        const { has, ok, status = 200 } = (answered ?? {}) as Answered;
        const isError = ok === false || [status].flat().every((one) => one >= 400);
        return has === undefined || isError ? [] : [`${path}: ${has.join()}`];
      }),
    );
    expect(loose).toEqual([]);
  });

  it("have a place in the documentation each, with the number of their cases", () => {
    const text = readFileSync(`${root}docs/hosts.md`, "utf8");
    const missing = suites.filter(({ id, title, cases }) => !text.includes(`### ${id}\n\n${title}: ${cases.length} cases.\n`));
    expect(missing.map(({ id }) => id)).toEqual([]);
  });

  it.each([
    ["suite.schema.json", hostSuiteJsonSchema()],
    ["adapter.schema.json", adapterJsonSchema()],
  ])("come with %s as the code has it", (file, schema) => {
    expect(JSON.parse(readFileSync(`${root}suites/host/${file}`, "utf8"))).toEqual(JSON.parse(JSON.stringify(schema)));
  });
});

describe("the map of behaviours", () => {
  it("names cases that say so themselves, tests that exist, or a reason", () => {
    const paths = new Map(placed.map((one) => [one.path, one.rows]));
    const wrong = Object.entries(behaviours).filter(([row, { cases, tests, reason }]) => {
      const one = [cases, tests, reason].filter((held) => held !== undefined).length === 1;
      const known = (cases ?? []).every((path) => paths.get(path)?.includes(row));
      const there = (tests ?? []).every((file) => existsSync(`${root}${file}`));
      return !one || !known || !there || (reason !== undefined && reason.length < 20);
    });
    expect(wrong).toEqual([]);
  });

  it("knows every row that a case rests on", () => {
    const unknown = placed.flatMap(({ path, rows }) =>
      rows.filter((row) => !behaviours[row]?.cases?.includes(path)).map((row) => `${row} of ${path}`),
    );
    expect(unknown).toEqual([]);
  });

  it("leaves out no behaviour of the first two priorities", (context) => {
    if (!existsSync(table)) {
      context.skip("the table of behaviours is not here");
      return;
    }
    const [head = "", ...lines] = readFileSync(table, "utf8").trim().split("\n");
    const columns = head.split("\t");
    const rows = lines.map((line) => Object.fromEntries(line.split("\t").map((value, index) => [columns[index] ?? "", value])));
    const wanted = rows.filter(({ prio }) => prio === "P0" || prio === "P1").map(({ id = "" }) => id);
    expect(rows.length).toBe(607);
    expect(wanted.filter((id) => behaviours[id] === undefined)).toEqual([]);
    expect(Object.keys(behaviours).filter((id) => !rows.some((row) => row["id"] === id))).toEqual([]);
  });
});
