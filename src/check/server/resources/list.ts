import { asObject, isObject, type JsonObject } from "../../../jsonrpc/json.ts";
import { keysOf, listWalks, repeated } from "../../../trace/facts/list-walk.ts";
import { contentBlocks, readContents } from "../../../trace/facts/content-block.ts";
import { listed } from "../../../trace/facts/server-facts.ts";
import type { Trace } from "../../../trace/trace.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, overall, overallIfAny } from "../../outcome.ts";
import { annotationDefect } from "../../rules/content.ts";
import {
  iconsUsable,
  listChangedAnnounced,
  listChangedDeclared,
  listChangedSent,
  sameOnEveryConnection,
} from "../../rules/list-change.ts";
import { capabilityServed, declaredWhenServed, listAnswered, undeclaredRefused } from "../../rules/list-family.ts";
import { hasUriScheme, illegalUriCharacter, isIsoTimestamp, templateDefect } from "../../rules/text-forms.ts";

export const resourcesListAnswered: Check = listAnswered("resources");
export const resourcesCapabilityServed: Check = capabilityServed("resources");
export const resourcesDeclaredWhenServed: Check = declaredWhenServed("resources");
export const resourcesUndeclaredMethod: Check = undeclaredRefused("resources");
export const resourcesListChangedDeclared: Check = listChangedDeclared("resources");
export const resourcesListChangedAnnounced: Check = listChangedAnnounced("resources");
export const resourcesListChangedSent: Check = listChangedSent("resources");
export const resourcesListSameOnConnections: Check = sameOnEveryConnection("resources");
export const resourcesIconsUsable: Check = iconsUsable("resources");

/** Every URI the server named, with where: listed, read, or in a content block. */
function namedUris(trace: Trace): { seq: number; uri: string }[] {
  const values = [
    ...listed(trace, "resources").map(({ seq, item }) => ({ seq, uri: item["uri"] })),
    ...readContents(trace).map(({ seq, contents }) => ({ seq, uri: contents["uri"] })),
    ...contentBlocks(trace).flatMap(({ seq, block }) => [
      ...(block["type"] === "resource_link" ? [{ seq, uri: block["uri"] }] : []),
      ...(block["type"] === "resource" ? [{ seq, uri: asObject(block["resource"])["uri"] }] : []),
    ]),
  ];
  return values.flatMap(({ seq, uri }) => (typeof uri === "string" ? [{ seq, uri }] : []));
}

export const resourcesUriAbsolute: Check = {
  id: "resources.uri-absolute",
  title: "A resource is identified by a URI with a scheme",
  subject: "server",
  level: "MUST",
  spec: { "2024-11-05": "server/resources#resource", "2025-06-18": "schema#resource" },
  capability: "resources",
  advice: "Put a scheme before the name (file:///…, or one of your own): a path or a bare name is not a URI.",
  verify(trace) {
    return overall(
      namedUris(trace).map(({ seq, uri }) => ({
        ref: seq,
        wrong: hasUriScheme(uri) ? undefined : `${JSON.stringify(uri)} has no scheme`,
      })),
      "the server named no resource",
    );
  },
};

export const resourcesUriCharacters: Check = {
  id: "resources.uri-characters",
  title: "Resource URIs consist of characters RFC 3986 allows",
  subject: "server",
  level: "PRACTICE",
  spec: { "2024-11-05": "server/resources#resource", "2025-06-18": "server/resources#custom-uri-schemes" },
  capability: "resources",
  advice: "Percent-encode blanks and everything outside ASCII: URI parsers differ in what they make of it.",
  verify(trace) {
    return overall(
      namedUris(trace).map(({ seq, uri }) => {
        const bad = illegalUriCharacter(uri);
        return { ref: seq, wrong: bad === undefined ? undefined : `${JSON.stringify(uri)} has ${JSON.stringify(bad)} in it` };
      }),
      "the server named no resource",
    );
  },
};

export const resourcesUriUnique: Check = {
  id: "resources.uri-unique",
  title: "No URI is listed twice",
  subject: "server",
  level: "PRACTICE",
  spec: { "2024-11-05": "server/resources#resource" },
  capability: "resources",
  advice: "The URI is the identity of a resource: list each one once.",
  verify(trace) {
    return overall(
      listWalks(trace, "resources").flatMap((walk): Exhibit[] => {
        const keys = keysOf(walk);
        const twice = repeated(keys);
        const ref = walk.items.at(-1)?.seq;
        if (ref === undefined) return [];
        return twice.length === 0 ? [{ ref }] : twice.map((key) => ({ ref, wrong: `${JSON.stringify(key)} is listed twice` }));
      }),
      "no resources were listed",
    );
  },
};

export const resourcesTemplateSyntax: Check = {
  id: "resources.template-syntax",
  title: "A uriTemplate is a URI template of RFC 6570",
  subject: "server",
  level: "MUST",
  spec: { "2024-11-05": "server/resources#resource-templates" },
  capability: "resources",
  advice: "Write variables as {name}, with letters, digits and underscore; no colons as in route patterns, no nesting.",
  verify(trace) {
    const templates = listed(trace, "resourceTemplates");
    return overallIfAny(
      templates.map(({ seq, item }) => {
        const template = item["uriTemplate"];
        const defect = typeof template === "string" ? templateDefect(template) : "no text";
        return { ref: seq, wrong: defect === undefined ? undefined : `${JSON.stringify(template)}: ${defect}` };
      }),
      "no resource templates were listed",
    );
  },
};

export const resourcesTemplateVaries: Check = {
  id: "resources.template-varies",
  title: "A resource template has a variable",
  subject: "server",
  level: "PRACTICE",
  spec: { "2024-11-05": "server/resources#resource-templates" },
  capability: "resources",
  advice: "List a URI without variables under resources/list, where clients can read it.",
  verify(trace) {
    const templates = listed(trace, "resourceTemplates");
    return overallIfAny(
      templates.map(({ seq, item }) => ({
        ref: seq,
        wrong:
          typeof item["uriTemplate"] !== "string" || item["uriTemplate"].includes("{")
            ? undefined
            : `${JSON.stringify(item["uriTemplate"])} has no variable`,
      })),
      "no resource templates were listed",
    );
  },
};

/** Whatever may carry annotations: listed resources and templates, content blocks, embedded resources. */
function annotated(trace: Trace): { seq: number; item: JsonObject }[] {
  const candidates = [
    ...listed(trace, "resources"),
    ...listed(trace, "resourceTemplates"),
    ...contentBlocks(trace).flatMap(({ seq, block }) => [
      { seq, item: block },
      ...(isObject(block["resource"]) ? [{ seq, item: block["resource"] }] : []),
    ]),
  ];
  return candidates.filter(({ item }) => isObject(item["annotations"])).map(({ seq, item }) => ({ seq, item }));
}

export const resourcesAnnotationRange: Check = {
  id: "resources.annotation-range",
  title: "Annotations keep to their ranges: priority 0 to 1, audience user and assistant",
  subject: "server",
  level: "MUST",
  spec: {
    "2024-11-05": "https://github.com/modelcontextprotocol/modelcontextprotocol/blob/main/schema/2024-11-05/schema.ts",
    "2025-06-18": "schema#annotations",
  },
  advice: "Scale priority to 0…1, and name only user and assistant in audience.",
  verify(trace) {
    const found = annotated(trace);
    return overallIfAny(
      found.map(({ seq, item }) => ({ ref: seq, wrong: annotationDefect(item) })),
      "nothing carried annotations",
    );
  },
};

export const resourcesLastModified: Check = {
  id: "resources.last-modified",
  title: "lastModified is an ISO 8601 timestamp",
  subject: "server",
  level: "SHOULD",
  spec: { "2025-06-18": "server/resources#annotations" },
  advice: 'Write it as "2025-01-12T15:00:58Z".',
  verify(trace) {
    const found = annotated(trace)
      .map(({ seq, item }) => ({ seq, value: asObject(item["annotations"])["lastModified"] }))
      .filter(({ value }) => value !== undefined);
    return overallIfAny(
      found.map(({ seq, value }) => ({
        ref: seq,
        wrong: typeof value === "string" && isIsoTimestamp(value) ? undefined : `lastModified is ${JSON.stringify(value)}`,
      })),
      "nothing carried lastModified",
    );
  },
};
