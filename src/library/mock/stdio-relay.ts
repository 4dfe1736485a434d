import { spawn } from "node:child_process";
import { connect } from "node:net";
import { writeAll } from "../../base/files/write-all.ts";
import { createLineSplitter } from "../../transport/stdio/line-splitter.ts";
import { type FromRelay, mostRelayed, readRelayed, type ToRelay } from "./relay-messages.ts";

/**
 * The process that a client over stdio starts for a mock server of another process: `<port> <token> [words…]`. What comes in goes
 * there, what comes from there goes out, to the last byte; and it ends as it is told to.
 */
const [port = "", token = "", ...argv] = process.argv.slice(2);
const socket = connect(Number(port), "127.0.0.1");
const tell = (message: FromRelay): void => void socket.write(`${JSON.stringify(message)}\n`);

const env = Object.fromEntries(
  Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
);
tell({ hello: token, argv, env, cwd: process.cwd() });
process.stdin.on("data", (bytes: Buffer) => tell({ in: bytes.toString("base64") }));
process.stdin.on("end", () => tell({ eof: true }));
for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => tell({ signal }));

const lines = createLineSplitter(mostRelayed, ({ text }) => obey((readRelayed(text) ?? { end: true }) as ToRelay));
socket.on("data", (bytes) => lines.push(bytes));
// Who it speaks for is gone, and so is the server.
socket.on("close", () => process.exit(0));
socket.on("error", () => process.exit(1));

function obey(told: ToRelay): void {
  if ("out" in told) writeAll(1, Buffer.from(told.out, "base64"));
  else if ("err" in told) writeAll(2, Buffer.from(told.err));
  else if ("spawn" in told) spawn(process.execPath, ["-e", "setTimeout(() => {}, 60000)"], { stdio: "ignore" }).unref();
  else if ("end" in told) process.exit(0);
  else if (told.exit === "SIGKILL") process.kill(process.pid, "SIGKILL");
  else process.exit(told.exit);
}
