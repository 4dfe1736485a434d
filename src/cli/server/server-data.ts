import { loadAttributions } from "../../run/attribution/load-attributions.ts";
import type { ServerData } from "../../run/server/job-setup.ts";
import { loadSuites } from "../../run/suites/load-suites.ts";

/** What is sent to servers, and by what it is judged, read from the files of this package. */
export function serverData(): ServerData {
  const { suites, promises } = loadSuites();
  return { suites: suites.filter(({ subject }) => subject === "server"), promises, attributions: loadAttributions() };
}
