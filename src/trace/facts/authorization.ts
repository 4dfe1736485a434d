import { headerValue } from "../message.ts";
import { exchangesTagged } from "../step.ts";
import type { Trace } from "../trace.ts";
import { isSuccess, type Responded, responded } from "./http-facts.ts";

/** Requests that were sent without the Authorization header that other requests carried. */
export const unauthorized = (trace: Trace): Responded[] => responded(exchangesTagged(trace, "no-authorization"));

/** Whether a server serves nothing without authorization; undefined where no request was sent without it. */
export function demandsAuthorization(trace: Trace): boolean | undefined {
  const without = unauthorized(trace);
  return without.length === 0 ? undefined : !without.some(({ response }) => isSuccess(response.status));
}

/** The 401 answers to requests without authorization. */
export const challenges = (trace: Trace): Responded[] => unauthorized(trace).filter(({ response }) => response.status === 401);

/** What a 401 says in WWW-Authenticate; empty when it says nothing. */
export const challengeOf = ({ response }: Responded): string => headerValue(response.headers, "www-authenticate") ?? "";

/** Whether a challenge names a URL of protected resource metadata. */
export const namesMetadata = (challenge: string): boolean => /resource_metadata\s*=\s*"?https?:\/\//i.test(challenge);

/** The answers to the well-known URIs of RFC 9728, that of the endpoint's path and that of the root. */
export const metadataAnswers = (trace: Trace): Responded[] => responded(exchangesTagged(trace, "protected-resource-metadata"));
