import { fileURLToPath } from "node:url";
import { freshenRegistries, isHeld } from "./registries/write.ts";

/**
 * Writes what follows from the files that are there, a part of `npm run build`: first the files that name what folders hold, then
 * schemas, tables and figures, which are made by code that these bring together. In CI nothing is written: the first are held here,
 * the others by the tests.
 */
const root = fileURLToPath(new URL("../", import.meta.url));
try {
  const written = [...freshenRegistries(root, process.env)];
  if (!isHeld(process.env)) written.push(...(await import("./derived/write-derived.ts")).writeDerived(root));
  for (const path of written) console.log(`wrote ${path}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
