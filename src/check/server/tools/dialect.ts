import { valueAt } from "../../../jsonrpc/json.ts";
import { listed } from "../../../trace/facts/server-facts.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, overall } from "../../outcome.ts";
import { shortJson } from "../../rules/text-forms.ts";

export const toolsSchemaDialect: Check = {
  id: "tools.schema-dialect",
  title: "The schemas of tools are written in JSON Schema 2020-12",
  subject: "server",
  level: "SHOULD",
  onRequest: "the libraries behind many servers name an older dialect, which is allowed and which most clients read",
  spec: { "2025-11-25": "basic/index#schema-dialect" },
  capability: "tools",
  advice: 'Leave "$schema" out, which means 2020-12, or have your library write that dialect.',
  tolerance: "Only what a schema says of itself is looked at.",
  verify: (trace) =>
    overall(
      listed(trace, "tools").flatMap(({ seq, item }) =>
        (["inputSchema", "outputSchema"] as const).flatMap((which): Exhibit[] => {
          const dialect = valueAt(item, which, "$schema");
          if (item[which] === undefined) return [];
          const fine = dialect === undefined || (typeof dialect === "string" && /draft\/2020-12\/schema#?$/.test(dialect));
          return [
            {
              ref: seq,
              wrong: fine ? undefined : `${which} of ${JSON.stringify(item["name"])} is in the dialect ${shortJson(dialect)}`,
            },
          ];
        }),
      ),
      "no tools were listed",
    ),
};
