import type { Check } from "../../check.ts";
import { places } from "../../places.ts";
import { goesOn } from "../../rules/clients/goes-on.ts";

const scenario = "hostile.lines";

/** Another line ending is survived. */
export const carriageReturns: Check = goesOn({
  id: "stdio.client-carriage-returns",
  scenario,
  oddity: "carriage return",
  title: "A client goes on after a line that ends in carriage return and line feed",
  spec: places.stdio,
  transports: ["stdio"],
  advice: "Take white space around a message for what JSON takes it for: nothing.",
});

/** How a line is cut into pieces on its way is nobody's business. */
export const linePieces: Check = goesOn({
  id: "stdio.client-pieces",
  scenario,
  oddity: "three bytes at a time: naïve ✓ 😀 日本語",
  lawful: true,
  title: "A line that arrives in pieces, cut within characters too, is one message",
  spec: places.stdio,
  transports: ["stdio"],
  advice: "Collect bytes up to the line feed, and decode only then.",
});

/** Bytes that are no text are survived. */
export const badUtf8: Check = goesOn({
  id: "stdio.client-bad-utf8",
  scenario,
  oddity: "bytes that are no text",
  title: "A client goes on after a line whose bytes are no UTF-8",
  spec: places.stdio,
  transports: ["stdio"],
  advice: "Decode line by line and without a fatal error: report a line that is no text, and read on with the next one.",
});
