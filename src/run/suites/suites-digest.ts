import { readFileSync } from "node:fs";
import { sha256 } from "../../base/sha256.ts";
import { suiteFiles } from "./load-suites.ts";

/** What the built-in suites are recognised by, and what is chosen of them: any change makes it another one. */
export function suitesDigest(chosen: readonly string[]): string {
  const texts = suiteFiles().map((file) => readFileSync(file, "utf8"));
  return sha256(new TextEncoder().encode(JSON.stringify([texts, chosen]))).slice(0, 16);
}
