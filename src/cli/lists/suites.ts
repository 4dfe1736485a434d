import { loadSuites } from "../../run/load-suites.ts";
import type { Listing } from "./listing.ts";

/** The suites, each with its scenarios; `--suite` takes their ids, and `suite/scenario`. */
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
  return { items, columns: ["subject", "count", "title"] };
}
