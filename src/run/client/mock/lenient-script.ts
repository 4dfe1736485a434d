import type { MockScript } from "../../../mock/script/script.ts";
import { eraOf } from "../../../spec/revision.ts";

/**
 * A script whose server serves requests that name another version in MCP-Protocol-Version than it speaks. From 2025-06-18 on a
 * server has to refuse them with 400 (basic/transports#protocol-version-header), and then the session of a client that names what
 * it asked for instead of what was agreed dies at its first request, or at its second, as the race of its opening goes. That client
 * has one fault, which `http.client-version-header-agreed` tells; served all the same, it is judged by nothing that follows from
 * it. Servers of the stateless era stay strict: there the header is compared with the body of each request alone.
 */
export function lenientScript(script: MockScript): MockScript {
  const isStateful = script.revisions?.every((revision) => eraOf(revision) === "stateful") ?? false;
  return isStateful ? { ...script, omits: [...new Set([...(script.omits ?? []), "version-header" as const])] } : script;
}
