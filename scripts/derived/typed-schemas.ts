import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { createGenerator } from "ts-json-schema-generator";

const root = fileURLToPath(new URL("../../", import.meta.url));
const entry = join(root, "scripts/derived/written-types.ts");

/** Kept beside the packages, for the compiler takes seconds, and most builds change none of these types. */
const cache = join(root, "node_modules/.cache/mcpcheck/typed-schemas.json");

/** The types of which there are schemas. */
export type TypedSchema = "Report" | "RunEvent" | "TraceLine";

type Made = { readonly key: string; readonly schemas: Readonly<Record<TypedSchema, object>> };

let made: Made | undefined;

/** The JSON Schema of a type of what we write, with its comments as descriptions: the type is the one place that says what is written. */
export function typedSchema(type: TypedSchema): object {
  const key = sourcesKey();
  made ??= existsSync(cache) ? (JSON.parse(readFileSync(cache, "utf8")) as Made) : undefined;
  if (made?.key !== key) {
    made = { key, schemas: generate() };
    mkdirSync(dirname(cache), { recursive: true });
    writeFileSync(cache, JSON.stringify(made));
  }
  return made.schemas[type];
}

function generate(): Made["schemas"] {
  const generator = createGenerator({
    path: entry,
    tsconfig: join(root, "tsconfig.json"),
    skipTypeCheck: true,
    additionalProperties: false,
    topRef: false,
  });
  const schemaOf = (type: TypedSchema): object => generator.createSchema(type);
  return { Report: schemaOf("Report"), RunEvent: schemaOf("RunEvent"), TraceLine: schemaOf("TraceLine") };
}

/** Stands for the text of all files that the types may come from. */
function sourcesKey(): string {
  const texts = new Map<string, string>();
  const visit = (path: string): void => {
    if (texts.has(path)) return;
    const text = readFileSync(path, "utf8");
    texts.set(path, text);
    for (const [, target = ""] of text.matchAll(/from "(\.[^"]+\.ts)"/g)) visit(resolve(dirname(path), target));
  };
  visit(entry);
  visit(fileURLToPath(import.meta.url));
  const hash = createHash("sha256");
  for (const path of [...texts.keys()].toSorted()) hash.update(`${path.slice(root.length)}\n${texts.get(path)}\n`);
  return hash.digest("hex");
}
