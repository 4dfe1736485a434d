import { isObject, type Json, valueAt } from "../../jsonrpc/json.ts";
import { clientCalls, scenarioOf, stepReports, toolAsListed } from "../../trace/facts/client-facts.ts";
import { connections, eventsOf, type Trace } from "../../trace/trace.ts";
import type { Check } from "../check.ts";
import { type Exhibit, overall } from "../outcome.ts";
import { annotationsHold } from "../rules/headers/header-annotations.ts";
import { canonical, shortJson } from "../rules/text-forms.ts";

/** The calls a driver was told to make, each with the params the server saw; retries and what never came are left out. */
function toldCalls(trace: Trace): readonly { readonly told: Json; readonly seq: number; readonly params: Json | undefined }[] {
  const sessions = new Map(connections(trace).map(({ connection, session }) => [connection, session]));
  return eventsOf(trace, "told").flatMap(({ scenario, steps }) => {
    const seen = clientCalls(trace, "tools/call").filter(({ request }) => sessions.get(request.connection) === scenario);
    return steps.flatMap((told) => {
      if (valueAt(told, "do") !== "call-tool") return [];
      const named = steps.filter((one) => valueAt(one, "do") === "call-tool" && valueAt(one, "name") === valueAt(told, "name"));
      const calls = seen.filter(({ request }) => valueAt(request.frame.params, "name") === valueAt(told, "name"));
      const call = calls[0];
      return named.length === 1 && call !== undefined ? [{ told, seq: call.request.seq, params: call.request.frame.params }] : [];
    });
  });
}

/** What the caller gives is what the server gets. */
export const argumentsAsGiven: Check = {
  id: "tools.client-arguments-as-given",
  title: "The arguments of a call reach the server as they were given",
  subject: "client",
  level: "PRACTICE",
  spec: { "2024-11-05": "server/tools#calling-tools" },
  advice: "Hand arguments on as the JSON they are: null, empty values, big numbers and text beyond ASCII included.",
  verify: (trace) =>
    overall(
      toldCalls(trace).map(({ told, seq, params }): Exhibit => {
        const [given, sent] = [valueAt(told, "arguments") ?? {}, valueAt(params, "arguments") ?? {}];
        const same = canonical(given) === canonical(sent);
        return {
          ref: seq,
          wrong: same
            ? undefined
            : `${shortJson(valueAt(told, "name"))} was given ${shortJson(given)} and sent ${shortJson(sent)}`,
        };
      }),
      "the client made no call it was told to make",
    ),
};

/** The reports of listed tools, with their names. */
const listed = (trace: Trace) =>
  stepReports(trace).flatMap(({ told, report }) => {
    const tools = valueAt(report.value, "result", "tools");
    if (valueAt(told, "do") !== "list-tools" || !Array.isArray(tools)) return [];
    return [{ report, names: (tools as readonly Json[]).map((tool) => valueAt(tool, "name")) }];
  });

/** The lists that hold tools with wrong annotations, by what a driver reports of them. */
function listsAsReported(trace: Trace): readonly Exhibit[] {
  return listed(trace).flatMap(({ report, names }): Exhibit[] => {
    const scenario = connections(trace).find(({ connection }) => connection === report.connection)?.session;
    if (scenario !== "tools.bad-headers") return [];
    const kept = names.filter((name): name is string => typeof name === "string" && name.startsWith("bad_"));
    const lost = ["good_one", "good_two"].filter((name) => !names.includes(name));
    const wrong = [
      ...(kept.length === 0 ? [] : [`${kept.join(", ")} were kept`]),
      ...(lost.length === 0 ? [] : [`${lost.join(", ")} were lost`]),
    ];
    return [{ ref: report, wrong: wrong.length === 0 ? undefined : wrong.join("; ") }];
  });
}

/** The scenario whose fixture clients call whatever their list has. */
const allCalled = "conformance.http-invalid-tool-headers";

/** Calls of tools that had been listed with wrong annotations; where all that is listed is called, calls of the right ones as well. */
function callsOfListed(trace: Trace): readonly Exhibit[] {
  return clientCalls(trace, "tools/call").flatMap(({ request }): Exhibit[] => {
    const name = valueAt(request.frame.params, "name");
    const tool = toolAsListed(trace, request, name);
    if (tool === undefined) return [];
    if (!annotationsHold(tool["inputSchema"])) return [{ ref: request.seq, wrong: `${shortJson(name)} was called` }];
    return scenarioOf(trace, request) === allCalled ? [{ ref: request.seq, wrong: undefined }] : [];
  });
}

/** A tool whose header annotation is wrong is left out, and only that. */
export const badHeaderExcluded: Check = {
  id: "tools.client-bad-header-excluded",
  title: "A tool with an invalid x-mcp-header is left out of the list, the others are not",
  subject: "client",
  level: "MUST",
  spec: { "2026-07-28": "basic/transports/streamable-http#schema-extension" },
  transports: ["http"],
  advice: "Check the x-mcp-header annotations of each tool you list, and drop the tools that break their rules.",
  verify: (trace) =>
    overall(
      [...listsAsReported(trace), ...callsOfListed(trace)],
      "no client that reports its steps listed tools with invalid headers, and none called one",
    ),
};

/** The reports of a scenario's calls, by the name of the tool. */
const reportsOf = (trace: Trace, name: string) =>
  stepReports(trace).filter(
    ({ told, report }) =>
      valueAt(told, "do") === "call-tool" && valueAt(told, "name") === name && report.value["unsupported"] !== true,
  );

/** A result of a kind nobody knows is no result. */
export const unknownResultType: Check = {
  id: "discovery.client-unknown-result-type",
  title: "A result of a type the client does not know is not taken for one",
  subject: "client",
  level: "MUST",
  spec: { "2026-07-28": "basic/index#resulttype" },
  advice: 'Hand an error to the caller when resultType is neither "complete" nor one you support.',
  verify: (trace) =>
    overall(
      reportsOf(trace, "mystery").map(({ report }): Exhibit => ({
        ref: report,
        wrong: report.value["ok"] === true ? "the caller got it as a result" : undefined,
      })),
      "no client that reports its steps got a result of an unknown type",
    ),
};

/** A failure of a tool reaches who called it. */
export const failureReachesCaller: Check = {
  id: "tools.client-failure-kept",
  title: "The failure of a tool reaches the caller as one",
  subject: "client",
  level: "PRACTICE",
  spec: { "2024-11-05": "server/tools#error-handling" },
  advice: "Keep isError of a tool result, or make it an error; never hand it on as a success.",
  verify: (trace) =>
    overall(
      reportsOf(trace, "fail").map(({ report }): Exhibit => {
        const result = report.value["result"];
        const lost = report.value["ok"] === true && isObject(result) && result["isError"] !== true;
        return { ref: report, wrong: lost ? "the report of the call says nothing of a failure" : undefined };
      }),
      "no client that reports its steps called a tool that fails",
    ),
};

/** Structured content reaches who called. */
export const structuredReachesCaller: Check = {
  id: "tools.client-structured-kept",
  title: "Structured content of a tool reaches the caller",
  subject: "client",
  level: "PRACTICE",
  spec: { "2025-06-18": "server/tools#structured-content" },
  advice: "Hand structuredContent on beside content.",
  verify: (trace) =>
    overall(
      reportsOf(trace, "add").flatMap(({ report }): Exhibit[] => {
        if (report.value["ok"] !== true) return [];
        const sum = valueAt(report.value, "result", "structuredContent", "sum");
        return [{ ref: report, wrong: sum === 5 ? undefined : "the report of the call has none" }];
      }),
      "no client that reports its steps called a tool with structured content",
    ),
};
