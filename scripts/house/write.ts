import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sourceFiles } from "./imports.ts";
import { pages } from "./pages.ts";
import { readHouse } from "./rooms.ts";

/** Writes the picture and the table of the house. `npm run house`. */
const root = fileURLToPath(new URL("../../", import.meta.url));

for (const { path, write } of pages(readHouse(), sourceFiles(root, "src"))) {
  const file = join(root, path);
  const old = existsSync(file) ? readFileSync(file, "utf8") : "";
  const text = await write(old);
  if (text !== old) writeFileSync(file, text);
  console.log(`${path}: ${text === old ? "is current" : "written"}`);
}
