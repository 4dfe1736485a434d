// A server of which only one instance can run: each one ends the one before it. By process id, for the file named first.
import { readFileSync, writeFileSync } from "node:fs";

const [, , file = "", server = ""] = process.argv;
try {
  process.kill(Number(readFileSync(file, "utf8")), "SIGKILL");
} catch {
  // There is none yet, or it has ended.
}
writeFileSync(file, String(process.pid));
await import(server);
