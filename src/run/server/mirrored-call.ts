import { annotationsHold } from "../../check/rules/headers/header-annotations.ts";
import { asObject, valueAt, isObject, type Json, type JsonObject } from "../../jsonrpc/json.ts";
import { sampleValue } from "../../session/sample-value.ts";
import type { Mirroring } from "../../suite/scenario.ts";
import { isFreeText, toolArguments } from "./tool-choice.ts";

/** Arguments for a tool, and what is changed about the headers that would mirror them. */
export type MirroredCall = {
  readonly given: JsonObject;
  readonly headers: Readonly<Record<string, string | null>>;
};

type Primitive = string | number | boolean;

/** A parameter at the root of an input schema that wants a header, with a value that fits it. */
type Parameter = { readonly name: string; readonly header: string; readonly schema: JsonObject; readonly value: Primitive };

/**
 * A call of a tool in which one argument and its header (x-mcp-header, 2026-07-28) relate as wanted; undefined where no
 * parameter of the tool is fit for it. Only parameters at the root are taken, and no tool whose annotations break their own rules: a
 * client over HTTP has to drop it, and what its server makes of such headers is nothing but that one fault.
 */
export function mirroredCall(tool: JsonObject, mirroring: Mirroring): MirroredCall | undefined {
  const valid = toolArguments(tool, "valid");
  if (valid === undefined || !annotationsHold(tool["inputSchema"])) return undefined;
  for (const parameter of parametersOf(tool)) {
    const deviation = deviate(parameter, mirroring);
    if (deviation === undefined) continue;
    const { [parameter.name]: omitted, ...others } = { ...valid, [parameter.name]: deviation.value };
    return {
      given: omitted === undefined ? others : { ...others, [parameter.name]: omitted },
      headers: deviation.header === undefined ? {} : { [`Mcp-Param-${parameter.header}`]: deviation.header },
    };
  }
  return undefined;
}

function parametersOf(tool: JsonObject): Parameter[] {
  const root = asObject(tool["inputSchema"]);
  return Object.entries(asObject(root["properties"])).flatMap(([name, schema]): Parameter[] => {
    const header = valueAt(schema, "x-mcp-header");
    if (!isObject(schema) || typeof header !== "string" || !/^[\w!#$%&'*+\-.^`|~]+$/.test(header)) return [];
    const value = sampleValue(schema, root);
    return mirrors(value) ? [{ name, header, schema, value }] : [];
  });
}

function mirrors(value: Json | undefined): value is Primitive {
  return typeof value === "number"
    ? Number.isSafeInteger(value)
    : typeof value === "boolean" || (typeof value === "string" && value !== "");
}

type Deviation = { readonly value: Json | undefined; readonly header?: string | null };

function deviate({ schema, value }: Parameter, mirroring: Mirroring): Deviation | undefined {
  switch (mirroring) {
    case "missing":
      return { value, header: null };
    case "different":
      return { value, header: differing(value) };
    case "beyond-ascii": {
      return isFreeText(schema) ? { value: "Zürich, mcpcheck", header: "Zürich, mcpcheck" } : undefined;
    }
    case "encoded":
      return { value, header: `=?base64?${Buffer.from(String(value), "utf8").toString("base64")}?=` };
    case "other-digits":
      return schema["type"] === "integer" && typeof value === "number" ? { value, header: `${value}.0` } : undefined;
    case "null":
      return { value: null };
    case "absent":
      return { value: undefined };
  }
}

/** Another value of the same type, as a header would carry it. */
function differing(value: Primitive): string {
  if (typeof value === "boolean") return String(!value);
  return typeof value === "number" ? String(value + 1) : "mcpcheck-another-value";
}
