import { valueAt, isArray, isObject, type Json } from "../../../jsonrpc/json.ts";
import { bothJudge, bothRefuse, type SchemaOpinion, schemaOpinions } from "../../../trace/annotation.ts";
import { listed } from "../../../trace/facts/server-facts.ts";
import type { Trace } from "../../../trace/trace.ts";
import type { Check } from "../../check.ts";
import { inconclusive, type Exhibit, notApplicable, overall, overallIfAny, type Outcome } from "../../outcome.ts";
import { textOrJson } from "../../rules/text-forms.ts";

const opinionsOn = (trace: Trace, which: string): SchemaOpinion[] =>
  schemaOpinions(trace, "json-schema").filter((opinion) => opinion.which === which);

function validity(trace: Trace, which: string): Outcome {
  if (which === "outputSchema" && !listed(trace, "tools").some(({ item }) => item["outputSchema"] !== undefined))
    return notApplicable("no tool has an outputSchema");
  const found = opinionsOn(trace, which);
  if (found.length > 0 && !found.some(bothJudge)) return notApplicable(`no ${which} is in a dialect both validators know`);
  return overall(
    found.filter(bothJudge).map((one) => ({ ref: one.about, wrong: bothRefuse(one) ? refusal(one) : undefined })),
    `no ${which} was put to both validators`,
  );
}

const refusal = (found: SchemaOpinion): string =>
  `${found.which} of ${JSON.stringify(found.tool)}: ${found.ajv.errors[0] ?? found.hyperjump.errors[0] ?? "refused by both validators"}`;

const validTolerance = "Only what both validators, ajv and @hyperjump/json-schema, refuse counts.";

/** What the checks of validity have in common. */
const judgedByBoth = (
  which: "inputSchema" | "outputSchema",
): Pick<Check, "subject" | "capability" | "advice" | "tolerance" | "verify"> => ({
  subject: "server",
  capability: "tools",
  advice: "Validate the schema against the meta-schema of its dialect (2020-12 when there is no $schema).",
  tolerance: validTolerance,
  verify: (trace) => validity(trace, which),
});

export const toolsInputSchemaValid: Check = {
  id: "tools.input-schema-valid",
  title: "An inputSchema is valid in its JSON Schema dialect",
  level: "MUST",
  spec: { "2025-11-25": "basic#schema-validation" },
  ...judgedByBoth("inputSchema"),
};

export const toolsInputSchemaUsable: Check = {
  id: "tools.input-schema-usable",
  title: "An inputSchema is a JSON Schema a validator can take",
  level: "PRACTICE",
  spec: { "2024-11-05": "server/tools#tool", "2025-11-25": "removed" },
  ...judgedByBoth("inputSchema"),
  tolerance: `${validTolerance} These revisions name no default dialect; draft-07 is assumed.`,
};

export const toolsOutputSchemaValid: Check = {
  id: "tools.output-schema-valid",
  title: "An outputSchema is valid in its JSON Schema dialect",
  level: "MUST",
  spec: { "2025-11-25": "basic#schema-validation" },
  ...judgedByBoth("outputSchema"),
};

export const toolsOutputSchemaUsable: Check = {
  id: "tools.output-schema-usable",
  title: "An outputSchema is a JSON Schema a validator can take",
  level: "PRACTICE",
  spec: { "2025-06-18": "server/tools#output-schema", "2025-11-25": "removed" },
  ...judgedByBoth("outputSchema"),
  tolerance: `${validTolerance} This revision names no default dialect; draft-07 is assumed.`,
};

export const toolsSchemaValidatorsAgree: Check = {
  id: "tools.schema-validators-agree",
  title: "Two JSON Schema validators think the same of a tool's schemas",
  subject: "server",
  level: "PRACTICE",
  spec: { "2024-11-05": "server/tools#tool" },
  capability: "tools",
  advice: "Keep to the plain part of JSON Schema: hosts use different validators, and here they part.",
  verify(trace) {
    const found = schemaOpinions(trace, "json-schema");
    if (found.length > 0 && !found.some(bothJudge)) return notApplicable("no schema is in a dialect both validators know");
    return overall(
      found.filter(bothJudge).map((one) => ({ ref: one.about, wrong: disagreement(one) })),
      "no schema was put to both validators",
    );
  },
};

function disagreement({ which, tool, ajv, hyperjump }: SchemaOpinion): string | undefined {
  if (ajv.valid === hyperjump.valid) return undefined;
  const refusing = ajv.valid ? "@hyperjump/json-schema" : "ajv";
  const reason = [...ajv.errors, ...hyperjump.errors][0] ?? "no reason given";
  return `${which} of ${JSON.stringify(tool)}: ${refusing} refuses it (${reason})`;
}

/** Where a schema takes its time: with the schema of its dialect, or with a value. */
const annotations = ["json-schema", "arguments", "structured-content"] as const;

export const toolsSchemaAffordable: Check = {
  id: "tools.schema-affordable",
  title: "A tool's schema can be validated in a second",
  subject: "server",
  level: "PRACTICE",
  spec: { "2024-11-05": "server/tools#tool", "2026-07-28": "basic#composition-keyword-resource-use" },
  capability: "tools",
  advice: "Make the schema smaller or flatter: hosts put a limit on the time and memory validation may take.",
  verify(trace) {
    const all = annotations.flatMap((name) => schemaOpinions(trace, name));
    const tried = all.filter(({ timedOut, ajv, hyperjump }) => timedOut || ajv.supported || hyperjump.supported);
    if (all.length > 0 && tried.length === 0) return notApplicable("no validator accepts any of the schemas");
    return overall(
      tried.map((found) => ({
        ref: found.about,
        wrong: found.timedOut ? `${found.which} of ${JSON.stringify(found.tool)} was given up` : undefined,
      })),
      "no schema was put to the validators",
    );
  },
};

export const toolsInputSchemaObject: Check = {
  id: "tools.input-schema-object",
  title: 'An inputSchema is an object with "type": "object"',
  subject: "server",
  level: "MUST",
  spec: { "2024-11-05": "server/tools#tool", "2025-06-18": "schema#tool" },
  capability: "tools",
  advice: 'Write { "type": "object" } even for a tool without parameters.',
  explains: [
    {
      checks: ["tools.input-schema-valid", "tools.input-schema-usable"],
      within: "message",
      at: (trace) => listed(trace, "tools").flatMap(({ seq, item }) => (isObject(item["inputSchema"]) ? [] : [seq])),
    },
  ],
  verify(trace) {
    return overall(
      listed(trace, "tools").map(({ seq, item }) => ({
        ref: seq,
        wrong: objectDefect(item["name"], "inputSchema", item["inputSchema"]),
      })),
      "no tools were listed",
    );
  },
};

export const toolsOutputSchemaObject: Check = {
  id: "tools.output-schema-object",
  title: 'An outputSchema is an object with "type": "object"',
  subject: "server",
  level: "MUST",
  spec: { "2025-06-18": "schema#tool", "2026-07-28": "removed" },
  capability: "tools",
  advice: "Wrap the result in an object: until 2026-07-28 structuredContent can be nothing else.",
  verify(trace) {
    const having = listed(trace, "tools").filter(({ item }) => item["outputSchema"] !== undefined);
    return overallIfAny(
      having.map(({ seq, item }) => ({ ref: seq, wrong: objectDefect(item["name"], "outputSchema", item["outputSchema"]) })),
      "no tool has an outputSchema",
    );
  },
};

function objectDefect(name: Json | undefined, which: string, schema: Json | undefined): string | undefined {
  if (isObject(schema) && schema["type"] === "object") return undefined;
  return `${which} of ${JSON.stringify(name)} ${isObject(schema) ? `has type ${JSON.stringify(schema["type"])}` : `is ${JSON.stringify(schema)}`}`;
}

/** A schema found somewhere inside a tool's schemas. */
type Subschema = { readonly seq: number; readonly tool: string; readonly schema: Json };

/** Every object inside the schemas of every tool; a nesting nobody writes by hand is not followed. */
function subschemas(trace: Trace): Subschema[] {
  return listed(trace, "tools").flatMap(({ seq, item }) =>
    [item["inputSchema"], item["outputSchema"]].flatMap((schema) =>
      objectsIn(schema, 0).map((found) => ({ seq, tool: textOrJson(item["name"]), schema: found })),
    ),
  );
}

function objectsIn(value: Json | undefined, depth: number): Json[] {
  if (depth > 30) return [];
  if (isArray(value)) return value.flatMap((one) => objectsIn(one, depth + 1));
  return isObject(value) ? [value, ...Object.values(value).flatMap((one) => objectsIn(one, depth + 1))] : [];
}

export const toolsSchemaLocalRefs: Check = {
  id: "tools.schema-local-refs",
  title: "The schemas of tools refer to nothing on the network",
  subject: "server",
  level: "PRACTICE",
  spec: { "2024-11-05": "server/tools#tool", "2026-07-28": "basic#ref-resolution" },
  capability: "tools",
  advice: "Bundle what $ref points to under $defs: clients must not fetch it, and then refuse the schema.",
  verify(trace) {
    const all = subschemas(trace);
    if (all.length === 0) return inconclusive("no tools were listed");
    return overall(
      all.map(({ seq, tool, schema }): Exhibit => {
        const ref = valueAt(schema, "$ref");
        return {
          ref: seq,
          wrong:
            typeof ref === "string" && /^(https?|ftp|file):/i.test(ref) ? `${JSON.stringify(tool)} refers to ${ref}` : undefined,
        };
      }),
      "no tools were listed",
    );
  },
};

export const toolsSchemaPatterns: Check = {
  id: "tools.schema-patterns",
  title: "Patterns in tool schemas are regular expressions of ECMA-262",
  subject: "server",
  level: "PRACTICE",
  spec: { "2024-11-05": "server/tools#tool" },
  capability: "tools",
  advice: "JSON Schema takes the regular expressions of JavaScript: no (?i), no \\A, \\Z, no possessive quantifiers.",
  verify(trace) {
    const patterns = subschemas(trace).flatMap(({ seq, tool, schema }) => {
      const pattern = valueAt(schema, "pattern");
      return typeof pattern === "string" ? [{ seq, tool, pattern }] : [];
    });
    return overallIfAny(
      patterns.map(({ seq, tool, pattern }) => ({
        ref: seq,
        wrong: compiles(pattern) ? undefined : `${JSON.stringify(tool)}: ${JSON.stringify(pattern)}`,
      })),
      "no tool schema has a pattern",
    );
  },
};

function compiles(pattern: string): boolean {
  return ["u", ""].some((flags) => {
    try {
      return new RegExp(pattern, flags) instanceof RegExp;
    } catch {
      return false;
    }
  });
}
