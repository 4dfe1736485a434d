import { type Json, valueAt } from "../../../jsonrpc/json.ts";
import { resourceNotFound } from "../../../jsonrpc/error-codes.ts";
import { callsIn, doneSteps, toldSteps } from "../../../trace/told-steps.ts";
import { revisionOf } from "../../../trace/trace.ts";
import type { ShapeName } from "../../../spec/shape-registry.ts";
import { shapeDefects } from "../../../spec/validate.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, overall } from "../../outcome.ts";
import { lostMember } from "../../rules/clients/lost-member.ts";
import { shortJson } from "../../rules/text-forms.ts";

const tolerance = "Only of drivers that report what came of their steps; what they add is not looked at.";

type Kept = {
  readonly id: string;
  readonly title: string;
  readonly spec: Check["spec"];
  readonly advice: string;
  readonly verb: string;
  readonly method: string;
  /** What tells the requests of a scenario apart, in the step and in the params. */
  readonly by: string;
  /** The member of the result that has to arrive. */
  readonly member: string;
  /** What the result is: of one that is not, a client may make what it can. */
  readonly shape: ShapeName;
};

/** A check that a part of a result reaches the caller. */
function kept({ id, title, spec, advice, verb, method, by, member, shape }: Kept): Check {
  return {
    id,
    title,
    subject: "client",
    level: "PRACTICE",
    spec,
    advice,
    tolerance,
    verify(trace) {
      const revision = revisionOf(trace);
      const isMisshapen = (answer: Json): boolean =>
        revision !== undefined && shapeDefects(answer, shape, revision).some(({ pointer }) => pointer.startsWith(`/${member}`));
      return overall(
        doneSteps(trace, verb, method, by).flatMap(({ report, answer, result }): Exhibit[] => {
          if (answer[member] === undefined || isMisshapen(answer)) return [];
          const place = lostMember(answer[member], result[member], `/${member}`);
          return [{ ref: report, wrong: place === undefined ? undefined : `${place} of the result is not what the caller got` }];
        }),
        `no client that reports its steps had a result of ${method}`,
      );
    },
  };
}

/** What a tool gave. */
export const contentKept: Check = kept({
  id: "tools.client-content-kept",
  title: "Every content block of a result reaches the caller",
  spec: { "2024-11-05": "server/tools#tool-result" },
  advice: "Hand all blocks on in their order: text, images, audio, links and embedded resources, with their annotations.",
  verb: "call-tool",
  method: "tools/call",
  by: "name",
  member: "content",
  shape: "CallToolResult",
});

/** What a resource holds. */
export const resourceKept: Check = kept({
  id: "resources.client-contents-kept",
  title: "The contents of a resource reach the caller",
  spec: { "2024-11-05": "server/resources#reading-resources" },
  advice: "Hand texts and blobs on as they are, with their URIs and media types.",
  verb: "read-resource",
  method: "resources/read",
  by: "uri",
  member: "contents",
  shape: "ReadResourceResult",
});

/** What a prompt says. */
export const promptKept: Check = kept({
  id: "prompts.client-messages-kept",
  title: "The messages of a prompt reach the caller",
  spec: { "2024-11-05": "server/prompts#getting-a-prompt" },
  advice: "Hand all messages on in their order, each with its role and its content.",
  verb: "get-prompt",
  method: "prompts/get",
  by: "name",
  member: "messages",
  shape: "GetPromptResult",
});

/** What completes an argument. */
export const completionKept: Check = kept({
  id: "completion.client-values-kept",
  title: "The completions of a server reach the caller",
  spec: { "2024-11-05": "server/utilities/completion#requesting-completions" },
  advice: "Hand the values on in their order, with total and hasMore.",
  verb: "complete",
  method: "completion/complete",
  by: "argument",
  member: "completion",
  shape: "CompleteResult",
});

/** An error reaches who called. */
export const errorKept: Check = {
  id: "jsonrpc.client-error-kept",
  title: "The error a request was answered with reaches the caller, with its words",
  subject: "client",
  level: "PRACTICE",
  spec: {
    "2024-11-05": "basic/messages#responses",
    "2025-03-26": "basic/index#responses",
    "2025-11-25": "basic/index#error-responses",
  },
  advice: "Let the request fail, and keep code and message of the error.",
  tolerance,
  verify: (trace) =>
    overall(
      toldSteps(trace, "call-tool").flatMap(({ scenario, told, report }): Exhibit[] => {
        const calls = callsIn(trace, scenario, "tools/call").filter(
          ({ request }) => valueAt(request.frame.params, "name") === told["name"],
        );
        const frame = calls[0]?.answer?.frame;
        const message = frame?.kind === "error" ? valueAt(frame.value, "error", "message") : undefined;
        if (calls.length !== 1 || typeof message !== "string" || report === undefined) return [];
        if (report.value["ok"] === true && valueAt(report.value, "result", "isError") !== true)
          return [{ ref: report, wrong: `the caller got a result, where the server said ${shortJson(message)}` }];
        const said = JSON.stringify(report.value).includes(JSON.stringify(message).slice(1, -1));
        return [{ ref: report, wrong: said ? undefined : `the caller was not told ${shortJson(message)}` }];
      }),
      "no client that reports its steps was answered by an error",
    ),
};

/** The code of earlier revisions for a resource that does not exist. */
export const oldNotFound: Check = {
  id: "resources.client-old-not-found",
  title: "The code -32002 of earlier revisions is taken for a resource that was not found",
  subject: "client",
  level: "SHOULD",
  spec: { "2026-07-28": "server/resources#error-handling" },
  advice: "Tell the caller that there is no such resource for -32002 as for -32602.",
  tolerance,
  verify: (trace) =>
    overall(
      toldSteps(trace, "read-resource").flatMap(({ scenario, told, report }): Exhibit[] => {
        const call = callsIn(trace, scenario, "resources/read").find(
          ({ request }) => valueAt(request.frame.params, "uri") === told["uri"],
        );
        const frame = call?.answer?.frame;
        const code = frame?.kind === "error" ? valueAt(frame.value, "error", "code") : undefined;
        if (code !== resourceNotFound || report === undefined || report.value["unsupported"] === true) return [];
        return [{ ref: report, wrong: report.value["ok"] === true ? "the caller got a result" : undefined }];
      }),
      "no client that reports its steps was answered with -32002",
    ),
};
