import { type Frame, textBehind } from "../../../jsonrpc/frame.ts";
import { isArray, isObject } from "../../../jsonrpc/json.ts";
import { methodNotFound } from "../../../jsonrpc/error-codes.ts";
import { frameIn } from "../../../trace/frame-in.ts";
import { errorCodeOf, isSuccess, mediaType, type Posted, posts, responded } from "../../../trace/facts/http-facts.ts";
import { exchangesTagged } from "../../../trace/step.ts";
import { stepOf } from "../../../trace/step-index.ts";
import type { Trace } from "../../../trace/trace.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, notApplicable, type Outcome, overall } from "../../outcome.ts";
import { statusAnyway, turnedAwayAnyway } from "../../rules/status-anyway.ts";
import { places } from "../../places.ts";
import { shortJson } from "../../rules/text-forms.ts";

const accepted = (trace: Trace, kind: Posted["frame"]["kind"]): Posted[] =>
  posts(trace).filter((post) => post.frame.kind === kind && isSuccess(post.response.status));

export const answerMediaType: Check = {
  id: "http.answer-media-type",
  title: "A request is answered with application/json or text/event-stream",
  subject: "server",
  level: "MUST",
  spec: places.sending,
  transports: ["http"],
  advice: "Set Content-Type on every answer to a request.",
  verify(trace) {
    return overall(
      accepted(trace, "request").map((post): Exhibit => {
        const type = mediaType(post);
        const fine = type === "application/json" || type === "text/event-stream";
        return {
          ref: post.response,
          wrong: fine ? undefined : `Content-Type is ${JSON.stringify(type)} with status ${post.response.status}`,
        };
      }),
      "no request was accepted",
    );
  },
};

export const jsonAnswer: Check = {
  id: "http.json-answer",
  title: "An application/json answer to a request is one JSON object: the response",
  subject: "server",
  level: "MUST",
  spec: places.sending,
  transports: ["http"],
  advice: "Send the response alone as the body; notifications need an event stream.",
  explains: [{ checks: ["jsonrpc.no-batches"], within: "exchange" }],
  verify(trace) {
    const requests = accepted(trace, "request");
    if (requests.length > 0 && requests.every((post) => mediaType(post) !== "application/json"))
      return notApplicable("the server answers every request with a stream");
    return overall(
      requests.flatMap((post): Exhibit[] => {
        const { body } = post;
        const frame = body === undefined || body.cut ? undefined : frameIn(body);
        if (mediaType(post) !== "application/json" || body === undefined || frame === undefined) return [];
        return frame.kind === "too-large" ? [] : [{ ref: body, wrong: wrongBody(frame, body.text) }];
      }),
      "no request was answered with application/json",
    );
  },
};

function wrongBody(frame: Exclude<Frame, { kind: "too-large" }>, text: string): string | undefined {
  if (frame.kind === "not-json") return `the body is not JSON: ${JSON.stringify(text.slice(0, 60))}`;
  if (text.startsWith("\uFEFF")) return "a byte order mark comes before the body";
  const behind = textBehind(text, frame);
  if (behind !== undefined) return `text stands behind the JSON of the body: ${shortJson(behind)}`;
  if (frame.kind === "not-jsonrpc" && frame.answers !== undefined) return undefined;
  const { value } = frame;
  if (isArray(value)) return "the body is an array, expected one object";
  if (!isObject(value)) return `the body is ${text.slice(0, 60)}, expected one object`;
  return "result" in value || "error" in value ? undefined : "the body is an object without result or error";
}

/** What was accepted must be answered 202 without a body; what was not, with an error status. */
function takenOrRefused(trace: Trace, kinds: readonly Posted["frame"]["kind"][], none: string): Outcome {
  return overall(
    posts(trace)
      .filter((post) => kinds.includes(post.frame.kind))
      .map(({ response, body }): Exhibit => {
        if (response.status >= 400) return { ref: response };
        if (response.status !== 202) return { ref: response, wrong: `status ${response.status}, expected 202` };
        if (body !== undefined && body.bytes > 0) return { ref: body, wrong: `a body of ${body.bytes} bytes, expected none` };
        return { ref: response };
      }),
    none,
  );
}

export const notificationAccepted: Check = {
  id: "http.notification-accepted",
  title: "An accepted notification is answered with 202 and no body",
  subject: "server",
  level: "MUST",
  spec: places.sending,
  transports: ["http"],
  advice: "Answer 202 before doing the work; clients may take 200 for an answer to wait for.",
  tolerance: "What cannot be accepted is answered with an error status; that is not a violation.",
  verify: (trace) => takenOrRefused(trace, ["notification"], "no notification was sent"),
};

export const responseAccepted: Check = {
  id: "http.response-accepted",
  title: "An accepted response of the client is answered with 202 and no body",
  subject: "server",
  level: "MUST",
  spec: { "2025-03-26": "basic/transports#sending-messages-to-the-server", "2026-07-28": "removed" },
  transports: ["http"],
  advice: "Treat responses like notifications: 202 and nothing else.",
  tolerance: "What cannot be accepted (a response to nothing) is answered with an error status; that is not a violation.",
  verify: (trace) => takenOrRefused(trace, ["result", "error"], "no response was sent to the server"),
};

export const malformedRefused: Check = {
  id: "http.malformed-refused",
  title: "A POST whose body is not JSON is refused with a 4xx status",
  subject: "server",
  level: "SHOULD",
  spec: places.sending,
  transports: ["http"],
  advice: "Answer 400, with the JSON-RPC error -32700 in the body if you like.",
  tolerance:
    "An error status is a MUST for notifications and responses; for what cannot be told apart from them it is taken as a SHOULD.",
  verify(trace) {
    return overall(
      responded(exchangesTagged(trace, "malformed-json")).map(({ response }): Exhibit => ({
        ref: response,
        wrong: response.status >= 400 && response.status < 500 ? undefined : `status ${response.status}, expected 400`,
      })),
      "no broken JSON was posted",
    );
  },
};

export const foreignMediaType: Check = {
  id: "http.foreign-media-type",
  title: "A POST that is not application/json is refused",
  subject: "server",
  level: "PRACTICE",
  spec: places.sending,
  transports: ["http"],
  advice: "Answer 415: web pages can post text/plain to any host without asking first.",
  verify(trace) {
    return overall(
      responded(exchangesTagged(trace, "text-plain")).map(({ response }): Exhibit => ({
        ref: response,
        wrong: isSuccess(response.status) ? `a request sent as text/plain was served with status ${response.status}` : undefined,
      })),
      "nothing was posted as text/plain",
    );
  },
};

export const noServerError: Check = {
  id: "http.no-server-error",
  title: "What the client does wrong is never answered with a 5xx status",
  subject: "server",
  level: "PRACTICE",
  spec: places.sending,
  transports: ["http"],
  advice: "Catch errors of parsing and validation and answer 4xx; proxies and clients repeat what failed with 5xx.",
  verify(trace) {
    return overall(
      posts(trace).flatMap((post): Exhibit[] => {
        const { status } = post.response;
        if (stepOf(trace, post.request)?.tag === undefined || statusAnyway(trace, post)) return [];
        return [{ ref: post.response, wrong: status >= 500 ? `status ${status}` : undefined }];
      }),
      "nothing deviant was posted",
    );
  },
};

export const unknownMethodStatus: Check = {
  id: "http.unknown-method-404",
  title: "A request for a method the server does not have is answered with 404 and -32601",
  subject: "server",
  level: "MUST",
  spec: { "2026-07-28": "basic/transports/streamable-http#protocol-version-header" },
  transports: ["http"],
  advice: "Answer 404 with the JSON-RPC error in the body: that is how clients tell it from an endpoint that does not exist.",
  verify(trace) {
    return overall(
      responded(exchangesTagged(trace, "unknown-method")).flatMap((exchange): Exhibit[] => {
        const { response } = exchange;
        if (turnedAwayAnyway(trace, exchange)) return [];
        if (response.status !== 404) return [{ ref: response, wrong: `status ${response.status}, expected 404` }];
        const code = errorCodeOf(trace, exchange);
        const wrong = `404 with error code ${JSON.stringify(code ?? null)}, expected ${methodNotFound}`;
        return [{ ref: response, wrong: code === methodNotFound ? undefined : wrong }];
      }),
      "no unknown method was asked for",
    );
  },
};
