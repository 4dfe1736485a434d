import type { Check } from "./check.ts";

/**
 * The checks of servers that rest on what a server says and on nothing it was asked on purpose: where it was recorded with a client of
 * somebody else's, which may itself be wrong, it is judged by these alone. What asks for an occasion of its own, for a control, or for a
 * right request before the answer can be blamed, is not among them.
 */
const unprompted: Readonly<Record<string, string>> = {
  caching: "hints-present interim-without-hints scope-valid ttl-valid",
  cancellation: "own-requests",
  completion: "totals values-limit",
  discovery: "extension-names result result-type result-type-known server-info",
  elicitation: "form-defaults form-flat message mode-declared required-error url-https url-id url-valid",
  http: "json-answer no-server-requests notification-accepted response-accepted session-id-characters",
  input: "declared-capability keys-unique not-empty request-kinds supported-requests",
  jsonrpc:
    "error-object id-type meta-keys no-answer-to-notification no-batches notification-without-id one-response params-object reserved-codes response-id result-object result-or-error retired-codes server-request-id server-request-id-unique specification-codes utf8 version-member",
  lifecycle:
    "client-capabilities-heeded client-capabilities-respected initialize-result no-early-requests server-info-filled version-of-handshake",
  logging: "declared level-valid",
  pagination: "cursor-string",
  progress: "increases known-token stops token-type within-total",
  prompts:
    "arguments-unique content-base64 declared-when-served described embedded-resource icons-usable list-changed-announced list-changed-declared messages names-unique",
  resources:
    "annotation-range blob-base64 declared-when-served icons-usable last-modified list-changed-announced list-changed-declared template-syntax text-or-blob uri-absolute uri-characters",
  sampling: "context-declared messages priorities results-alone results-match tools-declared uses-answered",
  schema: "*",
  sse: "endpoint-event event-data event-id-unique event-type no-response-on-get response-last retry-digits",
  stdio:
    "clean-at-shutdown clean-at-start clean-in-operation line-terminated no-blank-lines no-byte-order-mark no-embedded-newlines no-server-requests only-json-rpc",
  subscriptions: "ack-subset acknowledged-first id-present id-type only-requested updated-announced updated-declared",
  tasks: "begin-working failed-message id-unique status-known terminal-stays timestamps",
  tools:
    "annotations-consistent content-base64 content-mime-type declared-when-served described embedded-needs-resources header-name header-not-sensitive header-primitive header-reachable header-unique icons-usable input-schema-object input-schema-usable input-schema-valid list-affordable list-changed-announced list-changed-declared name-characters name-length names-unique output-conforms output-present output-schema-object output-schema-usable output-schema-valid schema-affordable schema-local-refs schema-patterns schema-validators-agree structured-text title-not-blank",
};

/** Whether a check of servers may judge one that mcpcheck did not ask anything. */
export function isUnprompted({ id, subject }: Pick<Check, "id" | "subject">): boolean {
  const [area = "", name = ""] = id.split(".");
  const names = unprompted[area];
  return subject === "server" && names !== undefined && (names === "*" || names.split(" ").includes(name));
}

/** The ids that are named above, so that none is named which does not exist. */
export const unpromptedIds: readonly string[] = Object.entries(unprompted).flatMap(([area, names]) =>
  names === "*" ? [] : names.split(" ").map((name) => `${area}.${name}`),
);
