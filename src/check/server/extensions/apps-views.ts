import { invalidParams, resourceNotFound } from "../../../jsonrpc/error-codes.ts";
import { asObject, isArray, isObject, type Json, valueAt } from "../../../jsonrpc/json.ts";
import { viewType } from "../../../spec/extensions.ts";
import {
  documentOf,
  linkedTools,
  listedViews,
  offersApps,
  type SaidOfView,
  viewContents,
  viewMeta,
  viewReads,
} from "../../../trace/facts/extensions/app-views.ts";
import { errorCodeOf } from "../../../trace/facts/tool-call.ts";
import { answered, calls, lastOf } from "../../../trace/call.ts";
import type { Trace } from "../../../trace/trace.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, notApplicable, type Outcome, overallIfAny } from "../../outcome.ts";
import { appsPlace } from "../../rules/extensions/places.ts";
import { foreignOrigins, htmlDefect } from "../../rules/extensions/html-view.ts";
import { isBase64, shortJson } from "../../rules/text-forms.ts";

const noApps = "the server declares no MCP Apps and links no tool to a view";

/** `overall` of what was read of views; without any views there is nothing to say. */
function ofViews(
  trace: Trace,
  look: (view: SaidOfView) => string | undefined,
  canTell: (view: SaidOfView) => boolean = () => true,
): Outcome {
  if (!offersApps(trace)) return notApplicable(noApps);
  const views = viewContents(trace).filter(canTell);
  if (views.length === 0 && viewReads(trace).length === 0) return notApplicable("the server names no view that could be read");
  return overallIfAny(
    views.map((view) => {
      const wrong = look(view);
      return { ref: view.seq, wrong: wrong === undefined ? undefined : `${shortJson(view.uri)}: ${wrong}` };
    }),
    "no view could be read",
  );
}

export const appsViewExists: Check = {
  id: "extensions.apps-view-exists",
  title: "The view a tool is linked to can be read",
  subject: "server",
  level: "MUST",
  spec: appsPlace("behavior"),
  advice: "Serve the resource that _meta.ui.resourceUri names; it need not be in resources/list.",
  tolerance: "Only answers that say there is no such resource (-32002, -32602), and results without contents, count.",
  verify(trace) {
    const links = new Map(linkedTools(trace).map(({ uri, tool }) => [uri, tool["name"]]));
    if (links.size === 0) return notApplicable("no listed tool is linked to a view");
    return overallIfAny(
      viewReads(trace).flatMap((call): Exhibit[] => {
        const uri = valueAt(call.request.frame.params, "uri") ?? null;
        if (call.answer === undefined || !links.has(uri)) return [];
        const code = errorCodeOf(call);
        if (code !== undefined && code !== invalidParams && code !== resourceNotFound) return [];
        const contents = call.answer.frame.kind === "result" ? valueAt(call.answer.frame.result, "contents") : undefined;
        const found = isArray(contents) && contents.length > 0;
        const how = code === undefined ? "reading it gives no contents" : `reading it fails with ${shortJson(code)}`;
        const wrong = `the tool ${shortJson(links.get(uri))} is linked to ${shortJson(uri)}, and ${how}`;
        return [{ ref: lastOf(call), wrong: found ? undefined : wrong }];
      }),
      "no view that a tool is linked to was read, or reading failed for another reason",
    );
  },
};

/** Whether a media type is that of a view, however it is spaced and quoted. */
function isViewType(type: Json | undefined): boolean {
  return typeof type === "string" && type.toLowerCase().replaceAll(/[\s"]/g, "") === viewType;
}

export const appsViewType: Check = {
  id: "extensions.apps-view-type",
  title: "A view is read as text/html;profile=mcp-app",
  subject: "server",
  level: "MUST",
  spec: appsPlace("content-requirements"),
  advice: 'Answer resources/read of a view with "mimeType": "text/html;profile=mcp-app": hosts show nothing else.',
  tolerance: "Blanks, quotation marks and capitals in the media type mean nothing and are accepted.",
  verify: (trace) =>
    ofViews(trace, ({ said }) => (isViewType(said["mimeType"]) ? undefined : `mimeType is ${shortJson(said["mimeType"])}`)),
};

export const appsListedType: Check = {
  id: "extensions.apps-listed-type",
  title: "A view is listed as text/html;profile=mcp-app",
  subject: "server",
  level: "SHOULD",
  spec: appsPlace("ui-resource-format"),
  advice: "Say the media type in resources/list as well, or leave the view out of the list.",
  verify: (trace) =>
    overallIfAny(
      listedViews(trace).map(({ seq, uri, said }) => ({
        ref: seq,
        wrong: isViewType(said["mimeType"])
          ? undefined
          : `${shortJson(uri)} is listed with mimeType ${shortJson(said["mimeType"])}`,
      })),
      "no view is in the list of resources",
    ),
};

export const appsViewHtml: Check = {
  id: "extensions.apps-view-html",
  title: "A view is an HTML document, as text or as base64",
  subject: "server",
  level: "MUST",
  spec: appsPlace("content-requirements"),
  advice: "Answer with the whole document, beginning with <!DOCTYPE html>, not with an address or with data.",
  tolerance:
    "What begins as markup passes: a document in a frame may do without its DOCTYPE, and faults that every browser mends are not looked for.",
  verify: (trace) =>
    ofViews(trace, (view) => {
      const { text, blob } = view.said;
      if (typeof text !== "string" && typeof blob !== "string") return "it has neither text nor blob";
      if (typeof text !== "string" && typeof blob === "string" && !isBase64(blob)) return "its blob is not base64";
      return htmlDefect(documentOf(view) ?? "");
    }),
};

export const appsViewMeta: Check = {
  id: "extensions.apps-view-meta",
  title: "What a view says of itself in _meta.ui has the shape of the extension",
  subject: "server",
  level: "MUST",
  spec: appsPlace("ui-resource-format"),
  advice: "csp holds lists of origins, permissions holds empty objects, domain is a text, prefersBorder is true or false.",
  verify(trace) {
    const views = [...listedViews(trace), ...viewContents(trace)].filter((view) => viewMeta(view) !== undefined);
    return overallIfAny(
      views.map((view) => {
        const wrong = metaDefect(viewMeta(view));
        return { ref: view.seq, wrong: wrong === undefined ? undefined : `${shortJson(view.uri)}: ${wrong}` };
      }),
      "no view says anything of itself",
    );
  },
};

const originLists = ["connectDomains", "resourceDomains", "frameDomains", "baseUriDomains"];
const permissionNames = ["camera", "microphone", "geolocation", "clipboardWrite"];

function metaDefect(ui: Json | undefined): string | undefined {
  if (!isObject(ui)) return `_meta.ui is ${shortJson(ui)}, expected an object`;
  const { csp, permissions, domain, prefersBorder } = ui;
  if (csp !== undefined && !isObject(csp)) return `csp is ${shortJson(csp)}, expected an object`;
  const list = originLists.find((name) => !isTextList(asObject(csp)[name]));
  if (list !== undefined) return `csp.${list} is ${shortJson(asObject(csp)[list])}, expected a list of texts`;
  if (permissions !== undefined && !isObject(permissions)) return `permissions is ${shortJson(permissions)}, expected an object`;
  const granted = asObject(permissions);
  const asked = permissionNames.find((name) => granted[name] !== undefined && !isObject(granted[name]));
  if (asked !== undefined) return `permissions.${asked} is ${shortJson(granted[asked])}, expected an object`;
  if (domain !== undefined && typeof domain !== "string") return `domain is ${shortJson(domain)}, expected a text`;
  if (prefersBorder !== undefined && typeof prefersBorder !== "boolean")
    return `prefersBorder is ${shortJson(prefersBorder)}, expected true or false`;
  return undefined;
}

const isTextList = (value: Json | undefined): boolean =>
  value === undefined || (isArray(value) && value.every((one) => typeof one === "string"));

export const appsOriginsDeclared: Check = {
  id: "extensions.apps-origins-declared",
  title: "A view loads scripts, styles and pictures only from origins it declares",
  subject: "server",
  level: "PRACTICE",
  spec: appsPlace("host-behavior"),
  advice: "Name the origin in _meta.ui.csp.resourceDomains, or bundle what it loads: hosts block everything else.",
  tolerance:
    "Only what the markup names is looked at, not what scripts load; and what the list of resources says of a view counts as well.",
  verify(trace) {
    const listedMeta = new Map(listedViews(trace).map((view) => [view.uri, viewMeta(view)]));
    const wasListed = answered(calls(trace, "resources/list")).length > 0;
    const canTell = (view: SaidOfView): boolean => wasListed || viewMeta(view) !== undefined;
    return ofViews(
      trace,
      (view) => {
        const declared = valueAt(viewMeta(view) ?? listedMeta.get(view.uri), "csp", "resourceDomains");
        const allowed = isArray(declared) ? declared.filter((one) => typeof one === "string") : [];
        const [first] = foreignOrigins(documentOf(view) ?? "", allowed);
        return first === undefined ? undefined : `it loads from ${first}, which resourceDomains does not name`;
      },
      canTell,
    );
  },
};
