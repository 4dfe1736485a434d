// A server over stdio that is correct but for one thing, which its first argument names. Further arguments: its size where it
// has one, and a file to which the ids of all its processes are written.
import { spawn } from "node:child_process";
import { appendFileSync, closeSync, writeSync } from "node:fs";

const [, , name = "", amount = "", pidFile = ""] = process.argv;
const size = Number(amount);
const note = (pid) => pidFile !== "" && appendFileSync(pidFile, `${pid}\n`);
note(process.pid);

const look = {
  name: "look",
  description: "Looks.",
  inputSchema: { type: "object", properties: { at: { type: "string" } }, required: ["at"] },
  annotations: { readOnlyHint: true },
};
const initialized = {
  protocolVersion: "2025-11-25",
  capabilities: { tools: {}, logging: {} },
  serverInfo: { name: "hostile", version: "1.0.0" },
};

const message = (value) => `${JSON.stringify({ jsonrpc: "2.0", ...value })}\n`;
const send = (value) => void process.stdout.write(message(value));
const notification = (data) => ({ method: "notifications/message", params: { level: "info", data } });

/** Writes a piece again and again, as fast as it is read; so many times, or without end. */
function flood(piece, times = Infinity, stream = process.stdout, then = () => {}) {
  let left = times;
  (function more() {
    while (left > 0) {
      left -= 1;
      if (!stream.write(piece)) return void stream.once("drain", more);
    }
    then();
  })();
}

const deep = (levels) => '{"a":'.repeat(levels) + "0" + "}".repeat(levels);
const stay = () => void setInterval(() => {}, 1000);

/**
 * What a server does otherwise: `start` instead of waiting, `list` and `call` instead of the answer to tools/list and
 * tools/call, `first` before the answer to initialize, `eof` instead of ending.
 */
const deviations = {
  "stdout flood from the start": { start: () => flood(message(notification("x")).repeat(1000)) },
  "stdout flood after the handshake": { list: () => flood(message(notification("x")).repeat(1000)) },
  "one very long line": { list: (id) => flood(Buffer.alloc(1 << 20, 120), size, process.stdout, () => answerList(id, "\n")) },
  "a line without end": { list: () => flood(Buffer.alloc(1 << 16, 120)) },
  "binary garbage": {
    start: () => flood(Buffer.from(Array.from({ length: 4096 }, (_, index) => (index * 7919 + (index >> 3)) % 256)), 200),
    ignoresInput: true,
  },
  "half a character": {
    list: (id) =>
      process.stdout.write(
        Buffer.concat([Buffer.from(listLine(id, "Look\u00e4").slice(0, -1).replace("ä", "")), Buffer.from([0xc3, 0x0a])]),
      ),
  },
  "split characters": { list: (id) => bytewise(Buffer.from(listLine(id, "\u{1F600}\u00e4\u20ac"))) },
  "JSON nested very deep": {
    list: (id) =>
      process.stdout.write(`{"jsonrpc":"2.0","id":${id},"result":{"tools":[{"name":"deep","inputSchema":${deep(size)}}]}}\n`),
  },
  "arguments nested very deep": {
    call: (id) =>
      process.stdout.write(`{"jsonrpc":"2.0","id":${id},"result":{"content":[],"structuredContent":${deep(size)}}}\n`),
  },
  "very many tools": { list: (id, params) => manyTools(id, Number(params?.cursor ?? 0)) },
  "cursors without end": {
    list: (id, params) => send({ id, result: { tools: [], nextCursor: String(Number(params?.cursor ?? 0) + 1) } }),
  },
  "cursors in a circle": { list: (id) => send({ id, result: { tools: [look], nextCursor: "again" } }) },
  "every answer twice": {
    list: (id) => [1, 2].forEach(() => answerList(id)),
    call: (id) => [1, 2].forEach(() => answerCall(id)),
  },
  "two requests with one id": {
    list: (id) => (send({ id: 7, method: "ping" }), send({ id: 7, method: "ping" }), answerList(id)),
  },
  "answers to nothing": {
    list: (id) => flood(message({ id: 987_654, result: {} }).repeat(100), size, process.stdout, () => answerList(id)),
  },
  "a storm of requests, no answer read": {
    list: () => (process.stdin.pause(), flood(message({ id: "x".repeat(500), method: "ping" }).repeat(100))),
  },
  "a request with a huge id": { list: (id) => (send({ id: "i".repeat(size), method: "ping" }), answerList(id)) },
  "requests without end before the answer": {
    call: () => setInterval(() => send({ id: `q${process.uptime()}`, method: "roots/list" }), 5),
  },
  "progress without end": {
    call: (_id, params) =>
      setInterval(
        () =>
          send({
            method: "notifications/progress",
            params: { progressToken: params?.["_meta"]?.progressToken ?? 1, progress: process.uptime() },
          }),
        5,
      ),
  },
  "one byte at a time, never done": {
    list: (id) => (
      process.stdout.write(`{"jsonrpc":"2.0","id":${id},"result":"`),
      setInterval(() => process.stdout.write("."), 5)
    ),
  },
  "stops in the middle of a message": { list: (id) => process.stdout.write(listLine(id).slice(0, 40)) },
  "ends in the middle of a message": { list: (id) => process.stdout.write(listLine(id).slice(0, 40), () => process.exit(0)) },
  "ends itself with a signal": { list: () => process.kill(process.pid, "SIGSEGV") },
  "closes its output and lives on": {
    list: () => {
      process.stdout.destroy();
      try {
        closeSync(1);
      } catch {}
      stay();
    },
  },
  "never reads": { start: stay, ignoresInput: true },
  "ignores the end of its input and SIGTERM": {
    eof: stay,
    start: () => {
      process.on("SIGTERM", () => {});
      stay();
    },
  },
  "leaves a child that holds its pipes": { start: () => grandchild({ stdio: "inherit" }) },
  "leaves a child in a session of its own": { start: () => grandchild({ stdio: "inherit", detached: true }) },
  "ends at once, its child holds the pipes": { start: () => (grandchild({ stdio: "inherit" }), process.exit(0)) },
  "writes to stderr without end": { start: () => flood("noise ".repeat(2000) + "\n", Infinity, process.stderr) },
  none: {},
  "terminal codes on stderr": { start: () => (writeSync(2, "\u001b]0;owned\u0007\u001b[2J\u009b31mred\n"), process.exit(7)) },
};

const deviation = deviations[name];
if (deviation === undefined)
  throw new Error(`no deviation ${JSON.stringify(name)}; there are ${Object.keys(deviations).join(", ")}`);

function listLine(id, title) {
  return message({ id, result: { tools: [title === undefined ? look : { ...look, title }] } });
}

function answerList(id, before = "") {
  process.stdout.write(before + listLine(id));
}

function answerCall(id) {
  send({ id, result: { content: [{ type: "text", text: "seen" }] } });
}

/** Pages of tools with names of their own, so many in all. */
function manyTools(id, from) {
  const page = 10_000;
  const tools = Array.from({ length: Math.min(page, size - from) }, (_, index) => ({
    name: `t${from + index}`,
    inputSchema: { type: "object" },
  }));
  send({ id, result: { tools, ...(from + page < size ? { nextCursor: String(from + page) } : {}) } });
}

/** Through the stream, which waits where the pipe is full; writeSync throws EAGAIN there, and this server would end. */
function bytewise(bytes) {
  for (const byte of bytes) process.stdout.write(Buffer.from([byte]));
}

function grandchild(options) {
  const child = spawn(process.execPath, ["-e", "process.on('SIGTERM', () => {}); setTimeout(() => {}, 60_000)"], options);
  note(child.pid);
  child.unref();
}

function answer({ id, method, params }) {
  if (id === undefined) return;
  if (method === "initialize") return send({ id, result: initialized });
  if (method === "tools/list") return deviation.list === undefined ? answerList(id) : deviation.list(id, params);
  if (method === "tools/call" && params?.name === "look") return (deviation.call ?? answerCall)(id, params);
  if (method === "tools/call") return send({ id, error: { code: -32602, message: "Unknown tool" } });
  if (method === "ping" || method === "logging/setLevel") return send({ id, result: {} });
  send({ id, error: { code: -32601, message: "Method not found" } });
}

if (deviation.ignoresInput !== true) {
  let rest = "";
  process.stdin.setEncoding("utf8");
  process.stdin.on("data", (chunk) => {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line.trim() !== "") answer(JSON.parse(line));
  });
  process.stdin.on("end", () => (deviation.eof === undefined ? process.exit(0) : deviation.eof()));
}
process.stdout.on("error", () => process.exit(1));
deviation.start?.();
