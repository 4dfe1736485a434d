import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { closeAll, limits, failures, json, open, serve, stream } from "./opened-http.ts";

afterEach(closeAll);

describe("openHttp: answers", () => {
  it("records an empty body, which is not a message", async () => {
    const opened = open(await serve((_request, response) => json(response, "")));
    await opened.transport.send("{}").ended;
    expect(opened.of("http-body")[0]).toMatchObject({ text: "", bytes: 0 });
    expect([opened.incoming.length, opened.judged()]).toEqual([0, 0]);
  });

  it("delivers no body that is not JSON by its type, and records it", async () => {
    const opened = open(await serve((_request, response) => void response.writeHead(400, { "X-Odd": "1" }).end("no\n")));
    await opened.transport.send("{}").ended;
    expect(opened.of("http-body")[0]?.text).toBe("no\n");
    expect(opened.of("http-response")[0]?.headers).toContainEqual(["X-Odd", "1"]);
    expect(opened.incoming).toEqual([]);
  });

  it("takes a redirect as the answer it is", async () => {
    const opened = open(await serve((_request, response) => void response.writeHead(307, { Location: "/elsewhere" }).end()));
    expect(await opened.transport.send("{}").ended).toMatchObject({ status: 307, headers: { location: "/elsewhere" } });
    expect(opened.of("http-request")).toHaveLength(1);
  });

  it("delivers the messages of an event stream as they come, however they are chunked", async () => {
    const text =
      ': hi\n\nid: 1\ndata:\n\nevent: message\nid: 2\ndata: {"a":"é"}\n\nevent: other\ndata: {}\n\ndata: {"b":2}\r\n\r\ndata: half';
    const url = await serve((_request, response) => {
      response.writeHead(200, stream);
      for (const byte of Buffer.from(text)) response.write(Buffer.from([byte]));
      response.end();
    });
    const opened = open(url);
    await opened.transport.send("{}").ended;
    expect(opened.incoming.map((one) => one.text)).toEqual(['{"a":"é"}', '{"b":2}']);
    expect(opened.judged()).toBe(2);
    expect(
      opened.of("sse-event").map(({ event, data, id, comment, unterminated }) => [event, data, id, comment, unterminated]),
    ).toEqual([
      [undefined, undefined, undefined, "hi", undefined],
      [undefined, "", "1", undefined, undefined],
      ["message", '{"a":"é"}', "2", undefined, undefined],
      ["other", "{}", undefined, undefined, undefined],
      [undefined, '{"b":2}', undefined, undefined, undefined],
      [undefined, "half", undefined, undefined, true],
    ]);
    expect(opened.of("http-body")).toEqual([]);
  });

  it("opens a stream, resumes it, and closes it from its side", async () => {
    const seen: unknown[] = [];
    const url = await serve((request, response) => {
      seen.push([request.method, request.headers.accept, request.headers["last-event-id"]]);
      response.writeHead(200, stream).write('data: {"n":1}\n\ndata: {"n":');
    });
    const opened = open(url);
    const sent = opened.transport.openStream();
    expect(await sent.responded).toMatchObject({ status: 200, headers: { "content-type": "text/event-stream" } });
    expect(await opened.received(1)).toEqual(['{"n":1}']);
    opened.transport.abort(1);
    expect(await sent.ended).toMatchObject({ exchange: 1, how: "closed-by-us" });
    const resumed = opened.transport.openStream("7");
    await opened.received(2);
    await opened.transport.close("delete");
    expect((await resumed.ended)?.how).toBe("closed-by-us");
    expect(seen).toEqual([
      ["GET", "text/event-stream", undefined],
      ["GET", "text/event-stream", "7"],
    ]);
    expect(
      opened
        .of("sse-event")
        .filter((event) => event.unterminated)
        .every((event) => event.cut),
    ).toBe(true);
    expect(failures(opened)).toEqual([]);
  });

  it("undoes a compression nobody asked for, within bounds", async () => {
    const url = await serve((request, response) => {
      const text = request.url === "/mcp" ? '{"ok":true}' : "x".repeat(30_000_000);
      response.writeHead(200, { "Content-Type": "application/json", "Content-Encoding": "gzip" }).end(gzipSync(text));
    });
    const opened = open(url);
    await opened.transport.send("{}").ended;
    expect(opened.incoming.map((one) => one.text)).toEqual(['{"ok":true}']);
    await opened.transport.http({ method: "POST", path: "/bomb", body: "{}" }).ended;
    await opened.transport.ended;
    expect(failures(opened)).toEqual(["more than 1000000 bytes were received; the connection was dropped"]);
    expect(opened.of("http-body")[1]).toMatchObject({ cut: true });
  });

  it("cuts a body beyond the limit of a frame", async () => {
    const opened = open(await serve((_request, response) => json(response, JSON.stringify("é".repeat(100_000)))));
    expect((await opened.transport.send("{}").ended)?.how).toBe("complete");
    expect(opened.of("http-body")[0]).toMatchObject({ cut: true, bytes: 200_002 });
    expect(opened.incoming).toEqual([]);
  });

  it("drops a connection that streams for ever", async () => {
    const url = await serve((_request, response) => {
      response.writeHead(200, stream);
      const more = (): void => {
        while (response.write("data: {}\n\n"));
        response.once("drain", more);
      };
      more();
    });
    const opened = open(url, { limits: { ...limits, connectionFrames: 100 } });
    expect((await opened.transport.send("{}").ended)?.how).toBe("closed-by-us");
    await opened.transport.ended;
    expect(opened.of("sse-event")).toHaveLength(100);
    expect(failures(opened)).toEqual(["more than 100 stream events were received; the connection was dropped"]);
  });
});
