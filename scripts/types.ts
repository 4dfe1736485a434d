import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { compile, type JSONSchema } from "json-schema-to-typescript";
import * as z from "zod";
import { mockScript } from "../src/mock/script/script.ts";
import { modelScript } from "../src/model/script/model-script.ts";

/**
 * Writes the type declarations of what can be imported into `dist/types`, a part of `npm run build`: those of the files of
 * `src/library` and of what these name, and no others. What a user has not installed may not be named in them.
 */
const root = fileURLToPath(new URL("../", import.meta.url));
const folder = join(root, "dist/types");
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
};
const installed = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies });

rmSync(folder, { recursive: true, force: true });
execFileSync(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", join(root, "tsconfig.library.json")], {
  stdio: "inherit",
});

/** Types that the sources infer from a schema are written out: users do not have the library that infers them. */
const inferred: Readonly<Record<string, readonly [name: string, schema: z.ZodType]>> = {
  "mock/script/script.d.ts": ["MockScript", mockScript],
  "model/script/model-script.d.ts": ["ModelScript", modelScript],
};
for (const [file, [name, schema]] of Object.entries(inferred)) writeFileSync(join(folder, file), await written(name, schema));

const wanted = new Set<string>();
for (const name of readdirSync(join(folder, "library"))) if (name.endsWith(".d.ts")) follow(join(folder, "library", name));
for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
  const file = join(folder, name);
  if (name.endsWith(".d.ts") && !wanted.has(file)) rmSync(file);
}

/** Keeps a declaration and what it names; its own imports get the endings that every setting of a compiler resolves. */
function follow(file: string): void {
  if (wanted.has(file)) return;
  wanted.add(file);
  const text = readFileSync(file, "utf8");
  for (const [, target = ""] of text.matchAll(/(?:from|import\(|import) ?"([^"]+)"/g)) {
    if (target.startsWith(".")) {
      const other = join(dirname(file), target.replace(/\.[jt]s$/, ".d.ts"));
      if (!existsSync(other)) throw new Error(`${file}: names ${target}, of which there is no declaration`);
      follow(other);
    } else if (!target.startsWith("node:") && !installed.some((name) => target === name || target.startsWith(`${name}/`)))
      throw new Error(`${file}: names ${target}, which users of the package do not have`);
  }
  writeFileSync(file, text.replaceAll(/((?:from|import\(|import) ?"\.[^"]+)\.ts"/g, '$1.js"'));
}

/** The declaration of a type that a schema describes. */
async function written(name: string, schema: z.ZodType): Promise<string> {
  const json = JSON.stringify(z.toJSONSchema(schema, { io: "input", reused: "inline" }));
  // The one thing that names itself is any JSON value.
  const text = await compile(JSON.parse(json.replaceAll("__schema0", "Json")) as JSONSchema, name, {
    bannerComment: "",
    format: false,
    ignoreMinAndMaxItems: true,
    additionalProperties: false,
  });
  return `/** ${schema.description ?? ""} */\n${text}`.replace(/^\/\*\*  \*\/\n/, "");
}
