import { describe, expect, it } from "vitest";
import { createRecorder } from "../trace/recorder.ts";
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
});
