import { afterEach, expect, test } from "vitest";
import { systemClock } from "../../base/time/clock.ts";
import { createProcessGuard } from "../../transport/process/process-guard.ts";
import { startCommandParser } from "./command-parser.ts";
import type { ParserUnderTest } from "./parser-under-test.ts";

const guard = createProcessGuard();
const request = { format: "hermes", chunks: ["x\u2028y"], tools: [] };
let parser: ParserUnderTest | undefined;

afterEach(async () => {
  await parser?.close();
  if (guard.size() > 0) throw new Error("a process was left behind");
});

function start(command: string, timeoutMs = 10_000): ParserUnderTest {
  parser = startCommandParser({ command, cwd: ".", clock: systemClock, guard, timeoutMs, startTimeoutMs: timeoutMs });
  return parser;
}

/** A program of Node that answers every line with what the expression makes of `q`, the request. */
function answering(expression: string): string {
  const program = `require("node:readline").createInterface({input:process.stdin}).on("line",(l)=>{const q=JSON.parse(l);console.log(${expression})})`;
  return `${JSON.stringify(process.execPath)} -e ${JSON.stringify(program)}`;
}

test("answers come back under the id they were asked with, in any order", async () => {
  const one = start(answering("JSON.stringify({id:q.id,content:q.chunks.join(''),calls:[{name:'f',arguments:{n:1}}]})"));
  const all = await Promise.all([one.ask(request), one.ask({ ...request, chunks: ["z"] })]);
  expect(all.map(({ answer }) => answer)).toEqual([
    { content: "x\u2028y", calls: [{ name: "f", arguments: '{"n":1}' }] },
    { content: "z", calls: [{ name: "f", arguments: '{"n":1}' }] },
  ]);
});

test("a number that is too large for a double keeps its digits", async () => {
  const { answer } = await start(
    answering(`'{"id":'+q.id+',"content":"","calls":[{"name":"f","arguments":{"n":9007199254740993}}]}'`),
  ).ask(request);
  expect(answer).toMatchObject({ calls: [{ arguments: '{"n":9007199254740993}' }] });
});

test("an unknown format is told as such", async () => {
  const { answer } = await start(answering("JSON.stringify({id:q.id,unsupported:true})")).ask(request);
  expect(answer).toBe("unsupported");
});

test.each([
  ["ends at once", "true", /ended \(exit code 0\) after 0 answers/],
  [
    "ends with an error",
    `${JSON.stringify(process.execPath)} -e "console.error('no such model');process.exit(4)"`,
    /exit code 4/,
  ],
  ["does not exist", "./no-such-parser", /exit code 127|did not start/],
  ["repeats its input", "cat", /no array "calls"/],
  ["writes without being asked", "yes", /answers no open request/],
  ["answers under another id", answering("JSON.stringify({id:99,content:'',calls:[]})"), /answers no open request/],
  ["answers without calls", answering("JSON.stringify({id:q.id,content:''})"), /no array "calls"/],
  ["answers with an error", answering("JSON.stringify({id:q.id,error:'out of memory'})"), /out of memory/],
])("a program that %s is not a parser", async (_what, command, reason) => {
  await expect(start(command).ask(request)).rejects.toMatchObject({
    code: "subject",
    message: expect.stringMatching(reason) as string,
  });
});

test("what a program wrote to standard error is told", async () => {
  const failing = start(`${JSON.stringify(process.execPath)} -e "console.error('no such model');process.exit(4)"`).ask(request);
  await expect(failing).rejects.toMatchObject({ stderrTail: "no such model\n" });
});

test("a program that stays silent is not waited for", async () => {
  await expect(start("sleep 60", 50).ask(request)).rejects.toMatchObject({
    message: expect.stringMatching(/no answer within 50 ms/) as string,
  });
});
