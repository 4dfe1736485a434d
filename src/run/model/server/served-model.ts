import { isObject } from "../../../jsonrpc/json.ts";
import { McpcheckError } from "../../../base/mcpcheck-error.ts";
import type { ModelFamily } from "../../../model/scripted/families/family.ts";
import { askServer, hostOf } from "./ask-server.ts";
import type { ModelServerUnderTest } from "./model-server.ts";

/**
 * The model to ask on OpenAI's wire: the wanted one, or the only one there is.
 * @throws McpcheckError `subject` when there is no list of models, `usage` when there are several
 */
export async function servedModel(server: ModelServerUnderTest, wanted: string | undefined): Promise<string> {
  const { status, json, text } = await askServer(server, { method: "GET", path: "/models" });
  const data = isObject(json) ? json["data"] : undefined;
  if (status !== 200 || !Array.isArray(data)) {
    const said = text.trim().startsWith("<") ? "a page of HTML" : text.trim().slice(0, 200);
    throw new McpcheckError(
      "subject",
      `GET /models at ${hostOf(server)}: status ${status}${said === "" ? "" : `, ${said}`}: this is not a server with OpenAI's API, or its paths begin elsewhere, mostly with /v1`,
    );
  }
  const names = data.flatMap((one) => (isObject(one) && typeof one["id"] === "string" ? [one["id"]] : []));
  if (wanted !== undefined) return wanted;
  const [only, second] = names;
  if (only === undefined) throw new McpcheckError("subject", `${hostOf(server)} serves no model`);
  if (second === undefined) return only;
  throw new McpcheckError("usage", `--model: the server has several (${names.slice(0, 10).join(", ")}); name the scripted one`);
}

/** The family a served file is of: the only one that is wanted, or the one the model's name tells. @throws McpcheckError `usage` */
export function familyServed(model: string, families: readonly ModelFamily[]): ModelFamily {
  const [only, second] = families;
  if (only !== undefined && second === undefined) return only;
  const [named] = families
    .filter(({ id }) => model.toLowerCase().includes(id.toLowerCase()))
    .toSorted((a, b) => b.id.length - a.id.length);
  if (named !== undefined) return named;
  throw new McpcheckError("usage", `--family: which family ${model} is of does not show in its name; say so with --family <id>`);
}
