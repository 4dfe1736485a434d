import { afterEach, describe, expect, it } from "vitest";
import { nextTurn, type Clock } from "../../src/base/time/clock.ts";
import type { CloseHow } from "../../src/transport/client-transport.ts";
import { closeAll, failures, json, limits, open, serve, stream } from "./opened-http.ts";

afterEach(closeAll);

/** Waits of some seconds are over at once, longer ones never end. */
const hasty: Clock = {
  now: () => performance.now(),
  setTimeout(ms, fn) {
    if (ms <= 3000) setImmediate(fn);
    return () => undefined;
  },
};

describe("the end of a session over HTTP", () => {
  const ended = async (how: CloseHow, answered?: number): Promise<readonly string[]> => {
    const methods: string[] = [];
    const url = await serve((request, response) => {
      methods.push(request.method ?? "");
      request.resume();
      response.writeHead(answered ?? 200).end();
    });
    const opened = open(url);
    opened.transport.setDefaultHeaders({ "MCP-Session-Id": "a" });
    if (answered !== undefined) await opened.transport.http({ method: "DELETE" }).ended;
    await opened.transport.close(how);
    return methods;
  };

  it.each<[string, CloseHow, number | undefined, number]>([
    ["is said where the client goes in order", "delete", undefined, 1],
    ["is not said where it goes without a word", "drop", undefined, 0],
    ["is not said where the end of the input is all there is to say", "eof", undefined, 0],
    ["is not said again where the server took it", "delete", 200, 1],
    ["is not said again where the server does not let clients say it", "delete", 405, 1],
    ["is said again where the server turned the client away without credentials", "delete", 401, 2],
    ["is said again where the server turned the client away", "delete", 403, 2],
  ])("%s", async (_title, how, answered, times) => {
    expect(await ended(how, answered)).toEqual(Array.from({ length: times }, () => "DELETE"));
  });
});

describe("an answer over HTTP", () => {
  const once = async (text: string, more: { status?: number; headers?: Record<string, string> } = {}): Promise<string> =>
    await serve((request, response) => {
      request.resume();
      response.writeHead(more.status ?? 200, more.headers ?? {}).end(text);
    });

  it.each([
    [200, undefined],
    [399, undefined],
    [400, "why"],
    [500, "why"],
  ])("with status %i tells why it is an error: %s", async (status, errorBody) => {
    const { transport } = open(await once("why", { status }));
    expect((await transport.send("{}").ended)?.errorBody).toBe(errorBody);
  });

  it("is asked for again where the server was asked too much, if that is wanted", async () => {
    const serveLimited = async (): Promise<string> => {
      let times = 0;
      return await serve((request, response) => {
        request.resume();
        times += 1;
        if (times === 1) response.writeHead(429).end();
        else json(response, "{}");
      });
    };
    const impatient = open(await serveLimited(), { clock: hasty });
    expect((await impatient.transport.send("{}").ended)?.status).toBe(429);
    const patient = open(await serveLimited(), { clock: hasty, asksAgain: true });
    expect((await patient.transport.send("{}").ended)?.status).toBe(200);
  });

  it.each([
    [100, "complete", []],
    [101, "closed-by-us", [expect.stringMatching(/; the connection was dropped$/)]],
  ])("of %i bytes is read within the 100 of its connection: %s", async (bytes, how, failed) => {
    const opened = open(await once("a".repeat(bytes)), { limits: { ...limits, connectionBytes: 100 } });
    expect((await opened.transport.send("{}").ended)?.how).toBe(how);
    expect(failures(opened)).toEqual(failed);
  });

  const piece = 1024 * 1024;
  it.each<[number, true | undefined, string]>([
    [piece + 10, true, "complete"],
    [piece + 11, true, "broken"],
    [piece + 11, undefined, "complete"],
  ])("of %i bytes in one piece, where long ones are to end: %s, is %s", async (bytes, endsLongAnswers, how) => {
    const bounds = { ...limits, frameBytes: 10, connectionBytes: 4 * piece, ...(endsLongAnswers && { endsLongAnswers }) };
    const opened = open(await once("a".repeat(bytes)), { limits: bounds });
    expect((await opened.transport.send("{}").ended)?.how).toBe(how);
    const host = new URL(opened.of("http-request")[0]?.url ?? "").host;
    expect(failures(opened)).toEqual(how === "broken" ? [`${host} sent more than 10 bytes in one piece`] : []);
  });

  it("of many blocks is as long as each of them", async () => {
    const blocks = `data: ${"a".repeat(piece / 2)}\n\n`.repeat(4);
    const bounds = { ...limits, frameBytes: 10, connectionBytes: 4 * piece, endsLongAnswers: true } as const;
    const opened = open(await once(blocks, { headers: stream }), { limits: bounds });
    expect((await opened.transport.send("{}").ended)?.how).toBe("complete");
    expect(failures(opened)).toEqual([]);
  });

  it("is unfinished for as long as a block has begun and not ended, and cut where the client ends it", async () => {
    let write = (_text: string): void => undefined;
    const url = await serve((request, response) => {
      request.resume();
      response.writeHead(200, stream).flushHeaders();
      write = (text) => void response.write(text);
    });
    const opened = open(url);
    const sent = opened.transport.send("{}");
    await sent.responded;
    const unfinished = (): number | undefined => opened.transport.unfinishedFor?.(sent.exchange);
    expect(unfinished()).toBeUndefined();
    expect(opened.transport.unfinishedFor?.(undefined)).toBeUndefined();
    write("data: a");
    while (unfinished() === undefined) await nextTurn();
    expect(unfinished()).toBeGreaterThanOrEqual(0);
    write("\n\n");
    await opened.received(1);
    expect(unfinished()).toBeUndefined();
    write("data: b");
    while (unfinished() === undefined) await nextTurn();
    if (sent.exchange !== undefined) opened.transport.abort(sent.exchange);
    expect((await sent.ended)?.how).toBe("closed-by-us");
    expect(opened.of("sse-event").map(({ data, cut, unterminated }) => [data, cut, unterminated])).toEqual([
      ["a", undefined, undefined],
      ["b", true, true],
    ]);
    expect(unfinished()).toBeUndefined();
  });
});
