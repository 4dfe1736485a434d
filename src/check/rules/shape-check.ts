import { memoized } from "../../base/memoized.ts";
import type { Frame } from "../../jsonrpc/frame.ts";
import { messageDefects } from "../../spec/message-defects.ts";
import type { Revision } from "../../spec/revision.ts";
import { calls, lastOf } from "../../trace/call.ts";
import { type Message, messagesOf } from "../../trace/message.ts";
import { notificationsFrom, requestsFrom } from "../../trace/facts/server-message.ts";
import { revisionOf, type Trace } from "../../trace/trace.ts";
import type { Check, Citations } from "../check.ts";
import type { Explanation } from "../explanation.ts";
import { inconclusive, type Exhibit, notApplicable, overall } from "../outcome.ts";

/** The published schema of the first two revisions, which have no page of their own for it. */
const schemaFile = (revision: string): string =>
  `https://github.com/modelcontextprotocol/modelcontextprotocol/blob/main/schema/${revision}/schema.ts`;

/** Where a definition of the schema stands, for the revisions that have it; `since` and `until` as in the schema. */
export function schemaPlace(anchor: string, since = "2024-11-05", until?: string): Citations {
  const places: Record<string, string> = {};
  if (since <= "2024-11-05") places["2024-11-05"] = schemaFile("2024-11-05");
  if (since <= "2025-03-26") places["2025-03-26"] = schemaFile("2025-03-26");
  places[since <= "2025-06-18" ? "2025-06-18" : since] = `schema#${anchor}`;
  if (until !== undefined) places[until] = "removed";
  return places;
}

/** What is said of the contents of a message that has not the shape to hold them. */
const ofContents: readonly Explanation[] = [
  {
    checks: "tools prompts resources completion logging pagination caching input elicitation sampling roots tasks discovery"
      .split(" ")
      .map((area) => `${area}.*`),
    within: "message",
  },
];

type Rest = { readonly spec: Citations; readonly capability?: string; readonly advice?: string };

const usualAdvice = "Compare the message with the schema of the revision; a typed SDK writes it right by itself.";

function base(id: string, title: string, rest: Rest): Omit<Check, "verify"> {
  return { id, title, subject: "server", level: "MUST", advice: usualAdvice, explains: ofContents, ...rest };
}

/** What is wrong with a message, or with one as the answer to a method, by revision and method. */
const defectsKept = memoized((_frame: Frame) => new Map<string, string | undefined>());

/** What is wrong with a message: the same in whatever part of a trace it stands, so it is looked for once. */
function defectOf(trace: Trace, { frame }: Message, answerTo = ""): string | undefined {
  const revision = revisionOf(trace);
  if (revision === undefined || !("value" in frame)) return undefined;
  const kept = defectsKept(frame);
  const key = `${revision} ${answerTo}`;
  if (!kept.has(key)) kept.set(key, shapeDefect(frame.value, revision, answerTo));
  return kept.get(key);
}

function shapeDefect(message: unknown, revision: Revision, answerTo: string): string | undefined {
  const context = { direction: "server" as const, ...(answerTo === "" ? {} : { answerTo }) };
  const [first, ...more] = messageDefects(message, revision, context).filter(({ pointer }) => !isJudgedElsewhere(pointer));
  if (first === undefined) return undefined;
  return `${first.pointer}: ${first.message}${more.length > 0 ? ` (and ${more.length} more)` : ""}`;
}

/** What checks of their own are about, so that one fault is reported once: the envelope of JSON-RPC, caching hints, cursors … */
const judgedElsewhere: readonly RegExp[] = [
  /^$|^\/(jsonrpc|id|method)$/,
  /^\/result$|^\/error(\/(code|message))?$/,
  /^\/result\/(resultType|ttlMs|cacheScope|nextCursor)$/,
  /^\/result\/(protocolVersion|supportedVersions|instructions|capabilities|serverInfo(\/(name|version))?)$/,
  /\/annotations\/(priority|audience(\/\d+)?)$/,
  /\/(inputSchema|outputSchema)(\/type)?$/,
  /\/mimeType$/,
  /^\/result\/contents\/\d+\/(text|blob)$/,
  /^\/result\/messages(\/\d+(\/(role|content))?)?$/,
  /^\/result(\/task|\/tasks\/\d+)?\/(taskId|status|createdAt|lastUpdatedAt|ttl)$/,
  /^\/params\/level$/,
  /^\/params\/messages(\/\d+(\/(role|content))?)?$/,
  /^\/params\/modelPreferences\/\w+Priority$/,
  /^\/params\/(message|requestedSchema|url|elicitationId)(\/|$)/,
];

const isJudgedElsewhere = (pointer: string): boolean => judgedElsewhere.some((pattern) => pattern.test(pointer));

/** Results of some methods have the shape the schema gives them. */
export function resultShape(id: string, title: string, methods: readonly string[], rest: Rest): Check {
  return {
    ...base(id, title, rest),
    verify(trace) {
      const found = methods.flatMap((method) => calls(trace, method)).filter((call) => call.answer?.frame.kind === "result");
      return overall(
        found.map((call): Exhibit => ({
          ref: lastOf(call),
          wrong:
            call.answer === undefined
              ? undefined
              : prefixed(call.request.frame.method, defectOf(trace, call.answer, call.request.frame.method)),
        })),
        `no ${methods.join(" or ")} was answered with a result`,
      );
    },
  };
}

const prefixed = (method: string, defect: string | undefined): string | undefined =>
  defect === undefined ? undefined : `${method} ${defect}`;

/** Notifications of some methods have the shape the schema gives them. */
export function notificationShape(id: string, title: string, methods: readonly string[], rest: Rest): Check {
  return {
    ...base(id, title, rest),
    verify(trace) {
      const found = methods.flatMap((method) => notificationsFrom(trace, method));
      if (found.length === 0) return notApplicable(`the server sent no ${methods.join(" or ")}`);
      return overall(
        found.map((message) => ({ ref: message, wrong: prefixed(message.frame.method, defectOf(trace, message)) })),
        "nothing was sent",
      );
    },
  };
}

/** Requests of the server have the shape the schema gives them. */
export function requestShape(id: string, title: string, methods: readonly string[], rest: Rest): Check {
  return {
    ...base(id, title, rest),
    verify(trace) {
      const found = methods.flatMap((method) => requestsFrom(trace, method));
      if (found.length === 0) return notApplicable(`the server sent no ${methods.join(" or ")}`);
      return overall(
        found.map((message) => ({ ref: message, wrong: prefixed(message.frame.method, defectOf(trace, message)) })),
        "nothing was sent",
      );
    },
  };
}

/** Errors have a code and a message, and the data their code asks for. */
export function errorShape(id: string, title: string, rest: Rest): Check {
  return {
    ...base(id, title, rest),
    verify(trace) {
      const errors = messagesOf(trace, "received", "error");
      if (errors.length === 0) return inconclusive("the server answered nothing with an error");
      return overall(
        errors.map((message) => ({ ref: message, wrong: defectOf(trace, message) })),
        "the server answered nothing with an error",
      );
    },
  };
}
