import { type AddressInfo, createServer, type Socket } from "node:net";

/** What a client asked over HTTP: its request line, headers by lower-case name, and the JSON-RPC message in the body if there is one. */
export type Asked = {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly message: { readonly id?: unknown; readonly method?: string; readonly params?: Readonly<Record<string, unknown>> };
};

/** Answers one request on its socket with any bytes; false leaves it to the correct answer. */
export type Deviation = (asked: Asked, socket: Socket) => boolean;

/** A raw HTTP server that listens on loopback. */
export type RawServer = { readonly url: string; readonly asked: readonly Asked[]; readonly close: () => Promise<void> };

/** The status line and headers of an answer. */
export const head = (status: string, headers: Readonly<Record<string, string>> = {}): string =>
  `HTTP/1.1 ${status}\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("")}\r\n`;

/** A whole answer with a JSON body. */
export function jsonAnswer(value: object, headers: Readonly<Record<string, string>> = {}): string {
  const body = JSON.stringify({ jsonrpc: "2.0", ...value });
  return `${head("200 OK", { "Content-Type": "application/json", "Content-Length": String(Buffer.byteLength(body)), ...headers })}${body}`;
}

const look = {
  name: "look",
  description: "Looks.",
  inputSchema: { type: "object", properties: { at: { type: "string" } }, required: ["at"] },
  annotations: { readOnlyHint: true },
};

function correctAnswer({ method, message }: Asked): string {
  if (method !== "POST") return head("405 Method Not Allowed", { Allow: "POST", "Content-Length": "0" });
  const { id } = message;
  if (id === undefined) return head("202 Accepted", { "Content-Length": "0" });
  switch (message.method) {
    case "initialize":
      return jsonAnswer({
        id,
        result: { protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo: { name: "hostile", version: "1.0.0" } },
      });
    case "tools/list":
      return jsonAnswer({ id, result: { tools: [look] } });
    case "tools/call":
      return message.params?.["name"] === "look"
        ? jsonAnswer({ id, result: { content: [{ type: "text", text: "seen" }] } })
        : jsonAnswer({ id, error: { code: -32602, message: "Unknown tool" } });
    case "ping":
      return jsonAnswer({ id, result: {} });
    default:
      return jsonAnswer({ id, error: { code: -32601, message: "Method not found" } });
  }
}

/** A server that answers correctly, byte by byte its own, but for what the deviation answers. */
export async function rawServer(deviation: Deviation): Promise<RawServer> {
  const asked: Asked[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    let rest: Buffer = Buffer.alloc(0);
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => sockets.delete(socket));
    socket.on("data", (chunk) => {
      rest = Buffer.concat([rest, chunk]);
      for (let read = readRequest(rest); read !== undefined; read = readRequest(rest)) {
        rest = read.rest;
        asked.push(read.asked);
        if (!deviation(read.asked, socket) && socket.writable) socket.write(correctAnswer(read.asked));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    asked,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function readRequest(bytes: Buffer): { readonly asked: Asked; readonly rest: Buffer } | undefined {
  const end = bytes.indexOf("\r\n\r\n");
  if (end === -1) return undefined;
  const [line = "", ...lines] = bytes.subarray(0, end).toString("latin1").split("\r\n");
  const headers = Object.fromEntries(
    lines.map((one) => [one.slice(0, one.indexOf(":")).toLowerCase(), one.slice(one.indexOf(":") + 1).trim()]),
  );
  const length = Number(headers["content-length"] ?? 0);
  const body = bytes.subarray(end + 4, end + 4 + length);
  if (body.length < length) return undefined;
  const [method = "", path = ""] = line.split(" ");
  return { asked: { method, path, headers, message: parsed(body.toString("utf8")) }, rest: bytes.subarray(end + 4 + length) };
}

function parsed(body: string): Asked["message"] {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}
