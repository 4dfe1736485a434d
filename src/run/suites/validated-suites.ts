import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { packageFile } from "../../base/files/package-file.ts";

/** Where the build writes the digests of the suites it has validated, from the package's root. */
export const validatedFile = "dist/data/validated-suites.json";

/** What a suite is recognised by that was validated before: any change to its text makes it another one. */
export const digestOf = (text: string): string => createHash("sha256").update(text).digest("base64");

/**
 * Whether the text of a suite was validated when the program was built: validating all of them takes as long as a server takes to
 * start. From TypeScript sources nothing was built.
 */
export function isValidated(text: string): boolean {
  if (import.meta.url.endsWith(".ts")) return false;
  digests ??= readDigests();
  return digests.has(digestOf(text));
}

let digests: ReadonlySet<string> | undefined;

function readDigests(): ReadonlySet<string> {
  const file = packageFile(validatedFile);
  return new Set(existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as string[]) : []);
}
