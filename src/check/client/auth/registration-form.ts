import { isArray } from "../../../jsonrpc/json.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, overallIfAny } from "../../outcome.ts";
import { authRequests, authStories, type AuthStep, sentText, textsIn } from "../../rules/auth/auth-seen.ts";

const redirectUrisOf = (step: AuthStep): readonly string[] => {
  const registered = step.fields["redirect_uris"];
  const uris = isArray(registered) ? registered : [step.fields["redirect_uri"]];
  return uris.filter((one): one is string => typeof one === "string");
};

const isLocal = (uri: string): boolean => /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])([:/?]|$)/i.test(uri);

/** Codes are sent to this machine, or over HTTPS. */
export const redirectUri: Check = {
  id: "auth.client-redirect-uri",
  title: "Redirect URIs of the client are on this machine or use HTTPS",
  subject: "client",
  level: "MUST",
  spec: {
    "2025-03-26": "basic/authorization#security-considerations",
    "2025-06-18": "basic/authorization#communication-security",
    "2026-07-28": "basic/authorization/security-considerations#communication-security",
  },
  transports: ["http"],
  advice: "Use http://localhost (or a loopback address) with a port of your own, or an https address.",
  tolerance: "The loopback addresses 127.0.0.1 and [::1] are taken for localhost.",
  verify: (trace) =>
    overallIfAny(
      ["register", "authorize"].flatMap((endpoint) =>
        authRequests(trace, endpoint).flatMap(({ step }) =>
          redirectUrisOf(step).map((uri): Exhibit => {
            const isSafe = isLocal(uri) || uri.toLowerCase().startsWith("https://");
            return { ref: step, wrong: isSafe ? undefined : `${uri} is neither` };
          }),
        ),
      ),
      "the client named no redirect URI",
    ),
};

/** Codes are sent where it was said before. */
export const redirectRegistered: Check = {
  id: "auth.client-redirect-registered",
  title: "The client asks for authorization with a redirect URI it has registered",
  subject: "client",
  level: "MUST",
  spec: {
    "2025-06-18": "basic/authorization#open-redirection",
    "2026-07-28": "basic/authorization/security-considerations#open-redirection",
  },
  transports: ["http"],
  advice: "Send as redirect_uri one of the redirect_uris of the registration, letter by letter.",
  verify: (trace) =>
    overallIfAny(
      authRequests(trace, "authorize").flatMap(({ step }): Exhibit[] => {
        if (step.found["client"] !== "registered") return [];
        return [
          {
            ref: step,
            wrong:
              step.found["redirect"] === "allowed" ? undefined : `${sentText(step, "redirect_uri") ?? "none"} was not registered`,
          },
        ];
      }),
      "no client that had registered asked for authorization",
    ),
};

/** It says what kind of program it is. */
export const applicationType: Check = {
  id: "auth.client-application-type",
  title: "A registration says what kind of application the client is",
  subject: "client",
  level: "MUST",
  spec: { "2026-07-28": "basic/authorization/client-registration#application-type-and-redirect-uri-constraints" },
  transports: ["http"],
  advice: "Send application_type: native for programs on the user's machine, web for a site.",
  verify: (trace) =>
    overallIfAny(
      authRequests(trace, "register").map(({ step }) => {
        const type = sentText(step, "application_type");
        return { ref: step, wrong: type === "native" || type === "web" ? undefined : `application_type is ${type ?? "missing"}` };
      }),
      "the client did not register",
    ),
};

/** And the kind fits where it wants codes sent. */
export const applicationTypeFits: Check = {
  id: "auth.client-application-type-fits",
  title: "A client whose redirect URIs are on this machine is native",
  subject: "client",
  level: "SHOULD",
  spec: { "2026-07-28": "basic/authorization/client-registration#application-type-and-redirect-uri-constraints" },
  transports: ["http"],
  advice: "Register desktop applications, command line tools and what is reached by localhost as native, web sites as web.",
  verify: (trace) =>
    overallIfAny(
      authRequests(trace, "register").flatMap(({ step }): Exhibit[] => {
        const type = sentText(step, "application_type");
        const uris = redirectUrisOf(step);
        if (type === undefined || uris.length === 0) return [];
        const wanted = uris.some(isLocal) ? "native" : uris.every((uri) => uri.startsWith("https://")) ? "web" : type;
        return [
          {
            ref: step,
            wrong: type === wanted ? undefined : `application_type is ${type}, and it is to be sent back to ${uris.join(", ")}`,
          },
        ];
      }),
      "no registration said what kind of application the client is",
    ),
};

/** Who wants refresh tokens says so. */
export const grantTypes: Check = {
  id: "auth.client-grant-types",
  title: "A client that uses refresh tokens has registered the grant type refresh_token",
  subject: "client",
  level: "SHOULD",
  spec: { "2026-07-28": "basic/authorization/index#refresh-tokens" },
  transports: ["http"],
  advice: "Send grant_types with authorization_code and refresh_token when you register.",
  verify: (trace) =>
    overallIfAny(
      authStories(trace).flatMap((story): Exhibit[] => {
        const used = story.steps.some((step) => sentText(step, "grant_type") === "refresh_token");
        const registered = story.steps.find(({ endpoint }) => endpoint === "register");
        if (!used || registered === undefined) return [];
        const types = textsIn(registered.fields, "grant_types");
        return [
          {
            ref: registered,
            wrong: types?.includes("refresh_token") === true ? undefined : `grant_types is ${types?.join(", ") ?? "missing"}`,
          },
        ];
      }),
      "no client that had registered used a refresh token",
    ),
};
