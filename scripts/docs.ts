import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSite } from "./site/build-site.ts";
import { deadLinks } from "./site/links.ts";

/** `npm run docs`: writes the site of guides and reference into `site/`, to be read from there or served as it is. */
const root = fileURLToPath(new URL("../", import.meta.url));
const folder = join(root, "site");
const site = buildSite(root);
const dead = deadLinks(site);
if (dead.length > 0) {
  console.error(dead.join("\n"));
  console.error(`docs: ${dead.length} links lead nowhere; nothing was written`);
  process.exitCode = 1;
} else {
  rmSync(folder, { recursive: true, force: true });
  for (const [path, content] of site) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  console.log(`wrote site/ (${site.size} files); begin with site/index.html`);
}
