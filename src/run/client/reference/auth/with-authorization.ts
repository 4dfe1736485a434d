import type { ClientTransport } from "../../../../transport/client-transport.ts";
import type { WireChange } from "../wire-change.ts";
import { type AuthFault, authFaults } from "./auth-faults.ts";
import { authorizedTransport } from "./authorized-transport.ts";
import { createAuthorizer } from "./authorizer.ts";

/** What a client needs to get itself authorized at a server over HTTP; without a URL there is nothing to be authorized for. */
export type AuthorizationSetup = {
  readonly url: string | undefined;
  readonly context: Readonly<Record<string, string>>;
  readonly faults?: readonly string[];
  readonly changes?: readonly WireChange[];
};

/** Connections of one client that get themselves authorized, and why that failed last. */
export type Authorization = {
  readonly around: (transport: ClientTransport) => ClientTransport;
  readonly unauthorized: () => string | undefined;
};

/** Lets the connections of a client get themselves authorized; they share what was got. */
export function withAuthorization({ url, context, faults = [], changes = [] }: AuthorizationSetup): Authorization {
  if (url === undefined) return { around: (transport) => transport, unauthorized: () => undefined };
  const own = new Set(authFaults.filter((one): one is AuthFault => faults.includes(one)));
  const fields = changes.flatMap((change) => (change.fields === undefined ? [] : [{ on: change.on, fields: change.fields }]));
  const authorizer = createAuthorizer({ url, context, faults: own, changes: fields });
  let why: string | undefined;
  const failed = (error: unknown): void => void (why = error instanceof Error ? error.message : String(error));
  return {
    around: (transport) => authorizedTransport(transport, authorizer, { url, faults: own, failed }),
    unauthorized: () => why,
  };
}
