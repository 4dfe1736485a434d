import { frameIn } from "../frame-in.ts";
import { headerValue } from "../message.ts";
import { exchangesTagged } from "../step.ts";
import type { Trace } from "../trace.ts";
import { isSuccess, type Responded, responded } from "./http-facts.ts";

/** Requests that were sent without the Authorization header that other requests carried. */
export const unauthorized = (trace: Trace): Responded[] => responded(exchangesTagged(trace, "no-authorization"));

/**
 * Whether a server demands authorization: some request without it is answered with 401, or none is served. Undefined where no
 * request was sent without it.
 */
export function demandsAuthorization(trace: Trace): boolean | undefined {
  const without = unauthorized(trace);
  if (without.length === 0) return undefined;
  return challenges(trace).length > 0 || !without.some(({ response }) => isSuccess(response.status));
}

/** The 401 answers to requests without authorization. */
export const challenges = (trace: Trace): Responded[] => unauthorized(trace).filter(({ response }) => response.status === 401);

/** The method of the request that was posted, undefined where what was sent is not a request. */
export function methodIn({ request }: Responded): string | undefined {
  const frame = frameIn(request);
  return frame?.kind === "request" ? frame.method : undefined;
}

/** What a 401 says in WWW-Authenticate; empty when it says nothing. */
export const challengeOf = ({ response }: Responded): string => headerValue(response.headers, "www-authenticate") ?? "";

/** The steps whose requests bring a token that may have too little scope: the least, then what was demanded of it, and once more so. */
export const scopeSteps = ["narrow-token", "stepped-up", "stepped-up-again"] as const;

/** The scopes that a refusal for too little scope names; undefined where it is no such refusal, or names none. */
export function scopesOf(exchange: Responded): readonly string[] | undefined {
  const challenge = challengeOf(exchange);
  if (exchange.response.status !== 403 || !/\berror\s*=\s*"?insufficient_scope\b/i.test(challenge)) return undefined;
  const named = /\bscope\s*=\s*(?:"([^"]*)"|([^\s,"]+))/i.exec(challenge);
  const scopes = (named?.[1] ?? named?.[2] ?? "").split(/\s+/).filter((scope) => scope !== "");
  return scopes.length === 0 ? undefined : scopes;
}

/** All scopes that refusals for too little scope have named, each once. */
export function scopesDemanded(trace: Trace): readonly string[] {
  const refused = scopeSteps.flatMap((tag) => responded(exchangesTagged(trace, tag)));
  return [...new Set(refused.flatMap((exchange) => scopesOf(exchange) ?? []))];
}

/** Whether a challenge names a URL of protected resource metadata. */
export const namesMetadata = (challenge: string): boolean => /resource_metadata\s*=\s*"?https?:\/\//i.test(challenge);

/** The answers to the well-known URIs of RFC 9728, that of the endpoint's path and that of the root. */
export const metadataAnswers = (trace: Trace): Responded[] => responded(exchangesTagged(trace, "protected-resource-metadata"));
