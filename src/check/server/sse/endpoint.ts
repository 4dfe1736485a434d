import { connections, eventsOf } from "../../../trace/trace.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, inconclusive, notApplicable, overall } from "../../outcome.ts";
import { places } from "../../places.ts";
import { areCounted } from "../../../base/are-counted.ts";

export const endpointNotCounted: Check = {
  id: "sse.endpoint-not-counted",
  title: "What tells the endpoints of several connections apart is not counted up",
  subject: "server",
  level: "MUST",
  spec: { ...places.verifiedRequests, "2026-07-28": "removed" },
  transports: ["sse"],
  advice:
    "Put a session id from a cryptographic source into the endpoint: who knows the address of one stream must not be able to tell another.",
  tolerance:
    "Only what shows is judged: endpoints that differ by a small step in one number. Endpoints that are all alike name no session.",
  verify(trace) {
    const named = connections(trace).flatMap(({ connection }) => {
      const event = eventsOf(trace, "sse-event").find((one) => one.connection === connection && one.event === "endpoint");
      return event?.data === undefined ? [] : [{ event, endpoint: event.data }];
    });
    if (named.length === 0) return inconclusive("no endpoint was named");
    if (named.length === 1) return notApplicable("only one stream was opened, so that there is nothing to compare");
    const endpoints = named.map(({ endpoint }) => endpoint);
    if (new Set(endpoints).size === 1) return notApplicable("the endpoints are all alike: they name no session");
    const counted = areCounted(endpoints);
    return overall(
      named.map(({ event, endpoint }): Exhibit => ({
        ref: event,
        wrong: counted ? `endpoints are counted: ${JSON.stringify(endpoint)} is one of them` : undefined,
      })),
      "no endpoint was named",
    );
  },
};
