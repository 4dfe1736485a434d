/* Writes test/spec/facts/<revision>.json: what the published schemas say of every type (members, kinds, obligations, limits) in a
   form of our own, without their text. Usage: tsx scripts/write-schema-facts.ts <folder with <revision>/schema.json> */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { revisions } from "../src/spec/revision.ts";
import { factsOf, factsText, type SchemaDocument } from "../test/spec/schema-facts.ts";

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error("usage: tsx scripts/write-schema-facts.ts <folder>");
for (const revision of revisions) {
  const document = JSON.parse(readFileSync(join(folder, revision, "schema.json"), "utf8")) as SchemaDocument;
  const target = new URL(`../test/spec/facts/${revision}.json`, import.meta.url);
  writeFileSync(target, factsText(factsOf(document)));
  process.stdout.write(`wrote ${target.pathname}\n`);
}
