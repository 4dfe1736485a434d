import { afterEach, expect, test, vi } from "vitest";
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
  ["writes without being asked", "yes", /writes line after line that answers no request: "y"/],
])("a program that %s is not a parser", async (_what, command, reason) => {
  await expect(start(command).ask(request)).rejects.toMatchObject({
    code: "subject",
    message: expect.stringMatching(reason) as string,
  });
});

test.each([
  ["repeats its input", "cat", 'no array "calls"'],
  ["answers under another id", answering("JSON.stringify({id:99,content:'',calls:[]})"), '"id" is 99, and no request has it'],
  ["answers under no id", answering("JSON.stringify({content:'',calls:[]})"), 'no "id"'],
  [
    "answers under a text",
    answering("JSON.stringify({id:'1',calls:[]})"),
    '"id" is the string "1", and not the number that was sent',
  ],
  ["answers without calls", answering("JSON.stringify({id:q.id,content:''})"), 'no array "calls"'],
  ["calls a number", answering("JSON.stringify({id:q.id,calls:[{name:5}]})"), "the name of a call is 5, and not a string"],
  ["calls nothing", answering("JSON.stringify({id:q.id,calls:[{}]})"), "a call without a name"],
  [
    "writes what JSON has no word for",
    answering(`'{"id":'+q.id+',"calls":[{"name":"f","arguments":{"n":Infinity}}]}'`),
    "not JSON, which has no Infinity",
  ],
  ["writes half an object", answering(`'{"id":'+q.id+',"calls":['`), "not JSON"],
  [
    "answers with an error",
    answering("JSON.stringify({id:q.id,error:'out of memory'})"),
    "the parser answered with an error: out of memory",
  ],
])("a program that %s gives a wrong answer, in its true words", async (_what, command, wrong) => {
  expect((await start(command).ask(request)).answer).toEqual({ wrong });
});

test("an answer without an id is that of the request that is left when all others have theirs", async () => {
  const one = start(answering("JSON.stringify(q.chunks[0]==='b'?{content:'',calls:[]}:{id:q.id,content:q.chunks[0],calls:[]})"));
  const all = await Promise.all(["a", "b", "c"].map((text) => one.ask({ ...request, chunks: [text] })));
  expect(all.map(({ answer }) => answer)).toEqual([
    { content: "a", calls: [] },
    { wrong: 'no "id"' },
    { content: "c", calls: [] },
  ]);
});

test("lines that answer nothing are told, and the answers beside them count", async () => {
  const one = start(answering("'loading\\n'+JSON.stringify({id:q.id,content:'x',calls:[]})"));
  expect((await one.ask(request)).answer).toEqual({ content: "x", calls: [] });
  expect(one.strays?.()).toEqual(["loading"]);
});

test("a request that gets a line of another kind in place of its answer is not waited for twice", async () => {
  const timers = new Set<() => void>();
  const clock = {
    now: () => 0,
    setTimeout: (_ms: number, run: () => void) => {
      timers.add(run);
      return () => void timers.delete(run);
    },
  };
  const command = answering("q.chunks[0]==='b'?'oops':JSON.stringify({id:q.id,content:q.chunks[0],calls:[]})");
  const one = startCommandParser({ command, cwd: ".", clock, guard, timeoutMs: 1, startTimeoutMs: 1 });
  parser = one;
  const ask = async (text: string): Promise<unknown> => (await one.ask({ ...request, chunks: [text] })).answer;
  expect(await ask("a")).toEqual({ content: "a", calls: [] });
  const asked = ask("b");
  await vi.waitFor(() => expect(one.strays?.()).toEqual(["oops"]), { timeout: 60_000 });
  for (const run of timers) run();
  expect(await asked).toEqual({ wrong: "not JSON" });
  expect(await ask("c")).toEqual({ content: "c", calls: [] });
});

test("a second answer to one request leaves nothing to go by", async () => {
  const one = start(answering("[1,2].map(()=>JSON.stringify({id:q.id,content:'',calls:[]})).join('\\n')"));
  await one.ask(request);
  await expect(one.ask(request)).rejects.toMatchObject({ message: expect.stringMatching(/a request a second time/) as string });
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
