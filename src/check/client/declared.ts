import { invalidParams, methodNotFound } from "../../jsonrpc/error-codes.ts";
import { isObject, type Json, valueAt } from "../../jsonrpc/json.ts";
import { clientCalls } from "../../trace/facts/client-facts.ts";
import { askedOfClient } from "../../trace/facts/asked-of-client.ts";
import { allCalls, type Call } from "../../trace/call.ts";
import type { Trace } from "../../trace/trace.ts";
import type { Check } from "../check.ts";
import { type Exhibit, overall, overallIfAny } from "../outcome.ts";
import { shortJson } from "../rules/text-forms.ts";

/** What the client declared in the opening of the conversation a request of the server belongs to. */
function declaredTo(trace: Trace, { request }: Call): Json | undefined {
  const opening = clientCalls(trace, "initialize").findLast(
    (call) => call.request.connection === request.connection && call.request.seq < request.seq,
  );
  return valueAt(opening?.request.frame.params, "capabilities");
}

const unserved = (method: string): string => `the client answered no ${method}`;

/** A check that what is served was declared. */
function servedDeclared(method: string, capability: string, spec: Check["spec"]): Check {
  const [area = ""] = method.split("/");
  return {
    id: `${area}.client-declared`,
    title: `A client that serves ${method} has declared the capability ${capability}`,
    subject: "client",
    level: "MUST",
    spec,
    advice: `Declare ${capability}, in initialize or in the _meta of every request, when you answer ${method}, and refuse it by -32601 when you do not.`,
    verify: (trace) =>
      overall(
        askedOfClient(trace, method).flatMap(({ declared, reply }): Exhibit[] => {
          if (reply?.kind !== "result") return [];
          const wrong = isObject(declared[capability]) ? undefined : `${method} got a result, and ${capability} was not declared`;
          return [{ ref: reply, wrong }];
        }),
        unserved(method),
      ),
  };
}

/** Sampling is declared. */
export const samplingDeclared: Check = servedDeclared("sampling/createMessage", "sampling", {
  "2024-11-05": "client/sampling#capabilities",
});

/** Roots are declared. */
export const rootsDeclared: Check = servedDeclared("roots/list", "roots", {
  "2024-11-05": "client/roots#capabilities",
});

/** Elicitation is declared. */
export const elicitationDeclared: Check = servedDeclared("elicitation/create", "elicitation", {
  "2025-06-18": "client/elicitation#capabilities",
});

/** Roots are files. */
export const rootsAreFiles: Check = {
  id: "roots.client-file-uris",
  title: "Every root the client gives is a file:// URI",
  subject: "client",
  level: "MUST",
  spec: { "2024-11-05": "client/roots#root" },
  advice: "Give roots as absolute file:// URIs, escaped as URIs are.",
  verify: (trace) =>
    overall(
      askedOfClient(trace, "roots/list").flatMap(({ reply }): Exhibit[] => {
        const roots = reply?.kind === "result" ? reply.result["roots"] : undefined;
        if (reply === undefined || !Array.isArray(roots)) return [];
        return (roots as readonly Json[]).map((root) => {
          const uri = valueAt(root, "uri");
          const sound = typeof uri === "string" && uri.startsWith("file://");
          return { ref: reply, wrong: sound ? undefined : `a root has the uri ${shortJson(uri)}` };
        });
      }),
      "the client gave no root",
    ),
};

/** Who has no roots says so by the code for it. */
export const rootsUnsupportedCode: Check = {
  id: "roots.client-unsupported-code",
  title: "A client without roots refuses roots/list by -32601",
  subject: "client",
  level: "SHOULD",
  spec: { "2024-11-05": "client/roots#error-handling", "2026-07-28": "removed" },
  advice: "Answer -32601 when the client does not support roots.",
  verify: (trace) =>
    overallIfAny(
      allCalls(trace, "roots/list").flatMap((call): Exhibit[] => {
        const { answer } = call;
        if (answer?.frame.kind !== "error" || isObject(valueAt(declaredTo(trace, call), "roots"))) return [];
        const code = valueAt(answer.frame.value, "error", "code");
        return [{ ref: answer, wrong: code === methodNotFound ? undefined : `the code is ${shortJson(code)}` }];
      }),
      "no client without roots refused to list them",
    ),
};

/** Tools in sampling are refused unless they were declared. */
export const samplingToolsRefused: Check = {
  id: "sampling.client-tools-refused",
  title: "A client that has not declared sampling.tools gives no result to a sampling request with tools",
  subject: "client",
  level: "MUST",
  spec: { "2025-11-25": "schema#createmessagerequestparams" },
  advice: "Refuse sampling/createMessage with tools or toolChoice unless sampling.tools was declared.",
  verify: (trace) =>
    overallIfAny(
      askedOfClient(trace, "sampling/createMessage").flatMap(({ params, declared, reply }): Exhibit[] => {
        const { sampling } = declared;
        const asks = params["tools"] !== undefined || params["toolChoice"] !== undefined;
        if (reply === undefined || !asks || !isObject(sampling) || isObject(sampling["tools"])) return [];
        return [{ ref: reply, wrong: reply.kind === "result" ? "it was answered with a result" : undefined }];
      }),
      "no client that samples without tools was sent any",
    ),
};

/** Who says that it asks the user does so in some mode. */
export const elicitationOneMode: Check = {
  id: "elicitation.client-one-mode",
  title: "A client that declares elicitation serves a mode it declared; without a mode that is the form",
  subject: "client",
  level: "MUST",
  spec: { "2025-11-25": "client/elicitation#capabilities" },
  advice: "Declare the modes you serve, and answer each with accept, decline or cancel; do not declare elicitation otherwise.",
  verify(trace) {
    const served = askedOfClient(trace, "elicitation/create").flatMap(({ params, declared, reply }) => {
      const { elicitation } = declared;
      const mode = params["mode"] === "url" ? "url" : "form";
      if (!isObject(elicitation) || reply === undefined || reply.kind === "left-out") return [];
      const isDeclared = isObject(elicitation[mode]) || (mode === "form" && Object.keys(elicitation).length === 0);
      return isDeclared ? [{ mode, reply }] : [];
    });
    const good = served.filter(({ reply }) => reply.kind === "result");
    const refused = served.flatMap(({ mode, reply }): Exhibit[] => {
      const isRefusal = reply.kind === "error" && (reply.code === methodNotFound || reply.code === invalidParams);
      return isRefusal ? [{ ref: reply, wrong: `${mode} was declared, and is refused with ${shortJson(reply.code)}` }] : [];
    });
    return overallIfAny(
      good.length > 0 ? good.map(({ reply }) => ({ ref: reply })) : refused,
      "no client that declared elicitation was asked in a mode of its own",
    );
  },
};

/** A mode that was not declared is refused. */
export const elicitationModeRefused: Check = {
  id: "elicitation.client-mode-refused",
  title: "A client refuses an elicitation mode it has not declared by -32602",
  subject: "client",
  level: "MUST",
  spec: { "2025-11-25": "client/elicitation#error-handling", "2026-07-28": "removed" },
  advice: "Answer -32602 to a mode that is not among the declared ones.",
  verify: (trace) =>
    overallIfAny(
      allCalls(trace, "elicitation/create").flatMap((call): Exhibit[] => {
        const { request, answer } = call;
        const elicitation = valueAt(declaredTo(trace, call), "elicitation");
        if (answer === undefined || valueAt(request.frame.params, "mode") !== "url" || !isObject(elicitation)) return [];
        if (isObject(elicitation["url"])) return [];
        const code = answer.frame.kind === "error" ? valueAt(answer.frame.value, "error", "code") : undefined;
        const wrong =
          answer.frame.kind === "result"
            ? "it was answered with a result"
            : code === invalidParams
              ? undefined
              : `the code is ${shortJson(code)}`;
        return [{ ref: answer, wrong }];
      }),
      "no client without URL mode was sent a URL",
    ),
};
