import type { Check } from "../../check.ts";
import { places } from "../../places.ts";
import { goesOn } from "../../rules/clients/goes-on.ts";

/** News nobody knows are ignored. */
export const unknownNews: Check = goesOn({
  id: "jsonrpc.client-unknown-notification",
  scenario: "hostile.news",
  oddity: "unknown news",
  lawful: true,
  title: "A notification the client does not know disturbs no call",
  spec: places.notifications,
  advice: "Drop notifications of methods you do not know: extensions and later revisions bring them.",
});

/** Much news is survived. */
export const progressFlood: Check = goesOn({
  id: "progress.client-flood",
  scenario: "hostile.news",
  oddity: "a flood of progress",
  title: "A client goes on after two thousand notifications in a row",
  spec: {
    "2024-11-05": "basic/utilities/progress#implementation-notes",
    "2026-07-28": "basic/patterns/progress#implementation-notes",
  },
  advice: "Take notifications as they come, without a task, a log line or a timer for each that is kept.",
});

/** A list that changes and changes is survived. */
export const listStorm: Check = goesOn({
  id: "tools.client-list-storm",
  scenario: "hostile.changes",
  oddity: "fifty changes",
  lawful: true,
  title: "Fifty changes of the list of tools in a row disturb no call",
  spec: { "2024-11-05": "server/tools#list-changed-notification", "2026-07-28": "removed" },
  advice: "List again once for all changes that came meanwhile, and answer callers as usual.",
});

/** A log message of no known level is survived. */
export const oddLog: Check = goesOn({
  id: "logging.client-odd-message",
  scenario: "hostile.changes",
  oddity: "a loud message",
  title: "A client goes on after a log message of a level that does not exist",
  spec: { "2024-11-05": "server/utilities/logging#log-message-notifications", "2026-07-28": "removed" },
  advice: "Show such a message as it is, or drop it: nothing depends on it.",
});

/** A cancelled nothing is ignored. */
export const unknownCancelled: Check = goesOn({
  id: "cancellation.client-unknown-request",
  scenario: "hostile.changes",
  oddity: "nothing is cancelled",
  title: "The cancelling of a request that never was disturbs no call",
  lawful: true,
  spec: { "2024-11-05": "basic/utilities/cancellation#behavior-requirements", "2026-07-28": "removed" },
  advice: "Ignore notifications/cancelled for ids that are not those of requests you are answering.",
});
