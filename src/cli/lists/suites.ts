import { loadChainSuites } from "../../run/model/chain/load-chain-suites.ts";
import { loadClientSuites } from "../../run/client/scenario/load.ts";
import { loadHostSuites } from "../../run/host/case/load.ts";
import { loadModelSuites } from "../../run/model/load.ts";
import { loadSuites } from "../../run/suites/load-suites.ts";
import type { Listing } from "./listing.ts";

/** The suites, each with its scenarios or cases; `--suite` takes their ids, and `suite/scenario`. */
export function listSuites(): Listing {
  const items = loadSuites().suites.map((suite) => ({
    id: suite.id,
    subject: suite.subject,
    count: suite.scenarios.length,
    title: suite.title,
    scenarios: suite.scenarios.map(({ id, title, session, era, since, until, transports, exercises }) => ({
      id,
      title,
      session,
      era,
      since,
      until,
      transports,
      exercises,
    })),
  }));
  const forHosts = [...loadHostSuites(), ...loadChainSuites()].map(({ id, subject, title, cases }) => ({
    id,
    subject,
    count: cases.length,
    title,
    scenarios: cases.map((one) => ({ id: one.id, title: one.title, ring: one.ring, level: one.level, rows: one.rows })),
  }));
  const forClients = loadClientSuites().map(({ id, subject, title, scenarios }) => ({
    id,
    subject,
    count: scenarios.length,
    title,
    scenarios: scenarios.map((one) => ({
      id: one.id,
      title: one.title,
      era: one.era,
      since: one.since,
      until: one.until,
      transports: one.transports,
      exercises: one.exercises,
    })),
  }));
  const forModels = loadModelSuites().map(({ id, subject, title, scenarios }) => ({
    id,
    subject,
    count: scenarios.length,
    title,
    scenarios: scenarios.map((one) => ({ id: one.id, title: one.title, group: one.group })),
  }));
  return { items: [...items, ...forClients, ...forHosts, ...forModels], columns: ["subject", "count", "title"] };
}
