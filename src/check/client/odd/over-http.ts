import type { Check } from "../../check.ts";
import { places } from "../../places.ts";
import { goesOn } from "../../rules/clients/goes-on.ts";

const streams = { scenario: "hostile.streams", transports: ["http"], spec: places.sseAnswers, lawful: true } as const;
const failures = { scenario: "hostile.failures", transports: ["http"], spec: places.sseAnswers } as const;

/** Comments in a stream are nothing. */
export const streamComments: Check = goesOn({
  ...streams,
  id: "http.client-stream-comments",
  oddity: "comments",
  title: "Comments, unknown fields and empty events in a stream disturb no call",
  advice: "Read event streams as their standard says: comments and unknown fields are dropped, an event without data is none.",
});

/** How a stream is cut into pieces on its way is nobody's business. */
export const streamPieces: Check = goesOn({
  ...streams,
  id: "http.client-stream-pieces",
  oddity: "three bytes at a time: naïve ✓ 😀 日本語",
  title: "An event that arrives in pieces, cut within characters too, is one message",
  advice: "Decode the stream as a whole and cut it at line ends, not at what one read brings.",
});

/** A stream may stay open. */
export const streamOpen: Check = goesOn({
  ...streams,
  id: "http.client-stream-open",
  oddity: "left open",
  title: "A call is done when its answer came, though the server leaves the stream open",
  advice: "Hand the answer on as soon as it is there; do not wait for the end of the stream.",
});

/** A media type may have parameters. */
export const mediaTypeParameters: Check = goesOn({
  ...streams,
  id: "http.client-media-type",
  oddity: "capitals and a charset",
  title: "A media type in capitals and with a charset is the media type it is",
  advice: "Compare media types without their parameters and without regard to case.",
});

/** A page of a gateway is survived. */
export const errorPage: Check = goesOn({
  ...failures,
  id: "http.client-error-page",
  oddity: "a page of a gateway",
  title: "A client goes on after a page with status 502 came for an answer",
  advice: "Let that call fail with the status, and that call alone.",
});

/** A page that says it is well is survived. */
export const htmlAnswer: Check = goesOn({
  ...failures,
  id: "http.client-html-answer",
  oddity: "a page for an answer",
  title: "A client goes on after an HTML page with status 200 came for an answer",
  advice: "Let that call fail, and that call alone.",
});

/** An answer that breaks off is survived. */
export const cutAnswer: Check = goesOn({
  ...failures,
  id: "http.client-cut-answer",
  oddity: "cut off",
  title: "A client goes on after an answer that breaks off in the middle",
  advice: "Let that call fail when the body ends before its length, and that call alone.",
});
