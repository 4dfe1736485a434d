import { valueAt, asObject, isArray, type JsonObject } from "../../jsonrpc/json.ts";
import { methodNotFound, unsupportedProtocolVersion } from "../../jsonrpc/error-codes.ts";
import { fullCapabilities } from "../../session/client-identity.ts";
import type { Answer } from "../../session/client-session.ts";
import { eraOf, isRevision, isHandshakeVersion, namesVersions, type Revision, revisions } from "../../spec/revision.ts";
import { type Connection, openConnection } from "./connection.ts";
import type { ServerRun } from "./server-run.ts";

/** The revisions a run is to judge: named ones, the newest of each era (`auto`), or every one that is accepted (`all`). */
export type WantedRevisions = readonly Revision[] | "auto" | "all";

/** A revision the server speaks, with what it announced and the connection on which it did. */
export type Spoken = {
  readonly revision: Revision;
  readonly announced: JsonObject;
  readonly main: Connection;
  /** How long the server took from its start to its first answer, in ms: the measure of how fast it is here and now. */
  readonly startMs: number;
};

/** What came of asking for a revision: it is spoken, or why not, and whether there was an answer at all. */
export type Negotiated = {
  readonly wanted: Revision;
  readonly spoken: Spoken | undefined;
  readonly answered: boolean;
  readonly reason: string;
};

/** As `Negotiated`, with what the answer showed when it was no proper one: then whether it is judged depends on the other answers. */
type Outcome = Omit<Negotiated, "wanted"> & { readonly broken?: Broken };

/** An answer to the handshake that is wrong in itself; `telling` when it has what only a server of that era would say. */
type Broken = { readonly spoken: Spoken; readonly telling: boolean };

const newestStateful: Revision = "2025-11-25";
const newestStateless: Revision = "2026-07-28";

/**
 * Finds out which of the wanted revisions a server speaks, each on a connection of its own, side by side. The connection
 * of a spoken revision stays open and becomes the main session; the others are closed. A server that answers in one era is
 * not waited for in the other longer than about three times as long as that took: silence is how old servers meet
 * `server/discover` (2026-07-28 basic/transports/stdio#backward-compatibility).
 */
export async function negotiate(
  run: ServerRun,
  wanted: WantedRevisions,
  asked: readonly Revision[] = revisionsOf(wanted),
): Promise<Negotiated[]> {
  const patience = createPatience(run, asked.length);
  const outcomes = await Promise.all(
    asked.map(async (revision) => ({ wanted: revision, ...(await patience.limit(ask(run, revision, wanted === "auto"))) })),
  );
  patience.end();
  const judged = brokenToJudge(outcomes, isArray(wanted));
  return await Promise.all(
    outcomes.map(async (outcome) => {
      const { broken, answered, reason } = outcome;
      if (broken !== undefined && judged.includes(outcome)) judgeAs(run, broken.spoken.main.number, broken.spoken.revision);
      const spoken = judged.includes(outcome) ? broken?.spoken : outcome.spoken;
      if (spoken === undefined) await closeQuietly(outcome.connection);
      return { wanted: outcome.wanted, spoken, answered, reason };
    }),
  );
}

/**
 * As `negotiate`, one revision after the other, for a server of which only one instance can run: every connection is closed before
 * the next one is opened, and whoever plays the sessions opens the main one again.
 */
export async function negotiateAlone(run: ServerRun, wanted: WantedRevisions): Promise<Negotiated[]> {
  const negotiated: Negotiated[] = [];
  for (const revision of revisionsOf(wanted)) {
    const [one] = await negotiate(run, wanted, [revision]);
    if (one === undefined) continue;
    await one.spoken?.main.session.transport.close("term");
    negotiated.push(one);
  }
  return negotiated;
}

const revisionsOf = (wanted: WantedRevisions): readonly Revision[] =>
  wanted === "auto" ? [newestStateful, newestStateless] : wanted === "all" ? revisions : wanted;

/**
 * The broken handshakes that are judged: all that were asked for by name, otherwise the newest of an era in which nothing else is
 * spoken. Many a server answers a method it does not know with any result: beside a revision it speaks only an answer counts that
 * tells its era.
 */
function brokenToJudge<One extends Outcome & { readonly wanted: Revision }>(outcomes: readonly One[], isNamed: boolean): One[] {
  const broken = outcomes.filter((one) => one.broken !== undefined);
  if (isNamed) return broken;
  const spoken = outcomes.flatMap((one) => one.spoken?.revision ?? []);
  return broken.filter(({ wanted, broken: seen }) => {
    const sameEra = (other: Revision): boolean => eraOf(other) === eraOf(wanted);
    const newer = broken.some((other) => sameEra(other.wanted) && other.wanted > wanted);
    return !newer && !spoken.some(sameEra) && (spoken.length === 0 || seen?.telling === true);
  });
}

type Asked = { readonly connection: Connection; readonly answer: Promise<Outcome> };

function ask(run: ServerRun, revision: Revision, orOlder: boolean): Asked {
  const connection = openConnection(run, { name: "main", revision: null }, fullCapabilities(revision));
  run.recorder.record({ kind: "step", connection: connection.number, scenario: "connect", verb: "connect" });
  return {
    connection,
    answer:
      eraOf(revision) === "stateful" ? askStateful(run, connection, revision, orOlder) : askStateless(run, connection, revision),
  };
}

async function askStateful(run: ServerRun, main: Connection, revision: Revision, orOlder: boolean): Promise<Outcome> {
  const answer = await main.session.initialize(revision, { timeoutMs: run.startTimeoutMs });
  if (answer.kind === "none" && answer.faulty === true) return brokenAnswer(run, { main, revision }, answer.reason, {}, true);
  if (answer.kind !== "result" || answer.frame.kind !== "result")
    return { spoken: undefined, answered: answer.kind !== "none", reason: refusal("initialize", answer) };
  const announced = asObject(answer.frame.result);
  const chosen = announced["protocolVersion"];
  if (isRevision(chosen) && eraOf(chosen) === "stateful" && (chosen === revision || orOlder))
    return keep(run, main, chosen, announced);
  const reason = `initialize with ${revision} was answered with protocol version ${JSON.stringify(chosen) ?? "none"}`;
  if (typeof chosen !== "string" || !isHandshakeVersion(chosen))
    return brokenAnswer(run, { main, revision }, reason, announced, "protocolVersion" in announced || "serverInfo" in announced);
  return { spoken: undefined, answered: true, reason };
}

async function askStateless(run: ServerRun, main: Connection, revision: Revision): Promise<Outcome> {
  main.session.speak(revision);
  const answer = await main.session.request("server/discover", undefined, { timeoutMs: run.startTimeoutMs });
  if (answer.kind === "none" && answer.faulty === true) return brokenAnswer(run, { main, revision }, answer.reason, {}, false);
  if (answer.kind !== "result" || answer.frame.kind !== "result") {
    if (answer.kind === "error" && answer.frame.error.code === methodNotFound && (await speaksStateless(run, main)))
      return keep(run, main, revision, {});
    return { spoken: undefined, answered: answer.kind !== "none", reason: refusal("server/discover", answer) };
  }
  const announced = asObject(answer.frame.result);
  const supported = announced["supportedVersions"];
  if (isArray(supported) && supported.includes(revision)) return keep(run, main, revision, announced);
  const reason = `server/discover lists ${JSON.stringify(supported) ?? "no supportedVersions"}, not ${revision}`;
  if (namesVersions(supported)) {
    // Its list says no, and a request of the revision may be served all the same: clients would never use what it speaks.
    const isServed = "resultType" in announced && (await speaksStateless(run, main));
    return isServed
      ? brokenAnswer(run, { main, revision }, reason, announced, false)
      : { spoken: undefined, answered: true, reason };
  }
  return brokenAnswer(run, { main, revision }, reason, announced, supported !== undefined || "resultType" in announced);
}

/**
 * Whether a server that does not know `server/discover`, or does not list the revision there, speaks it all the same: only there
 * do results say of what type they are. So it is judged, and found to lack what it must have, rather than taken for one of old.
 */
async function speaksStateless(run: ServerRun, main: Connection): Promise<boolean> {
  const answer = await main.session.request("tools/list", undefined, { timeoutMs: run.timeoutMs });
  return answer.kind === "result" && answer.frame.kind === "result" && valueAt(answer.frame.result, "resultType") !== undefined;
}

function keep(run: ServerRun, main: Connection, revision: Revision, announced: JsonObject): Outcome {
  const spoken = { revision, announced, main, startMs: run.clock.now() - main.openedAt };
  judgeAs(run, main.number, revision);
  return { spoken, answered: true, reason: "" };
}

/** Says by which revision a connection is judged that was opened to find out. */
export function judgeAs(run: ServerRun, connection: number, revision: Revision): void {
  run.recorder.record({ kind: "judge-as", connection, revision });
}

function brokenAnswer(
  run: ServerRun,
  { main, revision }: Pick<Spoken, "main" | "revision">,
  reason: string,
  announced: JsonObject,
  telling: boolean,
): Outcome {
  const spoken = { revision, announced, main, startMs: run.clock.now() - main.openedAt };
  return { spoken: undefined, answered: true, reason, broken: { spoken, telling } };
}

function refusal(method: string, answer: Answer): string {
  if (answer.kind === "none") return `${method}: ${answer.reason}`;
  if (answer.kind === "result") return `${method}: an unusable result`;
  const { error } = answer.frame;
  const supported =
    error.code === unsupportedProtocolVersion ? `, it supports ${JSON.stringify(valueAt(error.data, "supported"))}` : "";
  return `${method} was refused with error ${JSON.stringify(error.code)}: ${JSON.stringify(error.message)}${supported}`;
}

type Patience = {
  readonly limit: (asked: Asked) => Promise<Outcome & { readonly connection: Connection }>;
  readonly end: () => void;
};

/** Shares among concurrent questions how long the first good answer took. */
function createPatience(run: ServerRun, count: number): Patience {
  const began = run.clock.now();
  const impatient: (() => void)[] = [];
  let cancel: (() => void) | undefined;
  return {
    async limit({ connection, answer }) {
      const late = new Promise<Outcome>((resolve) => {
        impatient.push(() =>
          resolve({ spoken: undefined, answered: false, reason: "no answer long after another revision was answered" }),
        );
      });
      const outcome = await Promise.race([answer, late]);
      if (outcome.answered && count > 1) {
        cancel ??= run.clock.setTimeout(1000 + 2 * (run.clock.now() - began), () => {
          for (const give of impatient) give();
        });
      }
      return { ...outcome, connection };
    },
    end: () => cancel?.(),
  };
}

async function closeQuietly(connection: Connection): Promise<void> {
  await connection.session.transport.close("term");
}
