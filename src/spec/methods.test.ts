import { describe, expect, test } from "vitest";
import { methodAt, methodsOf } from "./methods.ts";
import { revisions } from "./revision.ts";
import { shapeAt } from "./shape-registry.ts";

describe("methods", () => {
  test.each([
    ["2024-11-05", 24],
    ["2025-03-26", 24],
    ["2025-06-18", 25],
    ["2025-11-25", 31],
    ["2026-07-28", 21],
  ] as const)("%s has %i", (revision, count) => {
    expect(new Set(methodsOf(revision).map((method) => method.name)).size).toBe(count);
  });

  test("name only shapes that their revision has", () => {
    const missing = revisions.flatMap((revision) =>
      methodsOf(revision)
        .flatMap((method) => [method.params, method.result, ...(method.alternatives ?? [])])
        .filter((name) => name !== undefined && shapeAt(name, revision) === undefined)
        .map((name) => `${revision} ${name}`),
    );
    expect(missing).toEqual([]);
  });

  test("have a result unless they are notifications", () => {
    const odd = revisions
      .flatMap((revision) => methodsOf(revision))
      .filter((method) => (method.carrier === "notification") !== (method.result === undefined));
    expect(odd).toEqual([]);
  });

  test("have one entry for each sender and revision", () => {
    for (const revision of revisions) {
      const keys = methodsOf(revision).flatMap((method) => method.senders.map((sender) => `${method.name} ${sender}`));
      expect(new Set(keys).size).toBe(keys.length);
    }
  });

  test("change with the revision", () => {
    expect(methodAt("ping", "2026-07-28")).toBeUndefined();
    expect(methodAt("elicitation/create", "2025-03-26")).toBeUndefined();
    expect(methodAt("elicitation/create", "2026-07-28")?.carrier).toBe("input-request");
    expect(methodAt("tools/list", "2025-11-25")).toMatchObject({ paramsRequired: false, list: "tools" });
    expect(methodAt("tools/list", "2026-07-28")?.paramsRequired).toBe(true);
    expect(methodAt("tasks/get", "2025-11-25", "server")?.capability).toEqual({ side: "client", path: "tasks" });
    expect(methodAt("tasks/get", "2025-11-25", "client")?.capability).toEqual({ side: "server", path: "tasks" });
  });
});
