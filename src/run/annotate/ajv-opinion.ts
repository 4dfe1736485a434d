import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import { Ajv2019 } from "ajv/dist/2019.js";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { Dialect, SchemaJob, ValidatorOpinion } from "./schema-job.ts";
import { noOpinion } from "./schema-job.ts";

/** Formats are not asserted: 2020-12 takes them for annotations, and the oracle does likewise. */
const options = { strict: false, allErrors: true, validateFormats: false, logger: false, addUsedSchema: false } as const;

/** Most errors an opinion keeps. */
const errorLimit = 5;

/** Makes the opinion of ajv; its validators are made once, when a dialect first comes up. */
export function createAjvOpinion(): (job: SchemaJob) => ValidatorOpinion {
  const made = new Map<Dialect, Ajv>();
  const makers: { readonly [D in Dialect]?: () => Ajv } = {
    "2020-12": () => new Ajv2020(options),
    "2019-09": () => new Ajv2019(options),
    "draft-07": () => new Ajv(options),
  };
  return (job) => {
    const ajv = made.get(job.dialect) ?? makers[job.dialect]?.();
    if (ajv === undefined) return noOpinion(`ajv does not know the dialect ${job.dialect}`);
    made.set(job.dialect, ajv);
    try {
      return job.instance === undefined ? metaOpinion(ajv, job) : instanceOpinion(ajv, job);
    } catch (error) {
      return noOpinion(error instanceof Error ? error.message : String(error));
    }
  };
}

function metaOpinion(ajv: Ajv, { schema }: SchemaJob): ValidatorOpinion {
  if (typeof schema !== "object" && typeof schema !== "boolean")
    return { supported: true, valid: false, errors: ["not a schema"] };
  if (schema === null) return { supported: true, valid: false, errors: ["null is not a schema"] };
  const valid = ajv.validateSchema(schema);
  return opinion(valid === true, ajv.errors);
}

function instanceOpinion(ajv: Ajv, { schema, instance }: SchemaJob): ValidatorOpinion {
  const validate: ValidateFunction = ajv.compile(schema as object | boolean);
  try {
    const valid = validate(instance);
    return opinion(valid === true, validate.errors);
  } finally {
    ajv.removeSchema(schema as object);
  }
}

function opinion(valid: boolean, errors: readonly ErrorObject[] | null | undefined): ValidatorOpinion {
  return { supported: true, valid, errors: valid ? [] : (errors ?? []).slice(0, errorLimit).map(describe) };
}

function describe(error: ErrorObject): string {
  const allowed: unknown = error.params["allowedValues"] ?? error.params["additionalProperty"];
  const detail = allowed === undefined ? "" : ` (${JSON.stringify(allowed)})`;
  return `${error.instancePath === "" ? "/" : error.instancePath} ${error.message ?? error.keyword}${detail}`;
}
