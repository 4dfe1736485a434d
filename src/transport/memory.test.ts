import { describe, expect, it } from "vitest";
import { createRecorder } from "../trace/recorder.ts";
import { eventsOf } from "../trace/trace.ts";
import { createMemoryPair } from "./memory.ts";

describe("createMemoryPair", () => {
  it("carries texts both ways in order and records them as frames", async () => {
    const recorder = createRecorder({ kind: "server", transport: "memory" }, () => 0);
    const { client, server } = createMemoryPair(recorder, 4);
    const log: string[] = [];
    server.receive((text) => {
      log.push(`server got ${text}`);
      server.send(`re:${text}`);
    });
    client.listen(({ text, seq }) => log.push(`client got ${text} in ${seq}`));
    client.send("é");
    client.send("b");
    expect(log).toEqual([]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(log).toEqual(["server got é", "server got b", "client got re:é in 3", "client got re:b in 4"]);
    expect(recorder.trace().events[0]).toMatchObject({ connection: 4, direction: "sent", text: "é", bytes: 2, terminator: "\n" });
  });

  it.each(["client", "server"] as const)("ends when the %s ends it", async (side) => {
    const recorder = createRecorder({ kind: "server", transport: "memory" }, () => 0);
    const { client, server } = createMemoryPair(recorder, 1);
    if (side === "client") await client.close("eof");
    else server.close();
    await Promise.all([client.ended, server.closed]);
    client.send("late");
    server.send("late");
    expect(recorder.trace().events.map((event) => event.kind)).toEqual([
      ...(side === "client" ? ["stdin-closed"] : []),
      "failure",
      "failure",
    ]);
  });

  it.each([
    ["delete", ["stdin-closed"]],
    ["drop", []],
  ] as const)("closes its input once where it ends by %s, if at all", async (how, kinds) => {
    const recorder = createRecorder({ kind: "server", transport: "memory" }, () => 0);
    const { client, server } = createMemoryPair(recorder, 1);
    await client.close(how);
    await server.closed;
    await client.close(how);
    expect(recorder.trace().events.map(({ kind }) => kind)).toEqual(kinds);
  });

  it("says which it is, and tells what came from what was sent", () => {
    const recorder = createRecorder({ kind: "server", transport: "memory" }, () => 0);
    const { client, server } = createMemoryPair(recorder, 1);
    client.send("a");
    server.send("b");
    expect([client.kind, client.stderrTail()]).toEqual(["memory", ""]);
    expect(eventsOf(recorder.trace(), "frame").map(({ direction, text }) => [direction, text])).toEqual([
      ["sent", "a"],
      ["received", "b"],
    ]);
  });
});
