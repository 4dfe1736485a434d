/** How late a late server answers, in ms. */
export const lateMs = 250;

/**
 * A program for `node -e` that runs another server, whose entry and arguments follow it, and passes on each of its lines so many ms
 * after it was written: every request is answered that late, however many are open at once.
 */
export const lateServer = `
const child = require("node:child_process").spawn(process.execPath, process.argv.slice(1), { stdio: ["pipe", "pipe", "ignore"] });
process.stdin.pipe(child.stdin);
require("node:readline").createInterface({ input: child.stdout }).on("line", (line) =>
  setTimeout(() => process.stdout.write(line + "\\n"), ${lateMs}));
child.on("exit", (code) => setTimeout(() => process.exit(code ?? 1), ${lateMs}));
process.on("SIGTERM", () => { child.kill(); process.exit(0); });
`;
