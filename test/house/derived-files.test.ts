import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { derivedFiles } from "../../scripts/derived/derived-files.ts";

const root = join(import.meta.dirname, "../..");

it.each(derivedFiles.map(({ path, write }) => [path, write] as const))(
  "%s is what follows from code and data (npm run build writes it)",
  (path, write) => {
    const text = readFileSync(join(root, path), "utf8");
    expect(write(text)).toBe(text);
  },
);
