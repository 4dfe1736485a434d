import type { Check } from "../../check.ts";
import { type Exhibit, overallIfAny } from "../../outcome.ts";
import { authRequests, sentText } from "../../rules/auth/auth-seen.ts";

/** A code is bound to who asked for it. */
export const pkce: Check = {
  id: "auth.client-pkce",
  title: "The client asks for a code with a challenge, and redeems it with the verifier that fits",
  subject: "client",
  level: "MUST",
  spec: {
    "2025-03-26": "basic/authorization#implementation-requirements",
    "2025-06-18": "basic/authorization#authorization-code-protection",
    "2026-07-28": "basic/authorization/security-considerations#authorization-code-protection",
  },
  transports: ["http"],
  advice: "Send code_challenge with every authorization request and code_verifier with the token request (RFC 7636).",
  verify: (trace) =>
    overallIfAny(
      [
        ...authRequests(trace, "authorize").map(({ step }): Exhibit => ({
          ref: step,
          wrong: sentText(step, "code_challenge") === undefined ? "an authorization request has no code_challenge" : undefined,
        })),
        ...authRequests(trace, "token").flatMap(({ step }): Exhibit[] => {
          const { verifier } = step.found;
          if (verifier === undefined || verifier === "unasked") return [];
          return [
            {
              ref: step,
              wrong:
                verifier === "matches"
                  ? undefined
                  : `the code_verifier of a token request is ${wordsFor(typeof verifier === "string" ? verifier : "unknown")}`,
            },
          ];
        }),
      ],
      "the client asked for no code",
    ),
};

const wordsFor = (verifier: string): string => (verifier === "differs" ? "not that of the challenge" : verifier);

/** The challenge is a digest. */
export const pkceS256: Check = {
  id: "auth.client-pkce-s256",
  title: "The challenge is made by S256",
  subject: "client",
  level: "MUST",
  spec: {
    "2025-11-25": "basic/authorization#authorization-code-protection",
    "2026-07-28": "basic/authorization/security-considerations#authorization-code-protection",
  },
  transports: ["http"],
  advice: "Send code_challenge_method=S256.",
  verify: (trace) =>
    overallIfAny(
      authRequests(trace, "authorize").flatMap(({ step }): Exhibit[] => {
        if (sentText(step, "code_challenge") === undefined) return [];
        const method = sentText(step, "code_challenge_method");
        return [
          {
            ref: step,
            wrong: method === "S256" ? undefined : `code_challenge_method is ${method ?? "missing, which means plain"}`,
          },
        ];
      }),
      "the client sent no challenge",
    ),
};
