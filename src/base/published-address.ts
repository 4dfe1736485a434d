/** Where people read of the program. */
export const homePage = "https://www.npmjs.com/package/mcpcheck";

/** Where a file of the published package is shown to browsers and editors: `path` from the package's root, such as `docs/formats.md`. */
export function publishedAddress(version: string, path: string): string {
  return `https://unpkg.com/mcpcheck@${version}/${path}`;
}

/**
 * The address of a JSON Schema of what the program reads and writes: `docs/schemas/<name>.schema.json` of the newest version that keeps
 * the same interface.
 */
export function schemaAddress(name: string): string {
  return publishedAddress("0", `docs/schemas/${name}.schema.json`);
}
