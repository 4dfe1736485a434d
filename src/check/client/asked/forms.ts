import { type AskedOfClient, askedOfClient } from "../../../trace/facts/asked-of-client.ts";
import type { Trace } from "../../../trace/trace.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, overallIfAny } from "../../outcome.ts";
import { contentDefect } from "../../rules/form-content.ts";
import { shortJson } from "../../rules/text-forms.ts";

const forms = (trace: Trace): readonly AskedOfClient[] =>
  askedOfClient(trace, "elicitation/create").filter(({ params }) => params["mode"] === undefined || params["mode"] === "form");

const accepted = ({ reply }: AskedOfClient): boolean => reply?.kind === "result" && reply.result["action"] === "accept";

/** A form without a mode is a form. */
export const modeOmitted: Check = {
  id: "elicitation.client-mode-omitted",
  title: "A request for input without a mode is treated as a form",
  subject: "client",
  level: "MUST",
  spec: { "2025-11-25": "client/elicitation#elicitation-requests" },
  advice: 'Take a missing mode for "form".',
  tolerance: "Only where a form with its mode named was filled in on the same connection.",
  verify(trace) {
    const all = forms(trace);
    return overallIfAny(
      all.flatMap((asked): Exhibit[] => {
        const { params, connection, reply } = asked;
        const control = all.some((one) => one.params["mode"] === "form" && one.connection === connection && accepted(one));
        if (params["mode"] !== undefined || reply === undefined || !control) return [];
        return [{ ref: reply, wrong: refusalIn(asked) }];
      }),
      "no form was filled in whose mode was named, beside one whose mode was not",
    );
  },
};

function refusalIn({ reply }: AskedOfClient): string | undefined {
  switch (reply?.kind) {
    case "error":
      return `a form whose mode is named was filled in, one without a mode was refused by ${shortJson(reply.code)}`;
    case "left-out":
      return "a form whose mode is named was filled in, one without a mode was left out";
    default:
      return undefined;
  }
}

/** What is sent fits what was asked for. */
export const contentFits: Check = {
  id: "elicitation.client-content-fits",
  title: "The content of an accepted form fits the schema that was asked for",
  subject: "client",
  level: "SHOULD",
  spec: {
    "2025-06-18": "client/elicitation#security-considerations",
    "2025-11-25": "client/elicitation#form-mode-security",
  },
  advice: "Validate what the user entered against requestedSchema before you send it.",
  verify: (trace) =>
    overallIfAny(
      forms(trace).flatMap((asked): Exhibit[] => {
        const { params, reply } = asked;
        if (!accepted(asked) || reply?.kind !== "result") return [];
        return [{ ref: reply, wrong: contentDefect(params["requestedSchema"], reply.result["content"]) }];
      }),
      "the client accepted no form",
    ),
};

/** The id of an elicitation means nothing to a client. */
export const elicitationIdOpaque: Check = {
  id: "elicitation.client-id-opaque",
  title: "The id of an elicitation may be any text",
  subject: "client",
  level: "MUST",
  spec: { "2025-11-25": "schema#elicitrequesturlparams", "2026-07-28": "removed" },
  advice: "Take elicitationId as a text that is only ever compared: it need not be a UUID, a word or a number.",
  tolerance: "Only where a page whose id is a plain word was answered on the same connection.",
  verify(trace) {
    const pages = askedOfClient(trace, "elicitation/create").filter(({ params }) => params["mode"] === "url");
    const isPlain = ({ params }: AskedOfClient): boolean => /^"[\w-]+"$/.test(JSON.stringify(params["elicitationId"] ?? null));
    return overallIfAny(
      pages.flatMap((asked): Exhibit[] => {
        const { connection, reply, params } = asked;
        const control = pages.some((one) => isPlain(one) && one.connection === connection && one.reply?.kind === "result");
        if (isPlain(asked) || reply === undefined || !control) return [];
        const refused = `a page with a plain id was answered, the one with ${shortJson(params["elicitationId"])} refused`;
        return [{ ref: reply, wrong: reply.kind === "error" ? refused : undefined }];
      }),
      "no client answered a page whose id is a plain word, beside one whose id is not",
    );
  },
};
