import { createServer as createTcpServer } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { systemClock } from "../../src/base/time/clock.ts";
import { closeAll, failures, listening, open, serve, serveBytes } from "./opened-http.ts";

afterEach(closeAll);

describe("openHttp: failures", () => {
  it("says that a port is closed", async () => {
    const server = createTcpServer();
    const url = await listening(server);
    await new Promise((resolve) => server.close(resolve));
    const opened = open(url);
    const sent = opened.transport.send("{}");
    expect(await sent.responded).toEqual({ status: undefined, headers: {} });
    expect((await sent.ended)?.how).toBe("broken");
    const message = `connection refused by ${new URL(url).host} (ECONNREFUSED)`;
    expect(failures(opened)).toEqual([message]);
    expect(opened.of("http-end")[0]).toMatchObject({ how: "broken", message });
  });

  it("keeps what came of a body that breaks off, and delivers none of it", async () => {
    const url = await serveBytes('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"a":');
    const opened = open(url);
    expect(await opened.transport.send("{}").ended).toMatchObject({ status: 200, how: "broken" });
    expect(opened.of("http-body")[0]).toMatchObject({ text: '{"a":', cut: true });
    expect(failures(opened)).toHaveLength(1);
    expect([opened.incoming.length, opened.judged()]).toEqual([0, 0]);
  });

  it("keeps what came of a stream that breaks off", async () => {
    const url = await serveBytes(
      "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\na\r\ndata: 1\n\nd\r\n",
    );
    const opened = open(url);
    expect((await opened.transport.send("{}").ended)?.how).toBe("broken");
    expect(opened.incoming.map((one) => one.text)).toEqual(["1"]);
  });

  it.each([
    ["no HTTP at all", "SSH-2.0-OpenSSH_9.6\r\n", "did not answer with valid HTTP"],
    ["nothing", "", "broke the connection"],
    [
      "a megabyte of headers",
      `HTTP/1.1 200 OK\r\nX-Long: ${"x".repeat(1_000_000)}\r\n\r\n`,
      "sent more headers than mcpcheck reads",
    ],
    [
      "a change of protocol",
      "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n",
      "switched protocols",
    ],
    [
      "a wrong encoding",
      "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 2\r\n\r\nhi",
      "does not fit its content encoding",
    ],
  ])("says it when the server answers with %s", async (_name, bytes, reason) => {
    const opened = open(await serveBytes(bytes));
    expect((await opened.transport.send("{}").ended)?.how).toBe("broken");
    expect(failures(opened)).toHaveLength(1);
    expect(failures(opened)[0]).toContain(reason);
    expect(failures(opened)[0]).not.toContain("\n");
    expect(opened.of("http-end")).toHaveLength(1);
  });

  it("says that TLS fails", async () => {
    const url = await serveBytes("HTTP/1.1 400 Bad Request\r\n\r\n");
    const opened = open(url.replace("http:", "https:"));
    await opened.transport.send("{}").ended;
    expect(failures(opened)[0]).toMatch(/^TLS with 127\.0\.0\.1:\d+ failed/u);
  });

  it("gives up connecting after a while, on the clock it was given", async () => {
    const alarms: { ms: number; run: () => void; off: boolean }[] = [];
    const clock = {
      now: () => 0,
      setTimeout(ms: number, run: () => void) {
        const alarm = { ms, run, off: false };
        alarms.push(alarm);
        return () => void (alarm.off = true);
      },
    };
    const url = await serve((_request, response) => void response.end());
    const opened = open(url, { clock, connectTimeoutMs: 77 });
    const stuck = opened.transport.send("{}");
    expect(alarms).toMatchObject([{ ms: 77, off: false }]);
    alarms[0]?.run();
    expect((await stuck.ended)?.how).toBe("broken");
    expect(failures(opened)).toEqual([`could not connect to ${new URL(url).host} within 77 ms`]);
    await opened.transport.send("{}").ended;
    await opened.transport.send("{}").ended;
    expect(alarms.map((alarm) => alarm.off)).toEqual([true, true, true]);
  });

  it("uses a connection again, but none that was idle for long", async () => {
    const ports: (number | undefined)[] = [];
    let now = 0;
    const clock = { ...systemClock, now: () => now };
    const url = await serve((request, response) => {
      ports.push(request.socket.remotePort);
      response.end();
    });
    const opened = open(url, { clock });
    for (const time of [0, 900, 3000]) {
      now = time;
      expect((await opened.transport.send("{}").ended)?.how).toBe("complete");
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect([ports[1] === ports[0], ports[2] === ports[0]]).toEqual([true, false]);
  });

  it("does not repeat a request that the server broke off on a connection in use", async () => {
    let count = 0;
    const url = await serve((request, response) => {
      count += 1;
      if (count === 2) request.socket.resetAndDestroy();
      else response.end();
    });
    const opened = open(url);
    expect((await opened.transport.send("{}").ended)?.how).toBe("complete");
    expect((await opened.transport.send("{}").ended)?.how).toBe("broken");
    expect(count).toBe(2);
  });
});
