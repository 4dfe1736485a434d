import { urlElicitationRequired } from "../../../jsonrpc/error-codes.ts";
import { valueAt, isArray, type Json } from "../../../jsonrpc/json.ts";
import { refused, calls } from "../../../trace/call.ts";
import { notificationsFrom } from "../../../trace/facts/server-message.ts";
import type { Trace } from "../../../trace/trace.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, judgeEach, notApplicable, overall, overallIfAny } from "../../outcome.ts";
import { allElicitations, urlElicitations } from "../../rules/elicitations-seen.ts";
import { textOrJson } from "../../rules/text-forms.ts";

const noUrl = "the server elicited nothing by URL";

export const elicitationUrlValid: Check = {
  id: "elicitation.url-valid",
  title: "URL mode carries a valid URL",
  subject: "server",
  level: "MUST",
  spec: { "2025-11-25": "client/elicitation#url-mode-elicitation-requests" },
  advice: "Give an absolute URL.",
  verify: (trace) =>
    judgeEach(urlElicitations(trace), noUrl, ({ params }) =>
      isUrlText(params["url"]) ? undefined : `url is ${JSON.stringify(params["url"]) ?? "missing"}`,
    ),
};

/** Those of the web have a host; others need none (`mailto:a@b`), and `localhost:80` is one by its form: that it is not https is told. */
const isUrlText = (value: Json | undefined): boolean =>
  typeof value === "string" && (/^https?:\/\/[^\s/?#]+/i.test(value) || /^(?!https?:)[a-z][a-z0-9+.-]*:\S/i.test(value));

export const elicitationUrlHttps: Check = {
  id: "elicitation.url-https",
  title: "URL mode uses https",
  subject: "server",
  level: "SHOULD",
  spec: { "2025-11-25": "client/elicitation#safe-url-handling" },
  advice: "Use https; http is for development on the loopback.",
  tolerance: "http on localhost is accepted.",
  verify: (trace) =>
    judgeEach(urlElicitations(trace), noUrl, ({ params }) => {
      const url = textOrJson(params["url"]);
      if (!isUrlText(params["url"])) return undefined; // what is not a URL at all is judged by elicitation.url-valid
      return /^https:\/\//i.test(url) || /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])([:/?#]|$)/i.test(url)
        ? undefined
        : `url is ${JSON.stringify(url)}`;
    }),
};

export const elicitationUrlId: Check = {
  id: "elicitation.url-id",
  title: "URL mode carries an elicitationId",
  subject: "server",
  level: "MUST",
  spec: { "2025-11-25": "client/elicitation#url-mode-elicitation-requests", "2026-07-28": "removed" },
  advice: "Add an elicitationId that is unique on this server.",
  verify: (trace) =>
    judgeEach(urlElicitations(trace), noUrl, ({ params }) =>
      typeof params["elicitationId"] === "string"
        ? undefined
        : `elicitationId is ${JSON.stringify(params["elicitationId"]) ?? "missing"}`,
    ),
};

export const elicitationCompleteKnown: Check = {
  id: "elicitation.complete-known",
  title: "notifications/elicitation/complete names an elicitation that was begun",
  subject: "server",
  level: "MUST",
  spec: { "2025-11-25": "client/elicitation#completion-notifications-for-url-mode-elicitation", "2026-07-28": "removed" },
  advice: "Send it only to the client that was asked, with the elicitationId of the request or error.",
  verify(trace) {
    const sent = notificationsFrom(trace, "notifications/elicitation/complete");
    return overallIfAny(
      sent.map((message) => {
        const id = valueAt(message.frame.params, "elicitationId");
        const known = id !== undefined && begun(trace).some((one) => one.id === id && one.seq < message.seq);
        return { ref: message, wrong: known ? undefined : `elicitationId ${JSON.stringify(id) ?? "(none)"} was never begun` };
      }),
      "the server completed no elicitation",
    );
  },
};

function begun(trace: Trace): { seq: number; id: Json | undefined }[] {
  return [
    ...allElicitations(trace).map((wish) => ({ seq: wish.seq, id: wish.params["elicitationId"] })),
    ...requiredErrors(trace).flatMap(({ seq, elicitations }) =>
      elicitations.map((one) => ({ seq, id: valueAt(one, "elicitationId") })),
    ),
  ];
}

function requiredErrors(trace: Trace): { seq: number; elicitations: readonly Json[]; data: Json | undefined }[] {
  return refused(calls(trace))
    .filter((call) => call.answer.frame.error.code === urlElicitationRequired)
    .map((call) => {
      const data = call.answer.frame.error.data;
      const list = valueAt(data, "elicitations");
      return { seq: call.answer.seq, elicitations: isArray(list) ? list : [], data };
    });
}

export const elicitationRequiredError: Check = {
  id: "elicitation.required-error",
  title: "Error -32042 lists URL elicitations, each with its elicitationId",
  subject: "server",
  level: "MUST",
  spec: { "2025-11-25": "client/elicitation#url-elicitation-required-error", "2026-07-28": "removed" },
  advice: "Fill data.elicitations with what has to be done before the request is sent again.",
  explains: [{ checks: ["schema.error"], within: "message" }],
  verify(trace) {
    const errors = requiredErrors(trace);
    if (errors.length === 0) return notApplicable("no request was answered with -32042");
    return overall(
      errors.flatMap(({ seq, elicitations }): Exhibit[] => {
        if (elicitations.length === 0) return [{ ref: seq, wrong: "data.elicitations lists nothing" }];
        return elicitations.map((one) => ({
          ref: seq,
          wrong:
            valueAt(one, "mode") === "url" && typeof valueAt(one, "elicitationId") === "string"
              ? undefined
              : `mode ${JSON.stringify(valueAt(one, "mode"))} with elicitationId ${JSON.stringify(valueAt(one, "elicitationId"))}`,
        }));
      }),
      "no request was answered with -32042",
    );
  },
};
