import { calls, type Call } from "../../trace/call.ts";
import { stepOf } from "../../trace/step-index.ts";
import { connections, eventsOf, type Trace } from "../../trace/trace.ts";
import type { EventOf } from "../../trace/wire-event.ts";
import type { Check } from "../check.ts";
import { inconclusive, notApplicable, satisfied, violated } from "../outcome.ts";
import { places } from "../places.ts";

type Weight = EventOf<"memory">;

/** What was answered between two readings. */
type Answered = { readonly count: number; readonly bytes: number };

/** Equal requests on one connection: what it held after each hundred, and what it answered on the way to each but the first. */
type Series = { readonly method: string; readonly weights: readonly Weight[]; readonly answered: readonly Answered[] };

/** What the first hundred brings (code is compiled, caches fill) is not growth; four more show what goes on. */
const fewestWeights = 5;

/** What a hundred requests may leave behind anyhow, in bytes, for a collector to find later. */
const loose = 8 * 2 ** 20;

/** How many times an answer may lie about in memory, from its making to its last byte, until a collector finds it. */
const timesAnswer = 20;

export const memorySteady: Check = {
  id: "process.memory-steady",
  title: "Equal requests do not make the process grow for ever",
  subject: "server",
  level: "PRACTICE",
  onRequest: "it takes five hundred requests of one kind, and runtimes differ in how late they give memory back",
  spec: places.stdioShutdown,
  transports: ["stdio"],
  advice:
    "Look for what is kept of each request when it has been answered (listeners, maps by request id, histories, logs), and drop it.",
  tolerance:
    "Read of Linux, as the memory that is no part of a file. After a first hundred each of four more must have grown by more than 8 MiB, and by more than 20 times what was answered in it: a cache that fills once, or a collector that comes late, is none.",
  verify(trace) {
    const all = seriesOf(trace);
    const whole = all.filter(isWhole);
    const grown = whole.filter(growsOn);
    const [first, ...more] = grown.flatMap(({ weights }) => weights);
    if (first !== undefined) return violated([first, ...more], grown.map(told).join("; "));
    if (whole.length > 0)
      return satisfied(
        whole.flatMap(({ weights }) => weights),
        undefined,
        whole.map(told).join("; "),
      );
    if (all.length > 0 && all.every(({ weights }) => weights.length === 0))
      return notApplicable("how much memory its processes hold could not be read: that takes Linux");
    return inconclusive(
      all.length > 0
        ? "not all of the equal requests were answered, or with more than could be asked for so often"
        : "no requests were repeated to see what they leave behind",
    );
  },
};

/** Every connection on which equal requests were sent by hundreds. */
function seriesOf(trace: Trace): Series[] {
  return connections(trace).flatMap(({ connection }): Series[] => {
    const repeated = calls(trace).filter(
      (call) => call.request.connection === connection && stepOf(trace, call.request)?.tag === "the-same-again",
    );
    const [one] = repeated;
    if (one === undefined) return [];
    const weights = eventsOf(trace, "memory").filter((weight) => weight.connection === connection);
    const answered = weights.slice(1).map((weight, i) => answeredBetween(trace, repeated, weights[i] ?? weight, weight));
    return [{ method: one.request.frame.method, weights, answered }];
  });
}

function answeredBetween(trace: Trace, repeated: readonly Call[], from: Weight, to: Weight): Answered {
  const seqs = new Set(repeated.flatMap(({ answer }) => answer?.seq ?? []).filter((seq) => seq > from.seq && seq < to.seq));
  const bytes = eventsOf(trace, "frame").reduce((sum, frame) => (seqs.has(frame.seq) ? sum + frame.bytes : sum), 0);
  return { count: seqs.size, bytes };
}

/** Whether all that was to be sent was answered: a request that was given up leaves a gap, and a long answer is asked for once. */
function isWhole({ weights, answered: [first, ...more] }: Series): boolean {
  if (first === undefined || weights.length < fewestWeights) return false;
  return first.count > 1 && more.every(({ count }) => count === first.count);
}

function growsOn({ weights, answered }: Series): boolean {
  return weights
    .slice(1)
    .every(({ bytes }, i) => bytes - (weights[i]?.bytes ?? 0) > Math.max(loose, timesAnswer * (answered[i]?.bytes ?? 0)));
}

const told = ({ method, weights }: Series): string =>
  `after each hundred of ${method} it held ${weights.map(({ bytes }) => Math.round(bytes / 2 ** 20)).join(", ")} MiB`;
