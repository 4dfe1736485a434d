import { type Json, isArray, isObject, valueAt } from "../../../jsonrpc/json.ts";
import { extensionIds } from "../../../spec/extensions.ts";
import { type LinkedTool, linkedTools } from "../../../trace/facts/extensions/app-views.ts";
import { listed } from "../../../trace/facts/server-facts.ts";
import { clientCapabilitiesKey } from "../../../trace/facts/server-message.ts";
import { toolCalls } from "../../../trace/facts/tool-call.ts";
import { answered, calls } from "../../../trace/call.ts";
import { eventsOf, type Trace } from "../../../trace/trace.ts";
import type { Check } from "../../check.ts";
import { judgeEach, notApplicable, overall, overallIfAny } from "../../outcome.ts";
import { appsPlace } from "../../rules/extensions/places.ts";
import { shortJson } from "../../rules/text-forms.ts";

const noLink = "no listed tool is linked to a view";

const nameOf = ({ tool }: { readonly tool: LinkedTool["tool"] }): string => `the tool ${shortJson(tool["name"])}`;

export const appsUriScheme: Check = {
  id: "extensions.apps-uri-scheme",
  title: "A tool is linked to a view by a URI of the scheme ui://",
  subject: "server",
  level: "MUST",
  spec: appsPlace("ui-resource-format"),
  advice: "Give the view a URI such as ui://my-server/dashboard, and name that in _meta.ui.resourceUri.",
  verify: (trace) =>
    judgeEach(linkedTools(trace), noLink, (link) =>
      typeof link.uri === "string" && !/^ui:\/\/./.test(link.uri)
        ? `${nameOf(link)} is linked to ${shortJson(link.uri)}`
        : undefined,
    ),
};

export const appsToolMeta: Check = {
  id: "extensions.apps-tool-meta",
  title: "What a tool says of its view has the shape of the extension",
  subject: "server",
  level: "MUST",
  spec: appsPlace("resource-discovery"),
  advice: 'Write _meta.ui as { "resourceUri": "ui://…", "visibility": ["model", "app"] }; both members may be left out.',
  verify(trace) {
    const said = listed(trace, "tools").flatMap(({ seq, item }) => {
      const ui = valueAt(item, "_meta", "ui");
      const flat = valueAt(item, "_meta", "ui/resourceUri");
      return ui === undefined && flat === undefined ? [] : [{ seq, tool: item, ui, flat }];
    });
    return judgeEach(said, noLink, ({ tool, ui, flat }) => {
      const wrong = metaDefect(ui, flat);
      return wrong === undefined ? undefined : `${nameOf({ tool })}: ${wrong}`;
    });
  },
};

function metaDefect(ui: Json | undefined, flat: Json | undefined): string | undefined {
  if (flat !== undefined && typeof flat !== "string") return `ui/resourceUri is ${shortJson(flat)}, expected a text`;
  if (ui === undefined) return undefined;
  if (!isObject(ui)) return `_meta.ui is ${shortJson(ui)}, expected an object`;
  const { resourceUri, visibility } = ui;
  if (resourceUri !== undefined && typeof resourceUri !== "string")
    return `resourceUri is ${shortJson(resourceUri)}, expected a text`;
  const known = isArray(visibility) && visibility.every((one) => one === "model" || one === "app");
  return visibility === undefined || known
    ? undefined
    : `visibility is ${shortJson(visibility)}, expected a list of model and app`;
}

export const appsNestedLink: Check = {
  id: "extensions.apps-nested-link",
  title: "A tool is linked to its view in _meta.ui, not only by the deprecated flat key",
  subject: "server",
  level: "PRACTICE",
  spec: appsPlace("resource-discovery"),
  advice: 'Write _meta.ui.resourceUri; hosts are told that _meta["ui/resourceUri"] will go.',
  verify: (trace) =>
    judgeEach(linkedTools(trace), noLink, (link) =>
      valueAt(link.tool, "_meta", "ui", "resourceUri") === undefined ? `${nameOf(link)} has only ui/resourceUri` : undefined,
    ),
};

/** Whether the model is shown a tool: one for the view alone need not say anything in words. */
function isForModel(tool: LinkedTool["tool"]): boolean {
  const visibility = valueAt(tool, "_meta", "ui", "visibility");
  return !isArray(visibility) || visibility.includes("model");
}

export const appsContent: Check = {
  id: "extensions.apps-content",
  title: "A tool with a view gives content to those that do not show it",
  subject: "server",
  level: "MUST",
  spec: appsPlace("server-behavior"),
  advice: "Say in content what the view shows: models and clients without views have nothing else.",
  tolerance:
    "Tools for the view alone (visibility without model) are left out; what is meaningful is not judged, only what is empty.",
  verify(trace) {
    const links = linkedTools(trace);
    if (links.length === 0) return notApplicable(noLink);
    const names = new Set(links.filter(({ tool }) => isForModel(tool)).map(({ tool }) => tool["name"]));
    const done = toolCalls(trace).filter(
      ({ name, outcome }) => name !== undefined && names.has(name) && (outcome === "success" || outcome === "is-error"),
    );
    return overall(
      done.map(({ seq, name, result }) => {
        const { content } = result;
        const some = isArray(content) && content.length > 0;
        return { ref: seq, wrong: some ? undefined : `the tool ${shortJson(name)} answered with content ${shortJson(content)}` };
      }),
      "no tool that is linked to a view was called",
    );
  },
};

/** Whether the client that asked for something declared the extension: in the request, else on its connection. */
function declaredBy(
  trace: Trace,
  { connection, params }: { readonly connection: number; readonly params: Json | undefined },
): boolean {
  const told = valueAt(params, "_meta", clientCapabilitiesKey);
  const opened = eventsOf(trace, "connect").find((event) => event.connection === connection)?.capabilities;
  return valueAt(told ?? opened, "extensions", extensionIds.apps) !== undefined;
}

export const appsClientChecked: Check = {
  id: "extensions.apps-client-checked",
  title: "Tools are linked to views only for clients that declare the extension",
  subject: "server",
  level: "SHOULD",
  onRequest: "most servers link their tools for every client, which does no harm; this tells whether this one looks at who asks",
  spec: appsPlace("server-behavior"),
  advice: "Look for io.modelcontextprotocol/ui in the client's capabilities before you link a tool to a view.",
  verify(trace) {
    if (linkedTools(trace).length === 0) return notApplicable(noLink);
    const others = answered(calls(trace, "tools/list")).filter(
      ({ request }) => !declaredBy(trace, { connection: request.connection, params: request.frame.params }),
    );
    const linked = new Set(linkedTools(trace).map(({ seq }) => seq));
    return overallIfAny(
      others.map(({ answer }) => ({
        ref: answer,
        wrong: linked.has(answer.seq) ? "a client that did not declare the extension was given tools with views" : undefined,
      })),
      "only a client that declares the extension listed the tools",
    );
  },
};
