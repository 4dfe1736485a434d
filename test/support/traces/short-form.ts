import type { WireEvent } from "../../../src/trace/wire-event.ts";

/** What an event is about: all of its members but `seq`, `at` and `connection`, which follow from where it stands. */
export type Matter<E extends WireEvent = WireEvent> = E extends WireEvent ? Omit<E, "seq" | "at" | "connection"> : never;

/** The short form of the kinds that have one: a line and indented lines below it, or what does not read back the same. */
export function writeShort(event: Matter): string | undefined {
  switch (event.kind) {
    case "step": {
      const more = [event.tag, event.deviant === true ? "deviant" : undefined].filter((word) => word !== undefined);
      return ["step", event.scenario, event.verb, ...more].join(" ");
    }
    case "frame":
      return `${event.direction} ${event.text}`;
    case "http-request": {
      const { exchange, method, url, headers, body } = event;
      return `http-request ${exchange} ${method} ${url}${indented([...headerLines(headers), ...barred(body ?? undefined)])}`;
    }
    case "http-response":
      return `http-response ${event.exchange} ${event.status}${indented(headerLines(event.headers))}`;
    case "http-body":
      return `http-body ${event.exchange}${indented(barred(event.text === "" ? undefined : event.text))}`;
    case "http-end":
      return `http-end ${event.exchange} ${event.how}`;
    case "sse-event": {
      const { kind: _kind, exchange, ...fields } = event;
      return `sse-event ${exchange}${indented(headerLines(Object.entries(fields)))}`;
    }
    default:
      return undefined;
  }
}

/**
 * What a short form says: `word` begins its line, `rest` follows there, `below` are the lines indented below. Undefined for words
 * without a short form. @throws Error when there is no number where one should be
 */
export function readShort(word: string, rest: string, below: readonly string[]): Readonly<Record<string, unknown>> | undefined {
  const [first = "", second = "", ...more] = rest.split(" ");
  switch (word) {
    case "sent":
    case "received":
      return { kind: "frame", direction: word, text: rest, bytes: Buffer.byteLength(rest), terminator: "\n" };
    case "step": {
      const [tag, deviant] = more;
      const step = { kind: word, scenario: first, verb: second, ...(tag !== undefined && { tag }) };
      return deviant === undefined ? step : { ...step, deviant: deviant === "deviant" };
    }
    case "http-request": {
      const [headers, body = null] = [headersIn(below), unbarred(below)];
      return { kind: word, exchange: numeral(first), method: second, url: more.join(" "), headers, body };
    }
    case "http-response":
      return { kind: word, exchange: numeral(first), status: numeral(second), headers: headersIn(below) };
    case "http-body": {
      const text = unbarred(below) ?? "";
      return { kind: word, exchange: numeral(first), text, bytes: Buffer.byteLength(text) };
    }
    case "http-end":
      return { kind: word, exchange: numeral(first), how: second };
    case "sse-event":
      return { kind: word, exchange: numeral(first), ...Object.fromEntries(headersIn(below)) };
    default:
      return undefined;
  }
}

/** A number of an exchange, or a status. */
function numeral(word: string): number {
  if (!/^\d+$/.test(word)) throw new Error(`expected a number, found "${word}"`);
  return Number(word);
}

const indented = (lines: readonly string[]): string => lines.map((line) => `\n  ${line}`).join("");

/** The lines of a message, each after a bar. */
function barred(message: string | undefined): string[] {
  return message === undefined ? [] : message.split("\n").map((line) => (line === "" ? "|" : `| ${line}`));
}

function unbarred(below: readonly string[]): string | undefined {
  const lines = below.filter((line) => line.startsWith("|"));
  return lines.length === 0 ? undefined : lines.map((line) => line.slice(2)).join("\n");
}

function headerLines(headers: readonly (readonly [string, unknown])[]): string[] {
  return headers.map(([name, value]) => `${name}: ${String(value)}`);
}

function headersIn(below: readonly string[]): [string, string][] {
  return below
    .filter((line) => !line.startsWith("|"))
    .map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]);
}
