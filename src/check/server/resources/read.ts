import { internalError, invalidParams, methodNotFound, resourceNotFound } from "../../../jsonrpc/error-codes.ts";
import { valueAt, isArray } from "../../../jsonrpc/json.ts";
import { type Call, calls, lastOf } from "../../../trace/call.ts";
import { listed } from "../../../trace/facts/server-facts.ts";
import { stepOf } from "../../../trace/step-index.ts";
import { errorCodeOf } from "../../../trace/facts/tool-call.ts";
import type { Trace } from "../../../trace/trace.ts";
import type { Check } from "../../check.ts";
import { failsAnyway, overTellingCalls } from "../../rules/fails-anyway.ts";
import { isPlain } from "../../rules/plain-call.ts";
import { type Exhibit, notApplicable, type Outcome, overall, unreachable } from "../../outcome.ts";
import { errorDefect } from "../../rules/error-defect.ts";

/** Answered reads, and whether their URI is one no server has. */
function reads(trace: Trace, kind: "listed" | "unknown"): (Call & { readonly uri: unknown })[] {
  const known = new Set(listed(trace, "resources").map(({ item }) => item["uri"]));
  return calls(trace, "resources/read")
    .filter((call) => call.answer !== undefined)
    .map((call) => ({ ...call, uri: valueAt(call.request.frame.params, "uri") }))
    .filter((call) =>
      kind === "listed"
        ? known.has(call.uri as string) && isPlain(trace, call)
        : !known.has(call.uri as string) && stepOf(trace, call.request)?.tag === "unknown-resource",
    );
}

const noneUnknown = "no resource that does not exist was read";

/** Whether a call reads a listed resource. */
function ofListedResource(trace: Trace): (call: Call) => boolean {
  const listedOnes = new Set(reads(trace, "listed").map((call) => call.request.seq));
  return ({ request }) => listedOnes.has(request.seq);
}

/** A server that knows neither resources/list nor resources/read has no resources that could be missing. */
function withoutResources(trace: Trace): Outcome | undefined {
  const unknown = (method: string): boolean => {
    const asked = calls(trace, method).filter((call) => call.answer !== undefined);
    return asked.length > 0 && asked.every((call) => errorCodeOf(call) === methodNotFound);
  };
  return unknown("resources/list") && unknown("resources/read")
    ? notApplicable("resources/list and resources/read are unknown methods here, which other checks report")
    : undefined;
}

export const resourcesNotFoundCode: Check = {
  id: "resources.not-found-code",
  title: "Reading a resource that does not exist is answered with error -32002",
  subject: "server",
  level: "SHOULD",
  spec: { "2024-11-05": "server/resources#error-handling", "2026-07-28": "removed" },
  capability: "resources",
  advice: "Answer with error -32002 and the uri in data; from 2026-07-28 on with -32602.",
  verify(trace) {
    return (
      withoutResources(trace) ??
      overTellingCalls(
        trace,
        { special: reads(trace, "unknown"), isControl: ofListedResource(trace), none: noneUnknown },
        (call) => ({ ref: lastOf(call), wrong: errorDefect(call, resourceNotFound) }),
      )
    );
  },
};

export const resourcesNotFoundInvalidParams: Check = {
  id: "resources.not-found-invalid-params",
  title: "Reading a resource that does not exist is answered with error -32602",
  subject: "server",
  level: "MUST",
  spec: { "2026-07-28": "server/resources#error-handling" },
  capability: "resources",
  advice: "Answer with error -32602 and the uri in data; -32002 must not be sent at this revision.",
  verify(trace) {
    return (
      withoutResources(trace) ??
      overTellingCalls(
        trace,
        { special: reads(trace, "unknown"), isControl: ofListedResource(trace), none: noneUnknown },
        (call) => ({ ref: lastOf(call), wrong: errorDefect(call, invalidParams) }),
      )
    );
  },
};

export const resourcesEmptyContents: Check = {
  id: "resources.empty-contents",
  title: "A resource that does not exist is not answered with empty contents",
  subject: "server",
  level: "MUST NOT",
  spec: { "2026-07-28": "server/resources#error-handling" },
  capability: "resources",
  advice: "Answer with error -32602: empty contents can as well mean a resource that is empty.",
  explains: [{ checks: ["resources.not-found-invalid-params"], within: "exchange" }],
  verify(trace) {
    return overall(
      reads(trace, "unknown").map((call): Exhibit => {
        const contents = call.answer?.frame.kind === "result" ? valueAt(call.answer.frame.result, "contents") : undefined;
        return {
          ref: lastOf(call),
          wrong: isArray(contents) && contents.length === 0 ? "answered with contents: []" : undefined,
        };
      }),
      noneUnknown,
    );
  },
};

export const resourcesListedReadable: Check = {
  id: "resources.listed-readable",
  title: "A listed resource can be read",
  subject: "server",
  level: "PRACTICE",
  spec: { "2024-11-05": "server/resources#reading-resources" },
  capability: "resources",
  advice: "List only what resources/read answers, under exactly the URI it answers to.",
  verify(trace) {
    const read = reads(trace, "listed");
    if (read.length > 1 && read.every((call) => errorCodeOf(call) === internalError && failsAnyway(trace, call)))
      return unreachable(
        "every listed resource fails with the same internal error: is what the server needs reachable from here?",
      );
    return overall(
      read.map((call) => ({
        ref: lastOf(call),
        wrong:
          errorCodeOf(call) === undefined
            ? undefined
            : `${JSON.stringify(call.uri)} is listed, and reading it fails with ${JSON.stringify(errorCodeOf(call))}`,
      })),
      "no listed resource was read",
    );
  },
};

export const resourcesReadUri: Check = {
  id: "resources.read-uri",
  title: "The contents of a resource carry the URI that was read",
  subject: "server",
  level: "PRACTICE",
  spec: { "2024-11-05": "server/resources#reading-resources" },
  capability: "resources",
  advice: "Repeat the requested URI: a client matches contents to resources by it.",
  tolerance: "A resource with several contents (a directory) may name others; then one of them has to lie at or below the URI.",
  verify(trace) {
    return overall(
      calls(trace, "resources/read").flatMap((call): Exhibit[] => {
        const contents = call.answer?.frame.kind === "result" ? valueAt(call.answer.frame.result, "contents") : undefined;
        const wanted = valueAt(call.request.frame.params, "uri");
        if (!isArray(contents) || contents.length === 0 || typeof wanted !== "string") return [];
        const uris = contents.map((one) => valueAt(one, "uri"));
        const fits = uris.some(
          (uri) => typeof uri === "string" && (sameUri(uri, wanted) || (contents.length > 1 && uri.startsWith(wanted))),
        );
        return [
          {
            ref: lastOf(call),
            wrong: fits ? undefined : `${JSON.stringify(wanted)} was read, ${JSON.stringify(uris[0])} came back`,
          },
        ];
      }),
      "no resource was read",
    );
  },
};

/** Equal but for what every URI library may change: percent-encoding, the case of the scheme, a slash at the end. */
function sameUri(one: string, other: string): boolean {
  const bare = (uri: string): string => {
    const text = uri.replace(/^[^:]*/, (scheme) => scheme.toLowerCase()).replace(/\/$/, "");
    try {
      return decodeURIComponent(text);
    } catch {
      return text;
    }
  };
  return bare(one) === bare(other);
}
