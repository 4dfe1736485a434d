import { isArray, isObject, valueAt } from "../../../jsonrpc/json.ts";
import { askedOfClient } from "../../../trace/facts/asked-of-client.ts";
import { clientNotifications, stepReports } from "../../../trace/facts/client-facts.ts";
import { connections } from "../../../trace/trace.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, overallIfAny } from "../../outcome.ts";

/** Who said that it tells of new roots tells. */
export const rootsChangeTold: Check = {
  id: "roots.client-change-told",
  title: "A client that declared roots.listChanged tells the server when its roots change",
  subject: "client",
  level: "MUST",
  spec: { "2024-11-05": "client/roots#root-list-changes", "2026-07-28": "removed" },
  advice: "Send notifications/roots/list_changed when the roots change, or do not declare listChanged.",
  tolerance: "Only where the server was given the new roots later on: so they did change.",
  verify(trace) {
    const sessions = new Map(connections(trace).map(({ connection, session }) => [connection, session]));
    const changes = stepReports(trace).filter(
      ({ told, report }) => valueAt(told, "do") === "set-roots" && report.value["ok"] === true,
    );
    return overallIfAny(
      changes.flatMap(({ told, report }): Exhibit[] => {
        const roots = valueAt(told, "roots");
        const uri = isArray(roots) ? valueAt(roots[0], "uri") : undefined;
        const given = askedOfClient(trace, "roots/list").find(({ connection, declared, reply }) => {
          const list = reply?.kind === "result" ? reply.result["roots"] : undefined;
          const isNew = isArray(list) && list.some((root) => valueAt(root, "uri") === uri);
          const tells = isObject(declared["roots"]) && declared["roots"]["listChanged"] === true;
          return isNew && tells && sessions.get(connection) === sessions.get(report.connection);
        });
        if (given?.reply === undefined) return [];
        const news = clientNotifications(trace, "notifications/roots/list_changed").find(
          ({ connection }) => connection === given.connection,
        );
        return [
          {
            ref: news ?? given.reply,
            wrong: news === undefined ? "the server is given new roots, and was never told that they changed" : undefined,
          },
        ];
      }),
      "no client that tells of new roots changed them",
    );
  },
};
