import type { Check } from "../../check/check.ts";
import { type Exhibit, overall } from "../../check/outcome.ts";
import { checks } from "../../check/registry.ts";
import { endedByItself, fencedStep } from "../../trace/facts/fence.ts";
import { httpExchanges } from "../../trace/http-exchange.ts";
import { callsTagged } from "../../trace/step.ts";
import { eventsOf, type Trace } from "../../trace/trace.ts";
import type { EventOf } from "../../trace/wire-event.ts";
import { fuzzScenario, oddRequestTag } from "./send-case.ts";

const jsonRpcResponse = "https://www.jsonrpc.org/specification#response_object";

/** The inputs of a trace, without the questions behind them. */
const inputs = (trace: Trace): EventOf<"step">[] =>
  eventsOf(trace, "step").filter(({ scenario, verb }) => scenario === fuzzScenario && verb !== "fence");

/** What ended: a process by itself, or the reach of a server over HTTP; undefined where neither was seen after the input. */
function endOf(trace: Trace, step: EventOf<"step">): { readonly seq: number; readonly how: string } | undefined {
  const exit = endedByItself(trace, step.connection);
  if (exit !== undefined && exit.seq > step.seq) {
    // A server may shut down in good order; with a request in its hands it may not.
    if (exit.code === 0 && (step.verb === "notify" || step.verb === "send")) return undefined;
    return { seq: exit.seq, how: `the process ended (${exit.signal ?? `exit code ${exit.code}`})` };
  }
  // A connection that breaks may be opened again; where nobody listens any more, the server is gone.
  const refused = eventsOf(trace, "failure").find(
    (event) => event.connection === step.connection && event.seq > step.seq && event.message.startsWith("connection refused"),
  );
  return refused === undefined ? undefined : { seq: refused.seq, how: refused.message };
}

const survivesInput: Check = {
  id: "process.survives-input",
  title: "Whatever it is sent, a server goes on answering",
  subject: "server",
  level: "MUST",
  spec: { "2024-11-05": jsonRpcResponse },
  advice:
    "Catch what reading, dispatching and handling one message throws, and answer it with an error; bound the work of one message.",
  tolerance:
    "A process that ends with exit code 0 after a notification or a malformed message is taken for a shutdown of its own accord.",
  verify(trace) {
    return overall(
      inputs(trace).flatMap((step): Exhibit[] => {
        const { fence, sent } = fencedStep(trace, step);
        if (fence?.answer !== undefined) return [{ ref: fence.answer }];
        const end = endOf(trace, step);
        const quiet = fence?.silence;
        if (end === undefined && quiet === undefined) return [];
        const wrong = end?.how ?? `no answer to ${fence?.request.frame.method} within ${quiet?.ms} ms`;
        return [...sent.slice(0, 1), end ?? quiet ?? step].map((ref): Exhibit => ({ ref, wrong }));
      }),
      "nothing was sent that a question came after",
    );
  },
};

const oddRequestAnswered: Check = {
  id: "jsonrpc.odd-request-answered",
  title: "A request with odd params is answered",
  subject: "server",
  level: "MUST",
  spec: { "2024-11-05": jsonRpcResponse },
  advice:
    "Answer what you cannot use with an error that carries the id of the request; a handler that throws must lead to an error response.",
  tolerance:
    "Only params within 24 levels and 64 KiB, without lone surrogates, are counted: readers of JSON may set limits. Over HTTP a refusal by status is accepted. Calls of tools are left out: they may take their time.",
  verify(trace) {
    return overall(
      callsTagged(trace, oddRequestTag).flatMap(({ request, answer, silence }): Exhibit[] => {
        if (answer !== undefined) return [{ ref: answer }];
        const exchange = httpExchanges(trace).find((one) => one.exchange === request.exchange);
        if (exchange?.response !== undefined && exchange.response.status >= 400) return [{ ref: exchange.response }];
        const later = inputs(trace).some(
          (step) => step.connection === request.connection && fencedStep(trace, step).fence?.answer !== undefined,
        );
        if (silence === undefined || !later) return [];
        return [
          {
            ref: request,
            wrong: `no answer to ${request.frame.method} within ${silence.ms} ms, while the next request was answered`,
          },
        ];
      }),
      "no such request was sent",
    );
  },
};

/** The checks only fuzzing exercises. */
export const ownFuzzChecks: readonly Check[] = [survivesInput, oddRequestAnswered];

/** Checks of the registry that hold for every exchange, however odd the input: areas, and single ids. */
const lasting = new Set([
  "http.answer-media-type",
  "http.json-answer",
  "http.no-broadcast",
  "http.no-server-requests",
  "jsonrpc.any-id-answered",
  "jsonrpc.error-object",
  "jsonrpc.id-type",
  "jsonrpc.no-answer-to-notification",
  "jsonrpc.no-batches",
  "jsonrpc.notification-without-id",
  "jsonrpc.one-response",
  "jsonrpc.params-object",
  "jsonrpc.response-id",
  "jsonrpc.result-object",
  "jsonrpc.result-or-error",
  "jsonrpc.server-request-id",
  "jsonrpc.unknown-method",
  "jsonrpc.utf8",
  "jsonrpc.version-member",
  "lifecycle.ping",
  "tools.content-base64",
  "tools.content-mime-type",
  "tools.output-conforms",
  "tools.output-present",
]);

/** Shapes and framing hold always. What only SHOULD be, `run server` tells once; here it would come with every input. */
const holdsAlways = ({ id, level }: Check): boolean => level.startsWith("MUST") && /^(schema|stdio|sse)\./.test(id);

/** What a fuzzed server is judged by. */
export const fuzzChecks: readonly Check[] = [
  ...ownFuzzChecks,
  ...checks.filter((check) => check.subject === "server" && (lasting.has(check.id) || holdsAlways(check))),
].toSorted((a, b) => (a.id < b.id ? -1 : 1));
