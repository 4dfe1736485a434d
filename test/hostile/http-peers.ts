import { deflateRawSync, gzipSync } from "node:zlib";
import type { Socket } from "node:net";
import { type Asked, type Deviation, head, jsonAnswer } from "./http-server.ts";

/** A server that misbehaves over HTTP, and what judge and host are to make of it. `elsewhere` is a URL nobody must ask. */
export type HttpPeer = {
  readonly name: string;
  readonly deviate: (elsewhere: string) => Deviation;
  /** It leaves requests without an answer, which a run can only tell from slowness by waiting. */
  readonly silent?: true;
  /** Exit codes of `run server`: 3 where nothing can be judged, 1 where a check accuses or a promise is not kept, 0 where nothing may be accused. */
  readonly exit: number;
  /** Why nothing is judged, where that is so. */
  readonly error?: RegExp;
  /** What the model is told of the call, or a person of the server. */
  readonly host: RegExp;
};

/** Whatever is asked. */
const always =
  (act: (socket: Socket, asked: Asked) => void): Deviation =>
  (asked, socket) => {
    act(socket, asked);
    return true;
  };

/** Only the first answer of a call, so that a session comes about. */
const onCall =
  (act: (socket: Socket, asked: Asked) => void): Deviation =>
  (asked, socket) => {
    if (asked.message.method !== "tools/call" || asked.message.params?.["name"] !== "look") return false;
    act(socket, asked);
    return true;
  };

const sse = head("200 OK", { "Content-Type": "text/event-stream" });
const answerTo = ({ message }: Asked, text = "seen"): object => ({
  id: message.id,
  result: { content: [{ type: "text", text }] },
});
const event = (value: object): string => `data: ${JSON.stringify({ jsonrpc: "2.0", ...value })}\n\n`;
const chunk = (bytes: Buffer | string): Buffer =>
  Buffer.concat([Buffer.from(`${Buffer.byteLength(bytes).toString(16)}\r\n`), Buffer.from(bytes), Buffer.from("\r\n")]);

/** Writes again and again while the peer reads and is there. */
function flood(socket: Socket, piece: Buffer | string): void {
  const more = (): void => {
    while (!socket.destroyed && socket.write(piece));
  };
  socket.on("drain", more);
  more();
}

/** Writes a little again and again. */
function drip(socket: Socket, piece: string, ms: number): void {
  const timer = setInterval(() => socket.write(piece), ms);
  socket.on("close", () => clearInterval(timer));
}

const silence = /no answer|did not answer within/;
const never = { silent: true, exit: 3, error: silence, host: /failed to initialize/ } as const;
const lost = { exit: 1, host: /lost|did not answer/ } as const;

/** A gzip member that unpacks to 64 MiB of one letter, as one may repeat it. */
const bomb = (): Buffer => gzipSync(Buffer.alloc(64 * 1024 * 1024, "x"), { level: 9 });

/** Every way of going wrong, first those that keep a session from coming about. */
export const httpPeers: readonly HttpPeer[] = [
  {
    name: "headers that trickle in without end",
    deviate: () => always((socket) => (socket.write("HTTP/1.1 200 OK\r\nX: "), drip(socket, "a", 5))),
    ...never,
  },
  {
    name: "a body that trickles in without end",
    deviate: () =>
      always((socket) => (socket.write(head("200 OK", { "Content-Type": "application/json" })), drip(socket, " ", 5))),
    ...never,
  },
  {
    name: "an event stream without end",
    deviate: () => always((socket) => (socket.write(sse), drip(socket, ": still here\n\n", 5))),
    ...never,
  },
  { name: "nothing at all", deviate: () => always(() => undefined), ...never },
  {
    name: "continue, and nothing else",
    deviate: () => always((socket) => drip(socket, "HTTP/1.1 100 Continue\r\n\r\n", 5)),
    ...never,
  },
  {
    name: "a flood of comments",
    deviate: () => always((socket) => (socket.write(sse), flood(socket, ": x\n\n".repeat(1000)))),
    exit: 3,
    error: /were received|no answer within/,
    host: /failed to initialize/,
  },
  {
    name: "a body without end",
    deviate: () =>
      always(
        (socket) => (
          socket.write(head("200 OK", { "Content-Type": "application/json" })),
          flood(socket, Buffer.alloc(1 << 16, "x"))
        ),
      ),
    exit: 3,
    error: /were received|no answer within/,
    host: /failed to initialize/,
  },
  {
    name: "an event without end",
    deviate: () => always((socket) => (socket.write(sse), flood(socket, Buffer.alloc(1 << 16, "x")))),
    exit: 3,
    error: /were received|no answer within/,
    host: /failed to initialize/,
  },
  {
    name: "a gzip bomb",
    deviate: () =>
      always(
        (socket) => (
          socket.write(head("200 OK", { "Content-Type": "application/json", "Content-Encoding": "gzip" })),
          flood(socket, bomb())
        ),
      ),
    exit: 3,
    error: /were received|no answer within/,
    host: /failed to initialize/,
  },
  {
    name: "gzip that is none",
    deviate: () =>
      always((socket) =>
        socket.end(
          `${head("200 OK", { "Content-Type": "application/json", "Content-Encoding": "gzip", "Content-Length": "5" })}hello`,
        ),
      ),
    exit: 3,
    error: /content encoding|HTTP 200/,
    host: /failed to initialize/,
  },
  {
    name: "deflate without a wrapper",
    deviate: () =>
      onCall((socket, asked) => {
        const body = deflateRawSync(JSON.stringify({ jsonrpc: "2.0", ...answerTo(asked) }));
        socket.end(
          Buffer.concat([
            Buffer.from(
              head("200 OK", {
                "Content-Type": "application/json",
                "Content-Encoding": "deflate",
                "Content-Length": String(body.length),
              }),
            ),
            body,
          ]),
        );
      }),
    ...lost,
  },
  {
    name: "a redirect to itself",
    deviate: () => always((socket) => socket.end(head("307 Temporary Redirect", { Location: "/mcp", "Content-Length": "0" }))),
    exit: 3,
    error: /redirects to \/mcp, which is not followed/,
    host: /failed to initialize/,
  },
  {
    name: "a redirect to another host",
    deviate: (elsewhere) =>
      always((socket) => socket.end(head("308 Permanent Redirect", { Location: elsewhere, "Content-Length": "0" }))),
    exit: 3,
    error: /which is not followed/,
    host: /failed to initialize/,
  },
  {
    name: "a redirect of a call to another host",
    deviate: (elsewhere) => onCall((socket) => socket.end(head("302 Found", { Location: elsewhere, "Content-Length": "0" }))),
    ...lost,
  },
  {
    name: "a refresh and a link to another host",
    deviate: (elsewhere) =>
      onCall((socket, asked) =>
        socket.write(
          jsonAnswer(answerTo(asked), {
            Refresh: `0; url=${elsewhere}`,
            Link: `<${elsewhere}>; rel=preload`,
            "Alt-Svc": 'h2="127.0.0.1:1"',
          }),
        ),
      ),
    exit: 0,
    host: /seen/,
  },
  {
    name: "a challenge that names metadata on another host",
    deviate: (elsewhere) =>
      always((socket) =>
        socket.end(
          head("401 Unauthorized", { "WWW-Authenticate": `Bearer resource_metadata="${elsewhere}"`, "Content-Length": "0" }),
        ),
      ),
    exit: 3,
    error: /401/,
    host: /failed to initialize/,
  },
  {
    name: "cookies that want to come back",
    deviate: () => (asked, socket) => {
      if (asked.headers["cookie"] !== undefined) socket.write(head("418 A cookie came back", { "Content-Length": "0" }));
      else if (asked.message.method === "initialize")
        socket.write(
          jsonAnswer(
            {
              id: asked.message.id,
              result: { protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo: { name: "h", version: "1" } },
            },
            { "Set-Cookie": "stay=1" },
          ),
        );
      else return false;
      return true;
    },
    exit: 0,
    host: /seen/,
  },
  {
    name: "more bytes promised than sent",
    deviate: () =>
      onCall((socket) =>
        socket.end(`${head("200 OK", { "Content-Type": "application/json", "Content-Length": "5000" })}{"jsonrpc"`),
      ),
    ...lost,
  },
  {
    name: "fewer bytes promised than sent",
    deviate: () => onCall((socket, asked) => socket.end(jsonAnswer(answerTo(asked), { "Content-Length": "10" }))),
    ...lost,
  },
  {
    name: "two lengths that differ",
    deviate: () =>
      onCall((socket, asked) =>
        socket.end(jsonAnswer(answerTo(asked)).replace("Content-Length", "Content-Length: 3\r\nContent-Length")),
      ),
    ...lost,
  },
  {
    name: "a length and chunks",
    deviate: () =>
      onCall((socket) =>
        socket.end(
          `${head("200 OK", { "Content-Type": "application/json", "Content-Length": "3", "Transfer-Encoding": "chunked" })}zz\r\n`,
        ),
      ),
    ...lost,
  },
  { name: "a reset instead of an answer", deviate: () => onCall((socket) => socket.resetAndDestroy()), ...lost },
  {
    name: "a reset in the middle of a body",
    deviate: () =>
      onCall((socket) =>
        socket.write(`${head("200 OK", { "Content-Type": "application/json", "Content-Length": "5000" })}{`, () =>
          socket.resetAndDestroy(),
        ),
      ),
    ...lost,
  },
  {
    name: "one header of a mebibyte",
    deviate: () => onCall((socket, asked) => socket.end(jsonAnswer(answerTo(asked), { "X-Big": "x".repeat(1 << 20) }))),
    ...lost,
  },
  {
    name: "ten thousand headers",
    deviate: () =>
      onCall((socket, asked) =>
        socket.end(
          jsonAnswer(
            answerTo(asked),
            Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`X-${index}`, "some value of some length"])),
          ),
        ),
      ),
    ...lost,
  },
  {
    name: "another protocol",
    deviate: () =>
      onCall((socket) => socket.end(head("101 Switching Protocols", { Upgrade: "websocket", Connection: "Upgrade" }))),
    ...lost,
  },
  {
    name: "bytes that are not an HTTP",
    deviate: () => onCall((socket) => socket.end("\u0016\u0003\u0001 SSH-2.0-hello\r\n\r\n")),
    ...lost,
  },
  {
    name: "every byte in a chunk of its own",
    deviate: () =>
      onCall((socket, asked) => {
        socket.write(head("200 OK", { "Content-Type": "text/event-stream", "Transfer-Encoding": "chunked" }));
        for (const byte of Buffer.from(event(answerTo(asked, "s\u00e9en \u{1F600}")))) socket.write(chunk(Buffer.from([byte])));
        socket.write(chunk(""));
      }),
    exit: 0,
    host: /s\u00e9en \u{1F600}/u,
  },
  {
    name: "an event cut in the middle",
    deviate: () => onCall((socket, asked) => socket.end(`${sse}${event(answerTo(asked)).slice(0, 30)}`)),
    ...lost,
  },
  {
    name: "requests without end before the answer",
    deviate: () =>
      onCall((socket) => {
        socket.write(sse);
        let id = 0;
        const timer = setInterval(
          () => socket.write(Array.from({ length: 5 }, () => event({ id: `q${(id += 1)}`, method: "ping" })).join("")),
          25,
        );
        socket.on("close", () => clearInterval(timer));
      }),
    silent: true,
    ...lost,
  },
  {
    name: "progress without end, and no answer",
    deviate: () =>
      onCall(
        (socket) => (
          socket.write(sse),
          drip(socket, event({ method: "notifications/progress", params: { progressToken: 1, progress: 1 } }), 5)
        ),
      ),
    silent: true,
    ...lost,
  },
  {
    name: "an event stream that wants to be asked again at once",
    deviate: () => onCall((socket) => socket.end(`${sse}id: 1\nretry: 0\ndata:\n\n`)),
    ...lost,
  },
  {
    name: "a Retry-After of ages",
    deviate: () =>
      onCall((socket) => socket.end(head("503 Service Unavailable", { "Retry-After": "9".repeat(30), "Content-Length": "0" }))),
    ...lost,
  },
  {
    name: "a session id no header can carry back",
    deviate: () => (asked, socket) => {
      if (asked.message.method !== "initialize") return false;
      socket.write(
        Buffer.from(
          jsonAnswer(
            {
              id: asked.message.id,
              result: { protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo: { name: "h", version: "1" } },
            },
            { "Mcp-Session-Id": `a\u0080\u00ff${"b".repeat(100_000)}` },
          ),
          "latin1",
        ),
      );
      return true;
    },
    exit: 1,
    host: /seen|lost|failed/,
  },
];
