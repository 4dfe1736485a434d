import { describe, expect, it } from "vitest";
import { loadHostSuites } from "../../src/run/host/case/load.ts";
import { scriptOf } from "../../src/run/host/mock/mock-servers.ts";

type Answered = { readonly has?: readonly string[]; readonly ok?: boolean; readonly status?: number | readonly number[] };
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
});
