import type { Front } from "../serve/listening.ts";
import { createAliases } from "./aliases.ts";
import type { AuthExchange } from "./auth-exchange.ts";
import { openAuth } from "./auth-listener.ts";
import type { AuthScript } from "./auth-script.ts";
import { type AuthWorld, createAuthServer } from "./auth-server.ts";
import { loadAuth } from "./load-auth.ts";
import { protect } from "./protected-server.ts";

/** A protected MCP server's surroundings: its authorization servers, and who stands before it. */
export type AuthScene = {
  /** Looks at every request to the MCP server first. */
  readonly front: Front;
  /** What a driver is handed as MCPCHECK_CONTEXT. */
  readonly hands: Readonly<Record<string, string>>;
  readonly close: () => Promise<void>;
};

/** Opens the authorization servers of a script on loopback. `note` is told of every request to one of the parties. */
export async function openAuthScene(
  script: AuthScript,
  world: AuthWorld,
  note: (exchange: AuthExchange) => void,
): Promise<AuthScene> {
  const aliases = createAliases();
  const place = { origin: "", resource: "" };
  const shared = { world, aliases, note, resource: () => place.resource };
  const otherScript = script.other === undefined ? undefined : loadAuth(script.other, ".");
  const issuers = { issuer: "", other: "" };
  const open = async (one: AuthScript, party: "issuer" | "other", counterpart: () => string) =>
    await openAuth({ ...shared, script: one, party, other: counterpart, host: "127.0.0.1", port: 0 });
  const other = otherScript === undefined ? undefined : await open(otherScript, "other", () => issuers.issuer);
  issuers.other = other?.issuer ?? "";
  const own =
    script.place === "server"
      ? {
          server: createAuthServer({
            ...shared,
            script,
            party: "issuer",
            origin: () => place.origin,
            other: () => issuers.other,
          }),
          close: async () => undefined,
        }
      : await open(script, "issuer", () => issuers.other);
  const front = protect({
    script,
    issuer: own.server,
    other: other?.server,
    aliases,
    note,
    reached(origin, resource) {
      // Where it is reached first is where it is: a client may be led to it by another name.
      if (place.origin === "") Object.assign(place, { origin, resource });
      issuers.issuer = own.server.issuer();
    },
  });
  return {
    front,
    hands: await own.server.hands(),
    close: async () => {
      await Promise.all([own.close(), other?.close()]);
    },
  };
}
