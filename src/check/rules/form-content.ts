import { isArray, isObject, type Json, valueAt } from "../../jsonrpc/json.ts";
import { sameJson } from "./json-values.ts";
import { shortJson } from "./text-forms.ts";

/** What keeps content from fitting the flat form it is for (client/elicitation, "Requested Schema"); formats are not looked at. */
export function contentDefect(schema: Json | undefined, content: Json | undefined): string | undefined {
  if (!isObject(content)) return `the content is ${shortJson(content)}`;
  const properties = valueAt(schema, "properties");
  const required = valueAt(schema, "required");
  const missing = isArray(required)
    ? required.filter((name): name is string => typeof name === "string" && !(name in content))
    : [];
  if (missing.length > 0) return `it is without ${missing.join(", ")}`;
  if (!isObject(properties)) return undefined;
  for (const [name, member] of Object.entries(properties)) {
    const value = content[name];
    const defect = value === undefined || member === undefined ? undefined : memberDefect(member, value);
    if (defect !== undefined) return `${name} is ${shortJson(value)}, ${defect}`;
  }
  return undefined;
}

function memberDefect(schema: Json, value: Json): string | undefined {
  const type = valueAt(schema, "type");
  if (!isOfType(type, value)) return `not of type ${shortJson(type)}`;
  if (isArray(value)) {
    const odd = value.find((item) => !isChoice(valueAt(schema, "items"), item));
    return odd === undefined ? undefined : "with an item that is not among the choices";
  }
  if (!isChoice(schema, value)) return "not among the choices";
  return boundDefect(schema, value);
}

function isOfType(type: Json | undefined, value: Json): boolean {
  switch (type) {
    case "string":
    case "boolean":
    case "number":
      return typeof value === type;
    case "integer":
      return Number.isInteger(value);
    case "array":
      return isArray(value);
    default:
      return true;
  }
}

/** Whether a value is among those of `enum`, `oneOf` or `anyOf` with constants, where there are any. */
function isChoice(schema: Json | undefined, value: Json): boolean {
  const titled = valueAt(schema, "oneOf") ?? valueAt(schema, "anyOf");
  const choices = valueAt(schema, "enum") ?? (isArray(titled) ? titled.map((one) => valueAt(one, "const") ?? null) : undefined);
  return !isArray(choices) || choices.some((one) => sameJson(one, value));
}

function boundDefect(schema: Json, value: Json): string | undefined {
  const bound = (name: string): number | undefined => {
    const found = valueAt(schema, name);
    return typeof found === "number" ? found : undefined;
  };
  const [size, least, most] =
    typeof value === "number"
      ? [value, bound("minimum"), bound("maximum")]
      : typeof value === "string"
        ? [Array.from(value).length, bound("minLength"), bound("maxLength")]
        : [0, undefined, undefined];
  if (least !== undefined && size < least) return `less than ${least}`;
  return most !== undefined && size > most ? `more than ${most}` : undefined;
}
