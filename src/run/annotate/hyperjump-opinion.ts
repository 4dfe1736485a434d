import { removeUriSchemePlugin } from "@hyperjump/browser";
import { InvalidSchemaError, type Output, registerSchema, unregisterSchema, validate } from "@hyperjump/json-schema";
import "@hyperjump/json-schema/draft-04";
import "@hyperjump/json-schema/draft-06";
import "@hyperjump/json-schema/draft-07";
import "@hyperjump/json-schema/draft-2019-09";
import "@hyperjump/json-schema/draft-2020-12";
import type { Dialect, SchemaJob, ValidatorOpinion } from "./schema-job.ts";
import { noOpinion } from "./schema-job.ts";

const metaSchemas: { readonly [D in Dialect]?: string } = {
  "2020-12": "https://json-schema.org/draft/2020-12/schema",
  "2019-09": "https://json-schema.org/draft/2019-09/schema",
  "draft-07": "http://json-schema.org/draft-07/schema",
  "draft-06": "http://json-schema.org/draft-06/schema",
  "draft-04": "http://json-schema.org/draft-04/schema",
};

/** Most errors an opinion keeps. */
const errorLimit = 5;

/** Schemas come from servers under test: nothing they refer to is ever fetched. */
export function forbidFetching(): void {
  for (const scheme of ["http", "https", "file"]) removeUriSchemePlugin(scheme);
}

/** Names schemas for the library's registry, of which there is one for all opinions of a process: two runs may go on at once. */
let registeredSchemas = 0;

/** Makes the opinion of @hyperjump/json-schema. */
export function createHyperjumpOpinion(): (job: SchemaJob) => Promise<ValidatorOpinion> {
  return async (job) => {
    const meta = metaSchemas[job.dialect];
    if (meta === undefined) return noOpinion(`@hyperjump/json-schema does not know the dialect ${job.dialect}`);
    try {
      if (job.instance === undefined) return opinion(await validate(meta, job.schema as never, "BASIC"));
      registeredSchemas += 1;
      return await instanceOpinion(`mcpcheck:schema/${registeredSchemas}`, meta, job);
    } catch (error) {
      if (error instanceof InvalidSchemaError) return noOpinion("the schema is not valid itself");
      return noOpinion(error instanceof Error ? error.message : String(error));
    }
  };
}

async function instanceOpinion(uri: string, meta: string, job: SchemaJob): Promise<ValidatorOpinion> {
  registerSchema(withoutId(job.schema) as never, uri, meta);
  try {
    return opinion(await validate(uri, job.instance as never, "BASIC"));
  } finally {
    unregisterSchema(uri);
  }
}

/** A schema's own id would take the place of the one it is registered under. */
function withoutId(schema: SchemaJob["schema"]): SchemaJob["schema"] {
  if (typeof schema !== "object" || schema === null || Array.isArray(schema)) return schema;
  return Object.fromEntries(Object.entries(schema).filter(([member]) => member !== "$id" && member !== "id"));
}

function opinion(output: Output): ValidatorOpinion {
  if (output.valid) return { supported: true, valid: true, errors: [] };
  const errors = (output.errors ?? []).slice(0, errorLimit).map(({ instanceLocation, keyword }) => {
    const place = instanceLocation.replace(/^#/, "");
    return `${place === "" ? "/" : place} fails ${keyword.split("/").at(-1) ?? keyword}`;
  });
  return { supported: true, valid: false, errors };
}
