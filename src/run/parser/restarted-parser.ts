import { McpcheckError } from "../../base/mcpcheck-error.ts";
import type { ParserRequest } from "./answer/parser-answer.ts";
import type { ParserExchange, ParserUnderTest } from "./parser-under-test.ts";

/** Ended or silent more often than this, a parser is asked no further. */
const mostEnds = 20;

/**
 * A parser that is started again where it ended or fell silent. What was open then is asked again, each alone: what ends a new process as
 * well, one that has just answered something else, is the fault of its case, and other cuts of the same text are not asked any more. A
 * parser that answers nothing at all, not even plain text, fails every request, as `start` made it.
 */
export function restartedParser(start: () => ParserUnderTest): ParserUnderTest {
  let current = start();
  /** Something it has answered: what shows that a new process works. */
  let control: ParserRequest | undefined;
  let ends = 0;
  let restarts = 0;
  let hopeless: McpcheckError | undefined;
  /** What ends it, and how. */
  const fatal = new Map<string, string>();
  const strays: string[] = [];
  /** What was open when a process ended is asked one after the other, and nothing else meanwhile. */
  let queue: Promise<unknown> = Promise.resolve();

  async function restart(request: ParserRequest, error: McpcheckError): Promise<void> {
    const gone = current;
    strays.push(...(gone.strays?.() ?? []));
    await gone.close();
    ends += 1;
    const isLost = control === undefined && gone.isSilent?.() === true;
    if (isLost || ends > mostEnds) throw (hopeless = isLost ? error : tooOften(error));
    current = start();
    restarts += 1;
    const plain = control ?? { format: request.format, chunks: ["Hello."], tools: [] };
    try {
      await current.ask(plain);
    } catch {
      throw (hopeless = error);
    }
    control = plain;
  }

  /** Asks again what a process that is gone left unanswered. */
  async function alone(request: ParserRequest, asked: ParserUnderTest, error: McpcheckError): Promise<ParserExchange> {
    if (hopeless !== undefined) throw hopeless;
    const known = fatal.get(keyOf(request));
    if (known !== undefined) return without(request, known, true);
    if (asked === current) await restart(request, error);
    try {
      return await current.ask(request);
    } catch (again) {
      if (!isEnd(again)) throw again;
      const reason = reasonOf(again);
      fatal.set(keyOf(request), reason);
      await restart(request, again);
      return without(request, reason, false);
    }
  }

  return {
    window: current.window,
    strays: () => [...strays, ...(current.strays?.() ?? [])],
    restarts: () => restarts,
    async ask(request) {
      await queue;
      const known = fatal.size === 0 ? undefined : fatal.get(keyOf(request));
      if (known !== undefined) return without(request, known, true);
      const asked = current;
      try {
        const exchange = await asked.ask(request);
        control ??= request;
        return exchange;
      } catch (error) {
        if (!isEnd(error)) throw error;
        const turn = queue.then(async () => await alone(request, asked, error));
        queue = turn.catch(() => undefined);
        return await turn;
      }
    },
    close: async () => await current.close(),
  };
}

const isEnd = (error: unknown): error is McpcheckError => error instanceof McpcheckError && error.code === "subject";

const tooOften = (error: McpcheckError): McpcheckError =>
  new McpcheckError("subject", `${error.message}; it ended or fell silent ${mostEnds + 1} times`, {
    stderrTail: error.stderrTail ?? "",
  });

/** What a request is about, however its text is cut. */
function keyOf({ format, chunks, input, prefix, tools }: ParserRequest): string {
  return JSON.stringify([format, input ?? (Array.isArray(chunks) ? chunks.join("") : chunks), prefix, tools]);
}

/** As much of the last line of standard error as is told. */
const shownLimit = 120;

function reasonOf({ message, cause, stderrTail = "" }: McpcheckError): string {
  const said = stderrTail.trimEnd().split("\n").at(-1) ?? "";
  return `${typeof cause === "string" ? cause : message}${said === "" ? "" : `; its standard error ends with ${JSON.stringify(said.slice(0, shownLimit))}`}`;
}

/** An exchange in which nothing came back; `skipped` where it was not even asked, for it is known what comes of the text. */
function without(request: ParserRequest, reason: string, skipped: boolean): ParserExchange {
  return {
    request: () => JSON.stringify(request),
    reply: () => "",
    answer: { wrong: reason, absent: true },
    ...(skipped ? { skipped } : {}),
  };
}
