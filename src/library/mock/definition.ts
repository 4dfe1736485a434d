import { McpcheckError } from "../../base/mcpcheck-error.ts";
import { spokenRevisions } from "../../mock/era/capabilities.ts";
import { loadMock, parseScript } from "../../mock/script/load-script.ts";
import type { MockScript } from "../../mock/script/script.ts";
import { hold } from "../given/given.ts";
import { textOrScript } from "../given/rules.ts";
import { isRevision, revisions } from "../../spec/revision.ts";

/** A mock script in a program: as in a file, but that what names the server may be left out. */
export type InlineScript = Omit<MockScript, "id" | "title" | "serverInfo"> &
  Partial<Pick<MockScript, "id" | "title" | "serverInfo">>;

/** A mock: the id of one that comes with mcpcheck (`reference`), the path of a script file (`*.json`), or a script. */
export type MockDefinition = string | InlineScript;

/**
 * The script of a definition, for one revision or for those it speaks.
 * @throws McpcheckError `usage` for an unknown id or revision, and for a script that is not valid, with the place
 */
export function scriptOf(definition: MockDefinition, revision: string | undefined): MockScript {
  hold(definition, textOrScript, "definition");
  const script =
    typeof definition === "string"
      ? loadMock(definition, ".")
      : parseScript(
          { id: "mock", title: "A mock server", serverInfo: { name: "mock", version: "1.0.0" }, ...definition },
          "script",
        );
  if (revision === undefined) return script;
  if (!isRevision(revision))
    throw new McpcheckError("usage", `revision: there is no ${revision}; there are ${revisions.join(", ")}`);
  if (!spokenRevisions(script).includes(revision))
    throw new McpcheckError("usage", `revision: mock ${script.id} does not speak ${revision}`);
  return { ...script, revisions: [revision] };
}
