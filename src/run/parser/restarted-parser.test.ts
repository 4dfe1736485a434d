import { expect, test } from "vitest";
import { McpcheckError } from "../../base/mcpcheck-error.ts";
import type { ParserRequest } from "./answer/parser-answer.ts";
import type { ParserUnderTest } from "./parser-under-test.ts";
import { restartedParser } from "./restarted-parser.ts";

const asking = (text: string, cut = text.length): ParserRequest => ({
  format: "hermes",
  chunks: [text.slice(0, cut), text.slice(cut)],
  tools: [],
});

/** Parsers that end at some texts, with all that was asked of any of them; `ending` says of the so-manieth process what ends it. */
function parsers(ending: (text: string, process: number) => boolean, silent = false) {
  const asked: string[] = [];
  let started = 0;
  let open = 0;
  const start = (): ParserUnderTest => {
    const process = (started += 1);
    let dead: McpcheckError | undefined;
    open += 1;
    return {
      window: 8,
      isSilent: () => silent,
      async ask({ chunks }) {
        const text = (chunks as readonly string[]).join("");
        asked.push(`${process} ${text}`);
        await Promise.resolve(); // what is asked at once is open together
        if (ending(text, process))
          dead ??= new McpcheckError("subject", "p: it ended", { cause: "it ended", stderrTail: "a\nboom\n" });
        await Promise.resolve();
        if (dead !== undefined) throw dead;
        return { request: () => text, reply: () => text, answer: { content: text, calls: [] } };
      },
      async close() {
        open -= 1;
      },
    };
  };
  return { asked, parser: restartedParser(start), counts: () => [started, open] };
}

const answersOf = async (parser: ParserUnderTest, requests: readonly ParserRequest[]): Promise<object[]> =>
  (await Promise.all(requests.map(async (one) => await parser.ask(one)))).map(({ answer, skipped }) => ({ answer, skipped }));

const fatal = { wrong: 'it ended; its standard error ends with "boom"', absent: true };

test("what ends a parser alone as well is the fault of its case, and all else is answered", async () => {
  const { parser, counts, asked } = parsers((text) => text === "bad");
  expect(await answersOf(parser, [asking("first")])).toMatchObject([{ answer: { content: "first" } }]);
  expect(await answersOf(parser, [asking("one"), asking("bad"), asking("two")])).toEqual([
    { answer: { content: "one", calls: [] }, skipped: undefined },
    { answer: fatal, skipped: undefined },
    { answer: { content: "two", calls: [] }, skipped: undefined },
  ]);
  expect(await answersOf(parser, [asking("bad", 1), asking("last")])).toEqual([
    { answer: fatal, skipped: true },
    { answer: { content: "last", calls: [] }, skipped: undefined },
  ]);
  // A new process has to answer what was answered before, and then what was open is asked alone.
  expect(asked.filter((one) => one.startsWith("2"))).toEqual(["2 first", "2 one", "2 bad"]);
  expect(parser.restarts?.()).toBe(2);
  await parser.close();
  expect(counts()).toEqual([3, 0]);
});

test("a parser that ends once is asked again, and nothing is held against it", async () => {
  const { parser } = parsers((text, process) => text === "two" && process === 1);
  expect(await answersOf(parser, [asking("one"), asking("two")])).toMatchObject([
    { answer: { content: "one" } },
    { answer: { content: "two" } },
  ]);
});

test("one that ends at the very first case is judged if it answers plain text", async () => {
  const { parser } = parsers((text) => text === "bad");
  expect(await answersOf(parser, [asking("bad"), asking("good")])).toMatchObject([
    { answer: fatal },
    { answer: { content: "good" } },
  ]);
});

test.each([
  ["ends at everything", false, 2],
  ["is silent from the beginning, and not waited for again", true, 1],
])("one that %s is not judged", async (_, silent, starts) => {
  const { parser, counts } = parsers(() => true, silent);
  await expect(parser.ask(asking("one"))).rejects.toThrow("p: it ended");
  await expect(parser.ask(asking("two"))).rejects.toThrow("p: it ended");
  await parser.close();
  expect(counts()[0]).toBe(starts);
});

test("one that ends all the time is asked no further", async () => {
  const { parser } = parsers((text) => text.startsWith("bad"));
  await parser.ask(asking("good"));
  const many = Promise.all(Array.from({ length: 30 }, async (_one, index) => await parser.ask(asking(`bad ${index}`))));
  await expect(many).rejects.toThrow(/it ended or fell silent 21 times/);
});
