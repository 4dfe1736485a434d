import { describe, expect, test } from "vitest";
import { messageDefects } from "./message-defects.ts";

const fromServer = { direction: "server" } as const;
const fromClient = { direction: "client" } as const;
const response = (result: unknown) => ({ jsonrpc: "2.0", id: 1, result });
const pointers = (defects: readonly { readonly pointer: string }[]) => defects.map((defect) => defect.pointer);

describe("messageDefects", () => {
  test("holds a result to the method it answers", () => {
    const context = { ...fromServer, answerTo: "tools/list" };
    expect(messageDefects(response({ tools: [] }), "2025-11-25", context)).toEqual([]);
    expect(pointers(messageDefects(response({}), "2025-11-25", context))).toEqual(["/result/tools"]);
    expect(pointers(messageDefects(response({ tools: [] }), "2026-07-28", context))).toEqual([
      "/result/resultType",
      "/result/ttlMs",
      "/result/cacheScope",
    ]);
  });

  test("lets only some methods demand input", () => {
    const demand = response({ resultType: "input_required", requestState: "s" });
    for (const answerTo of ["tools/call", "prompts/get", "resources/read"]) {
      expect(messageDefects(demand, "2026-07-28", { ...fromServer, answerTo })).toEqual([]);
    }
    expect(pointers(messageDefects(demand, "2026-07-28", { ...fromServer, answerTo: "completion/complete" }))).toEqual([
      "/result/completion",
    ]);
  });

  test("looks into what a server demands", () => {
    const demand = response({ resultType: "input_required", inputRequests: { a: { method: "ping" } } });
    expect(messageDefects(demand, "2026-07-28", { ...fromServer, answerTo: "tools/call" })).toEqual([
      {
        pointer: "/result/inputRequests/a/method",
        message: 'the string "ping", expected one of "sampling/createMessage", "roots/list", "elicitation/create"',
      },
    ]);
  });

  test("holds results of extensions only to what every result has", () => {
    const task = response({ resultType: "task", task: {} });
    expect(messageDefects(task, "2026-07-28", { ...fromServer, answerTo: "tools/call" })).toEqual([]);
  });

  test("takes a task for an answer where a task may be one", () => {
    const task = { taskId: "t", status: "working", createdAt: "c", lastUpdatedAt: "l", ttl: null };
    const context = { ...fromServer, answerTo: "tools/call" };
    expect(messageDefects(response({ task }), "2025-11-25", context)).toEqual([]);
    expect(pointers(messageDefects(response({ task: { ...task, status: "lost" } }), "2025-11-25", context))).toEqual([
      "/result/task/status",
    ]);
    expect(pointers(messageDefects(response({ task }), "2025-06-18", context))).toEqual(["/result/content"]);
  });

  test("misses the content, not the task, of an empty answer", () => {
    const context = { ...fromServer, answerTo: "tools/call" };
    expect(pointers(messageDefects(response({}), "2025-11-25", context))).toEqual(["/result/content"]);
  });

  test("does not judge answers to methods of other revisions by this one", () => {
    const legacy = response({ protocolVersion: "2025-11-25", capabilities: {}, serverInfo: { name: "s", version: "1" } });
    expect(messageDefects(legacy, "2026-07-28", { ...fromServer, answerTo: "initialize" })).toEqual([]);
  });

  test("accepts an error without an id where it could not be read", () => {
    const error = { code: -32700, message: "not JSON" };
    for (const revision of ["2024-11-05", "2026-07-28"] as const) {
      expect(messageDefects({ jsonrpc: "2.0", id: null, error }, revision, fromServer)).toEqual([]);
    }
    expect(pointers(messageDefects({ jsonrpc: "2.0", error }, "2025-06-18", fromServer))).toEqual(["/id"]);
    expect(messageDefects({ jsonrpc: "2.0", error }, "2025-11-25", fromServer)).toEqual([]);
  });

  test("knows what particular errors have to carry", () => {
    const refusal = { jsonrpc: "2.0", id: 1, error: { code: -32022, message: "no", data: { supported: ["2026-07-28"] } } };
    expect(pointers(messageDefects(refusal, "2026-07-28", fromServer))).toEqual(["/error/data/requested"]);
    expect(messageDefects(refusal, "2025-11-25", fromServer)).toEqual([]);
  });

  test.each([
    [-32042, "2025-11-25", "/error/data"],
    [-32020, "2026-07-28", undefined],
    [-32021, "2026-07-28", "/error/data"],
    [-32022, "2026-07-28", "/error/data"],
    [-32602, "2026-07-28", undefined],
  ] as const)("knows whether error %i of %s needs data", (code, revision, place) => {
    const refusal = { jsonrpc: "2.0", id: 1, error: { code, message: "no" } };
    expect(pointers(messageDefects(refusal, revision, fromServer))).toEqual(place === undefined ? [] : [place]);
  });

  test("wants the envelope on every request of the stateless revision", () => {
    const bare = { jsonrpc: "2.0", id: 1, method: "tools/list" };
    expect(messageDefects(bare, "2025-11-25", fromClient)).toEqual([]);
    expect(messageDefects(bare, "2026-07-28", fromClient)).toEqual([
      { pointer: "/params", message: "missing, expected an object" },
    ]);
  });

  test("accuses the wrong side, and a request without an id", () => {
    const call = { jsonrpc: "2.0", id: 1, method: "tools/list" };
    expect(pointers(messageDefects(call, "2025-11-25", fromServer))).toEqual(["/method"]);
    expect(pointers(messageDefects({ jsonrpc: "2.0", method: "ping" }, "2025-11-25", fromServer))).toEqual(["/id"]);
    expect(pointers(messageDefects({ ...call, method: "notifications/initialized" }, "2025-11-25", fromClient))).toEqual(["/id"]);
  });

  test("leaves methods of extensions alone", () => {
    expect(messageDefects({ jsonrpc: "2.0", method: "notifications/x", params: { a: 1 } }, "2025-11-25", fromServer)).toEqual([]);
  });

  test("never throws", () => {
    for (const message of [
      undefined,
      null,
      3,
      "x",
      [],
      {},
      { result: null },
      { error: null },
      { method: 3 },
      { method: "ping", id: null },
    ]) {
      expect(messageDefects(message, "2025-06-18", { ...fromServer, answerTo: "toString" }).length).toBeGreaterThan(0);
    }
  });
});
