import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { Revision } from "../../src/spec/revision.ts";
import { publishedSchema } from "./published-schema.ts";

/** Whether the published schema accepts a value as an instance of a definition. */
export type Judge = (definition: string, value: unknown) => boolean;

const judges = new Map<Revision, Judge>();

/** Judges by the published schema of a revision, its errata mended, with an independent validator. */
export function schemaJudge(revision: Revision): Judge {
  const judge = judges.get(revision) ?? compile(revision);
  judges.set(revision, judge);
  return judge;
}

function compile(revision: Revision): Judge {
  const { $schema, prefix, definitions } = publishedSchema(revision);
  const options = { strict: false, validateFormats: false } as const;
  const ajv = $schema.includes("2020-12") ? new Ajv2020(options) : new Ajv(options);
  ajv.addSchema({ $id: "https://schema.test/", [prefix.slice(2, -1)]: definitions });
  return (definition, value) => {
    const id = `https://schema.test/${prefix}${definition}`;
    const validate = ajv.getSchema(id);
    if (validate === undefined) throw new Error(`${definition} is not defined at ${revision}`);
    return validate(value) === true;
  };
}
