import { invalidParams, resourceNotFound } from "../../jsonrpc/error-codes.ts";
import type { JsonObject } from "../../jsonrpc/json.ts";
import { eraOf } from "../../spec/revision.ts";
import { type Answer, badParams, refuse } from "../conversation/answer.ts";
import { performThen } from "./behaviour.ts";
import type { Call } from "./call.ts";
import { pageOf } from "./page.ts";
import { shapeDefinition } from "../era/revision-shape.ts";
import type { MockResource, MockScript } from "../script/script.ts";
import { fill, matchTemplate } from "../script/uri-template.ts";

type Found = Pick<MockResource, "uri" | "mimeType" | "answers">;

/** Answers `resources/list`. */
export function listResources(call: Call): Answer {
  const resources = call.script.resources ?? [];
  return pageOf(
    call,
    "resources",
    resources.map((resource) => shapeDefinition("resource", resource, call.revision, ["answers"])),
  );
}

/** Answers `resources/templates/list`. */
export function listResourceTemplates(call: Call): Answer {
  const templates = call.script.resourceTemplates ?? [];
  return pageOf(
    call,
    "resourceTemplates",
    templates.map((template) => shapeDefinition("resourceTemplate", template, call.revision, ["answers", "values"])),
  );
}

/** Answers `resources/read`. */
export async function readResource(call: Call): Promise<Answer> {
  const { uri } = call.params;
  if (typeof uri !== "string") return badParams("uri must be a string");
  const found = findResource(call.script, uri);
  if (found === undefined) return notFound(call, uri);
  return performThen(call, found.answers, () => ({ result: { contents: [contentsOf(found)] } }));
}

/** Answers `resources/subscribe` and `resources/unsubscribe` (stateful revisions). */
export function subscribeResource(call: Call, wanted: boolean): Answer {
  const { uri } = call.params;
  if (typeof uri !== "string") return badParams("uri must be a string");
  if (findResource(call.script, uri) === undefined) return notFound(call, uri);
  if (wanted) call.conversation.subscriptions.add(uri);
  else call.conversation.subscriptions.delete(uri);
  return { result: {} };
}

function notFound(call: Call, uri: string): Answer {
  return refuse(eraOf(call.revision) === "stateless" ? invalidParams : resourceNotFound, "Resource not found", { uri });
}

function findResource(script: MockScript, uri: string): Found | undefined {
  const listed = (script.resources ?? []).find((resource) => resource.uri === uri);
  if (listed !== undefined) return listed;
  for (const template of script.resourceTemplates ?? []) {
    const values = matchTemplate(template.uriTemplate, uri);
    if (values === undefined) continue;
    if (!Object.entries(values).every(([name, value]) => template.values[name]?.includes(value) ?? false)) continue;
    const { text, ...rest } = template.answers;
    return { uri, mimeType: template.mimeType, answers: text === undefined ? rest : { ...rest, text: fill(text, values) } };
  }
  return undefined;
}

function contentsOf(found: Found): JsonObject {
  const { text, blob } = found.answers;
  return {
    uri: found.uri,
    ...(found.mimeType === undefined ? {} : { mimeType: found.mimeType }),
    ...(blob === undefined ? { text: text ?? "" } : { blob }),
  };
}
