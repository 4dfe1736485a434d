// A server over stdio that answers as the file named by its first argument says: `results` and `errors` by method (the error
// for a tool nobody knows by `unknown tool`), each as the text of its JSON, notifications to send `before` the answer to a method, what to write to stderr, in one go or in several of which the others come with requests,
// bytes in Base64 to write to stdout at the start, each for itself, and, instead of it all, how to `exit`.
// Its second argument names a file to which it writes its process id and the names of the tools it was asked to call.
import { appendFileSync, readFileSync, writeSync } from "node:fs";

const [, , script = "", log = ""] = process.argv;
const { results = {}, errors = {}, before = {}, stderr = [], bytes = [], exit } = JSON.parse(readFileSync(script, "utf8"));
const note = (line) => log !== "" && appendFileSync(log, `${JSON.stringify(line)}\n`);
note({ pid: process.pid });

const texts = [stderr].flat();
const writeNext = () => texts.length > 0 && writeSync(2, texts.shift());
writeNext();
for (const base64 of bytes) writeSync(1, Buffer.from(base64, "base64"));
if (exit !== undefined) process.exit(exit);

const write = (head, member, text) => process.stdout.write(`{"jsonrpc":"2.0",${head},"${member}":${text}}\n`);

function answer({ id, method, params }) {
  if (id === undefined) return;
  writeNext();
  if (method === "tools/call") note({ called: params?.name });
  for (const { method: notified, params: told } of before[method] ?? []) {
    const progressToken = params?.["_meta"]?.progressToken;
    const isProgress = notified === "notifications/progress";
    if (isProgress && progressToken === undefined) continue;
    write(`"method":"${notified}"`, "params", JSON.stringify(isProgress ? { progressToken, ...told } : told));
  }
  const isUnknown = method === "tools/call" && !(results["tools/list"] ?? "").includes(`"name":${JSON.stringify(params?.name)}`);
  const error = isUnknown ? (errors["unknown tool"] ?? '{"code":-32602,"message":"Unknown tool"}') : errors[method];
  const result = method === "ping" || method === "logging/setLevel" ? "{}" : results[method];
  if (error === undefined && result !== undefined) return write(`"id":${JSON.stringify(id)}`, "result", result);
  write(`"id":${JSON.stringify(id)}`, "error", error ?? '{"code":-32601,"message":"Method not found"}');
}

let rest = "";
process.stdin.setEncoding("utf8");
process.stdin.on("data", (chunk) => {
  const lines = (rest + chunk).split("\n");
  rest = lines.pop() ?? "";
  for (const line of lines) if (line.trim() !== "") answer(JSON.parse(line));
});
process.stdin.on("end", () => process.exit(0));
