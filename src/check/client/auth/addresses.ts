import { places } from "../../places.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, overallIfAny } from "../../outcome.ts";
import { after, answeredObject, authRequests, type AuthStep, wasLetIn } from "../../rules/auth/auth-seen.ts";
import { isProtected } from "../../rules/auth/protected-address.ts";

const onRequest =
  "which protections are right depends on the network a client is deployed in, as the page says, and many leave them to a proxy";

const tolerance =
  "Tried with 0.0.0.0, a reserved address that leads to this machine on most systems. Only of clients that were let in elsewhere.";

/** The members of metadata that say where something is asked. */
const endPoints = ["registration_endpoint", "authorization_endpoint", "token_endpoint"];

const namesUnprotected = (step: AuthStep): boolean => {
  const metadata = answeredObject(step);
  return endPoints.some((name) => metadata?.[name] !== undefined && !isProtected(metadata[name]));
};

/** End points are asked by https, or on this machine. */
export const protectedAddresses: Check = {
  id: "auth.client-protected-addresses",
  title: "No end point of an authorization is asked by plain http at an address that is not a loopback one",
  subject: "client",
  level: "SHOULD",
  spec: places.requestForgery,
  transports: ["http"],
  advice: "Refuse addresses with http: unless their host is localhost, 127.0.0.1 or ::1; let a library tell private addresses.",
  tolerance,
  onRequest,
  verify: (trace) =>
    overallIfAny(
      authRequests(trace, "metadata").flatMap(({ story, step }): Exhibit[] => {
        if (!namesUnprotected(step)) return [];
        const asked = after(story, step).find(({ url }) => !isProtected(url));
        if (asked === undefined) return wasLetIn(trace) ? [{ ref: step }] : [];
        return [{ ref: asked, wrong: `it asked ${asked.url}` }];
      }),
      "no client that can get itself authorized was named such an address",
    ),
};

/** So are the places that redirections lead to. */
export const redirectionsChecked: Check = {
  id: "auth.client-redirections-checked",
  title: "No redirection of metadata is followed to an address by plain http that is not a loopback one",
  subject: "client",
  level: "SHOULD",
  spec: places.requestForgery,
  transports: ["http"],
  advice: "Follow no redirections when you ask for metadata, or check where each leads as you check the first address.",
  tolerance,
  onRequest,
  verify: (trace) =>
    overallIfAny(
      authRequests(trace, "metadata").flatMap(({ story, step }): Exhibit[] => {
        const location = step.answer?.headers["location"];
        if (location === undefined || isProtected(location)) return [];
        const asked = after(story, step).find(({ endpoint, url }) => endpoint === "metadata" && !isProtected(url));
        if (asked === undefined) return wasLetIn(trace) ? [{ ref: step }] : [];
        return [{ ref: asked, wrong: `it followed to ${asked.url}` }];
      }),
      "no client that can get itself authorized was led to such an address",
    ),
};
