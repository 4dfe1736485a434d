/** An object as JSON has it. */
type JsonRecord = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is JsonRecord => typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Arguments a careful model would give for a tool's schema: every required member, each with a plain value that fits.
 * Another `variant` than 0 gives other plain strings and numbers.
 */
export function sampleArguments(schema: JsonRecord, variant: number): Record<string, unknown> {
  const properties = isRecord(schema["properties"]) ? schema["properties"] : {};
  const required = Array.isArray(schema["required"]) ? schema["required"] : [];
  return Object.fromEntries(
    required.filter((name) => typeof name === "string").map((name) => [name, sampleValue(own(properties, name), 0, variant)]),
  );
}

/** Nesting after which a sample stops: schemas that refer to themselves have no end. */
const deepest = 6;

function sampleValue(schema: unknown, depth: number, variant: number): unknown {
  if (!isRecord(schema) || depth > deepest) return sampleText(variant);
  if ("const" in schema) return schema["const"];
  if ("default" in schema) return schema["default"];
  const listed: unknown = [schema["enum"], schema["examples"]].find((list) => Array.isArray(list) && list.length > 0);
  if (Array.isArray(listed)) return listed[0];
  const branch: unknown = [schema["anyOf"], schema["oneOf"]].find((list) => Array.isArray(list) && list.length > 0);
  if (Array.isArray(branch)) return sampleValue(branch[0], depth + 1, variant);
  return sampleOfType(schema, depth, variant);
}

function sampleOfType(schema: JsonRecord, depth: number, variant: number): unknown {
  const declared = schema["type"];
  const type: unknown = Array.isArray(declared) ? declared.find((one) => one !== "null") : declared;
  if (type === "integer" || type === "number")
    return (typeof schema["minimum"] === "number" ? Math.ceil(schema["minimum"]) : 1) + variant;
  if (type === "boolean") return true;
  if (type === "null") return null;
  if (type === "array") return Number(schema["minItems"] ?? 0) > 0 ? [sampleValue(schema["items"], depth + 1, variant)] : [];
  if (type === "object" || isRecord(schema["properties"])) {
    const properties = isRecord(schema["properties"]) ? schema["properties"] : {};
    const required = Array.isArray(schema["required"]) ? schema["required"].filter((name) => typeof name === "string") : [];
    return Object.fromEntries(required.map((name) => [name, sampleValue(own(properties, name), depth + 1, variant)]));
  }
  return sampleText(variant);
}

/** The member of that name, not what every object has (`toString`). */
function own(record: JsonRecord, name: string): unknown {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

function sampleText(variant: number): string {
  return variant === 0 ? "sample" : `sample-${variant}`;
}
