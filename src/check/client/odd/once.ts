import type { Check } from "../../check.ts";
import { goesOn } from "../../rules/clients/goes-on.ts";

/** Text among the messages is survived. */
export const strayLines: Check = goesOn({
  id: "stdio.client-stray-lines",
  scenario: "odd-peers.stray-lines",
  title: "A client goes on after lines on the server's output that are no messages",
  spec: { "2024-11-05": "basic/transports#stdio", "2026-07-28": "basic/transports/stdio#receiving-messages" },
  transports: ["stdio"],
  advice: "Report a line that is no message, and read on with the next one.",
});

/** A cut message is survived. */
export const brokenLine: Check = goesOn({
  id: "stdio.client-broken-line",
  scenario: "odd-peers.broken-line",
  title: "A client goes on after a line that is broken JSON",
  spec: { "2024-11-05": "basic/transports#stdio", "2026-07-28": "basic/transports/stdio#receiving-messages" },
  transports: ["stdio"],
  advice: "Report a line that cannot be parsed, and read on with the next one.",
});

/** Standard error is drained. */
export const errorOutputDrained: Check = goesOn({
  id: "stdio.client-stderr-drained",
  scenario: "odd-peers.much-stderr",
  title: "A client goes on while the server writes much to its standard error",
  spec: { "2024-11-05": "basic/transports#stdio", "2026-07-28": "basic/transports/stdio" },
  transports: ["stdio"],
  advice: "Read standard error all the time, or hand it on: a full pipe stops the server.",
});

/** An answer for nobody is survived. */
export const unknownAnswer: Check = goesOn({
  id: "jsonrpc.client-unknown-answer",
  scenario: "odd-peers.answer-for-nobody",
  title: "A client goes on after an answer to a request it never sent",
  spec: { "2024-11-05": "basic/messages#responses", "2025-03-26": "basic/index#responses" },
  transports: ["stdio", "sse"],
  advice: "Drop an answer whose id is not among those of running requests.",
});

/** An answer that comes twice is survived. */
export const answeredTwice: Check = goesOn({
  id: "jsonrpc.client-second-answer",
  scenario: "odd-peers.answered-twice",
  title: "A client goes on after a request of its was answered twice",
  spec: { "2024-11-05": "basic/messages#responses", "2025-03-26": "basic/index#responses" },
  transports: ["stdio", "sse"],
  advice: "Forget a request once it was answered, and drop what comes after.",
});

/** Progress of nothing is survived. */
export const strayProgress: Check = goesOn({
  id: "progress.client-unknown-token",
  scenario: "odd-peers.progress-of-nothing",
  title: "A client goes on after progress for a token it never gave",
  spec: { "2024-11-05": "basic/utilities/progress", "2026-07-28": "basic/patterns/progress" },
  advice: "Drop progress for tokens that are not those of running requests.",
});

/** A result without its members is survived. */
export const hollowResult: Check = goesOn({
  id: "tools.client-hollow-result",
  scenario: "odd-peers.hollow-result",
  title: "A client goes on after a tool result without content",
  spec: { "2024-11-05": "server/tools#tool-result" },
  advice: "Let the call fail whose result is not valid, and that call alone.",
});

/** A large result is survived. */
export const largeResult: Check = goesOn({
  id: "tools.client-large-result",
  scenario: "odd-peers.large-result",
  title: "A client goes on after a tool result of 300 000 letters",
  spec: { "2024-11-05": "server/tools#tool-result" },
  advice: "Take messages of any reasonable length, and piece by piece.",
});

/** News of an elicitation nobody knows is ignored. */
export const unknownCompletion: Check = goesOn({
  id: "elicitation.client-unknown-completion",
  scenario: "odd-peers.completion-of-nothing",
  level: "MUST",
  title: "News that an elicitation is complete which the client does not know is ignored",
  spec: {
    "2025-11-25": "client/elicitation#completion-notifications-for-url-mode-elicitation",
    "2026-07-28": "removed",
  },
  advice: "Ignore notifications/elicitation/complete for ids that are unknown or done.",
});
