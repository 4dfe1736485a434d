import { textOrJson } from "../../rules/text-forms.ts";
import type { Check } from "../../check.ts";
import { judgeEach } from "../../outcome.ts";
import { logMessages } from "../../rules/logs-seen.ts";

/** How credentials look that cannot be anything else, each with what it is called. */
const credentials: readonly (readonly [RegExp, string])[] = [
  [/\bBearer\s+(?!mcpcheck)[A-Za-z0-9._~+/-]{20,}/i, "a bearer token"],
  [/-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----/, "a private key"],
  [/\bgh[pousr]_[A-Za-z0-9]{36}\b/, "a token of GitHub"],
  [/\bAKIA[0-9A-Z]{16}\b/, "an access key of AWS"],
  [/\bxox[abprs]-[A-Za-z0-9-]{20,}/, "a token of Slack"],
  [/[a-z0-9+.-]:\/\/[^/\s:@"]+:(?!\*+@)[^/\s:@"]{3,}@/i, "a password in a URL"],
];

export const loggingNoCredentials: Check = {
  id: "logging.no-credentials",
  title: "Log messages hold no credentials",
  subject: "server",
  level: "MUST NOT",
  spec: { "2024-11-05": "server/utilities/logging#security" },
  advice: "Take headers, keys and connection strings out before you log: a host shows log messages and keeps them.",
  tolerance:
    "Only what cannot be anything else counts: bearer tokens, private keys, tokens with a known form, passwords in URLs.",
  verify: (trace) =>
    judgeEach(logMessages(trace), "the server sent no log messages", (log) => {
      const said = textOrJson(log.frame.params);
      const found = credentials.find(([form]) => form.test(said));
      return found === undefined ? undefined : `a log message holds ${found[1]}`;
    }),
};
