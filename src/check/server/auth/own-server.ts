import { asObject } from "../../../jsonrpc/json.ts";
import { readJson } from "../../../jsonrpc/nesting.ts";
import { challengeOf, challenges, metadataAnswers, namesMetadata } from "../../../trace/facts/authorization.ts";
import { isSuccess, type Responded, responded } from "../../../trace/facts/http-facts.ts";
import { exchangesTagged } from "../../../trace/step.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, inconclusive, notApplicable, overall } from "../../outcome.ts";
import { whenDemanded } from "../../rules/when-demanded.ts";

const needed = ["issuer", "authorization_endpoint", "token_endpoint"] as const;

export const serverMetadata: Check = {
  id: "auth.server-metadata",
  title: "The origin of a server that demands authorization describes its authorization server",
  subject: "server",
  level: "SHOULD",
  spec: { "2025-03-26": "basic/authorization#server-metadata-discovery", "2025-06-18": "removed" },
  transports: ["http"],
  advice:
    "Serve /.well-known/oauth-authorization-server at the root of the origin (RFC 8414), or at least /authorize and /token: clients of this revision look nowhere else.",
  tolerance:
    "A server that names its authorization server in the way of later revisions is left out, and so is one with a scheme of its own, or one that answers neither with a document nor with 404.",
  verify: (trace) =>
    whenDemanded(trace, () => {
      const asked = responded(exchangesTagged(trace, "server-metadata"));
      if (asked.length === 0) return inconclusive("the metadata of an authorization server was not asked for");
      if (challenges(trace).length === 0) return inconclusive("no 401 was seen");
      if (challenges(trace).every((one) => !/\bbearer\b/i.test(challengeOf(one))))
        return notApplicable("the server uses an authorization scheme of its own");
      const later =
        challenges(trace).some((one) => namesMetadata(challengeOf(one))) ||
        metadataAnswers(trace).some(({ response }) => isSuccess(response.status));
      if (later) return notApplicable("the server names its authorization server in the way of later revisions");
      const telling = asked.filter(({ response }) => isSuccess(response.status) || response.status === 404);
      if (telling.length === 0) return notApplicable("the well-known URI is answered neither with a document nor with 404");
      const hasDefault = responded(exchangesTagged(trace, "default-endpoint")).some(({ response }) => response.status !== 404);
      return overall(
        telling.map((exchange): Exhibit => ({ ref: exchange.response, wrong: defectOf(exchange, hasDefault) })),
        "",
      );
    }),
};

function defectOf({ response, body }: Responded, hasDefault: boolean): string | undefined {
  if (isSuccess(response.status)) {
    const document = asObject(readJson(body?.text ?? ""));
    const lacking = needed.filter((name) => typeof document[name] !== "string");
    return lacking.length === 0 ? undefined : `the metadata of the authorization server lack ${lacking.join(", ")}`;
  }
  return hasDefault
    ? "there is no metadata of an authorization server"
    : "there is neither metadata of an authorization server, nor /authorize where clients look instead";
}
