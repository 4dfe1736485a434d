import { asObject } from "../../jsonrpc/json.ts";
import { envelopeKeys } from "../../session/envelope.ts";
import { isRevision, type Revision, revisions } from "../../spec/revision.ts";
import type { ClientDriver } from "./driver/client-driver.ts";
import type { OpenMock } from "./mock/mock-at-work.ts";
import { type Played, playScenario } from "./play-scenario.ts";
import type { ClientScenario, ClientTransportName } from "./scenario/client-suite.ts";
import type { TimedEvent } from "./scenario-record.ts";
import { framesFromClient } from "./wire-facts.ts";

/** The revisions that are wanted of a client. */
export type WantedOfClient = readonly Revision[] | "auto" | "all";

/** A revision a client was asked to speak: whether it does, or what it did instead. */
export type Offer = { readonly revision: Revision; readonly speaks: boolean; readonly instead: string };

/** What finding out needs. */
export type OfferSetup = {
  readonly driver: ClientDriver;
  readonly open?: OpenMock | undefined;
  readonly transport: ClientTransportName;
  readonly wanted: WantedOfClient;
  readonly timeoutMs: number;
  readonly stop: AbortSignal;
  /** For drivers that do not know our own; listing tools when absent. */
  readonly probe?: ProbeScenario | undefined;
};

/** What a client offers, what was recorded meanwhile, and whether it sent any request at all. */
export type Offers = {
  readonly offers: readonly Offer[];
  readonly probes: readonly Played[];
  readonly reached: boolean;
};

/** What is played to find out what a client speaks. */
export type ProbeScenario = { readonly name: string; readonly scenario: Pick<ClientScenario, "server" | "steps"> };

const usualProbe: ProbeScenario = {
  name: "probe.what-it-speaks",
  scenario: { steps: [{ do: "connect" }, { do: "list-tools" }, { do: "close" }] },
};

/** The revisions that exist over a transport. */
export const revisionsOn = (transport: ClientTransportName): readonly Revision[] =>
  revisions.filter(
    (revision) => transport === "stdio" || (transport === "http" ? revision >= "2025-03-26" : revision < "2026-07-28"),
  );

/**
 * Finds out what a client speaks: by a server that speaks all revisions, and one that speaks all but what was chosen there if that
 * was stateless; or by servers that speak one each.
 */
export async function findOffers(setup: OfferSetup): Promise<Offers> {
  const { wanted, transport } = setup;
  const possible = revisionsOn(transport);
  const first = await ask(setup, possible);
  if (!reachedBy(first.events) || setup.stop.aborted) return { offers: [], probes: [first], reached: false };
  const chosen = chosenIn(first.events);
  if (wanted === "auto") return await offersByChoice(setup, first, chosen);
  const offers: Offer[] = [];
  const probes: Played[] = [first];
  for (const revision of wanted === "all" ? possible : wanted) {
    if (!possible.includes(revision)) {
      offers.push({ revision, speaks: false, instead: `it does not exist over ${transport}` });
      continue;
    }
    const played = await ask(setup, [revision]);
    probes.push(played);
    offers.push(offerOf(revision, played.events));
  }
  return { offers, probes, reached: true };
}

async function offersByChoice(setup: OfferSetup, first: Played, chosen: Revision | undefined): Promise<Offers> {
  const found: Offer[] = chosen === undefined ? [] : [{ revision: chosen, speaks: true, instead: "" }];
  if (chosen !== undefined && chosen < "2026-07-28") return { offers: found, probes: [first], reached: true };
  const second = await ask(
    setup,
    revisionsOn(setup.transport).filter((revision) => revision < "2026-07-28"),
  );
  const older = chosenIn(second.events);
  const offers = older === undefined ? found : [...found, { revision: older, speaks: true, instead: "" }];
  return { offers, probes: [first, second], reached: true };
}

async function ask(
  { driver, transport, timeoutMs, stop, probe = usualProbe, open }: OfferSetup,
  speaks: readonly Revision[],
): Promise<Played> {
  return await playScenario({ ...probe, speaks, revision: null, transport, driver, timeoutMs, stop, open });
}

/** Whether a client sent anything that is a request. */
const reachedBy = (events: readonly TimedEvent[]): boolean => framesFromClient(events).some(({ kind }) => kind === "request");

function offerOf(revision: Revision, events: readonly TimedEvent[]): Offer {
  const chosen = chosenIn(events);
  if (chosen === revision) return { revision, speaks: true, instead: "" };
  const instead = !reachedBy(events) ? "it did not reach the server" : "it did not go on with a server that speaks only this one";
  return { revision, speaks: false, instead };
}

/** The revision a client went on in: that of its last request of a stateless one, or the one it was initialized with. */
function chosenIn(events: readonly TimedEvent[]): Revision | undefined {
  const frames = framesFromClient(events);
  const stateless = frames.flatMap((frame) => {
    if (frame.kind !== "request" || frame.method === "server/discover") return [];
    const version = asObject(asObject(frame.params)["_meta"])[envelopeKeys.protocolVersion];
    return isRevision(version) ? [version] : [];
  });
  if (stateless.length > 0) return stateless.at(-1);
  const wentOn = frames.some((frame) => frame.kind === "notification" && frame.method === "notifications/initialized");
  return wentOn ? agreedIn(events) : undefined;
}

/** The revision the mock answered `initialize` with. */
function agreedIn(events: readonly TimedEvent[]): Revision | undefined {
  for (const { event } of events.toReversed()) {
    const text =
      event.kind === "frame" && event.direction === "sent"
        ? event.text
        : event.kind === "http-body"
          ? event.text
          : event.kind === "sse-event"
            ? event.data
            : undefined;
    const found = /"protocolVersion":"(\d{4}-\d{2}-\d{2})"/.exec(text ?? "")?.[1];
    if (isRevision(found)) return found;
  }
  return undefined;
}
