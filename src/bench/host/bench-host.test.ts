import { describe, expect, it } from "vitest";
import { spreadOf, spreadText } from "./spread.ts";
import { benchStreams } from "./stream-bench.ts";
import { toldBackend } from "./told-backend.ts";

describe("the figures of the host", () => {
  it("tell what a streamed piece takes on both wires", async () => {
    const rows = await benchStreams(1);
    expect(rows.map(({ name, unit, limit }) => [name, unit, limit])).toEqual([
      ["a streamed piece as NDJSON", "ms", 0.2],
      ["a streamed piece as SSE", "ms", 0.2],
    ]);
    expect(rows.every(({ value }) => Number.isFinite(value))).toBe(true);
  });

  it("take off the time of the model once", async () => {
    const backend = toldBackend([{ say: "hello there" }]);
    const request = { model: "m", messages: [{ role: "user" as const, content: "go" }], tools: [], stream: true };
    let text = "";
    for await (const event of backend.chat(request)) if (event.kind === "content") text += event.text;
    expect(text).toBe("hello there");
    expect(backend.spent()).toBeGreaterThan(0);
    expect(backend.spent()).toBe(0);
  });

  it("come with their spread", () => {
    expect(spreadText(spreadOf([3, 1, 2]), "ms")).toBe("1.000 to 3.000 ms, middle 2.000");
  });
});
