import type { Asked } from "../../../base/http/asked.ts";
import { spokenIn } from "../../era/capabilities.ts";
import type { MockServer } from "../../core.ts";
import { headerOf } from "../../../base/http/header-fields.ts";
import type { Refusal } from "./http-guard.ts";
import type { HttpSession } from "./http-session.ts";

/** The sessions of one HTTP server. */
export type Sessions = {
  /** The session a request names, if it is known. */
  readonly peek: (request: Asked) => HttpSession | undefined;
  /** The session a request belongs to, or why it cannot be served: no id, an unknown one, a version not spoken. */
  readonly find: (request: Asked) => { readonly session: HttpSession } | { readonly refusal: Refusal };
  readonly keep: (session: HttpSession) => void;
  readonly forget: (session: HttpSession) => void;
  readonly endAll: () => void;
};

/** No sessions yet. */
export function createSessions(server: MockServer): Sessions {
  const known = new Map<string, HttpSession>();
  const peek = (request: Asked) => known.get(headerOf(request.headers, "mcp-session-id") ?? "");
  return {
    peek,
    find(request) {
      const id = headerOf(request.headers, "mcp-session-id");
      const lenient = server.omits("session") ? [...known.values()].at(-1) : undefined;
      const session = peek(request) ?? lenient;
      if (session === undefined)
        return {
          refusal:
            id === undefined
              ? { status: 400, message: "MCP-Session-Id is missing" }
              : { status: 404, message: "Session not found" },
        };
      const version = headerOf(request.headers, "mcp-protocol-version");
      const spoken = spokenIn(server.script, "stateful") as readonly string[];
      const knowsHeader = spoken.some((revision) => revision >= "2025-06-18");
      if (version !== undefined && knowsHeader && !spoken.includes(version) && !server.omits("version-header"))
        return { refusal: { status: 400, message: `Unsupported protocol version: ${version}` } };
      return { session };
    },
    keep: (session) => void known.set(session.id, session),
    forget(session) {
      known.delete(session.id);
      session.end();
    },
    endAll() {
      for (const session of known.values()) session.end();
      known.clear();
    },
  };
}
