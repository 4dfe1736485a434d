import { isSuccess, type Responded, responded } from "../../trace/http-facts.ts";
import { headerValue } from "../../trace/message.ts";
import { exchangesTagged } from "../../trace/step.ts";
import type { Trace } from "../../trace/trace.ts";
import { inconclusive, notApplicable, type Outcome } from "../outcome.ts";

/** Requests that were sent without the Authorization header that other requests carried. */
export const unauthorized = (trace: Trace): Responded[] => responded(exchangesTagged(trace, "no-authorization"));

/** Judges servers that demand authorization; the others are not concerned. */
export function whenDemanded(trace: Trace, judge: () => Outcome): Outcome {
  const without = unauthorized(trace);
  if (without.length === 0) return inconclusive("no request without authorization was sent");
  return without.some(({ response }) => isSuccess(response.status))
    ? notApplicable("the server demands no authorization")
    : judge();
}

/** The 401 answers to requests without authorization. */
export const challenges = (trace: Trace): Responded[] => unauthorized(trace).filter(({ response }) => response.status === 401);

/** What a 401 says in WWW-Authenticate; empty when it says nothing. */
export const challengeOf = ({ response }: Responded): string => headerValue(response.headers, "www-authenticate") ?? "";

/** Whether a challenge names a URL of protected resource metadata. */
export const namesMetadata = (challenge: string): boolean => /resource_metadata\s*=\s*"?https?:\/\//i.test(challenge);

/** The answers to the well-known URIs of RFC 9728, that of the endpoint's path and that of the root. */
export const metadataAnswers = (trace: Trace): Responded[] => responded(exchangesTagged(trace, "protected-resource-metadata"));
