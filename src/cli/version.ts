import { readFileSync } from "node:fs";
import { packageFile } from "../base/files/package-file.ts";

/** The version in package.json, read from the installed package. */
export function version(): string {
  const manifest = JSON.parse(readFileSync(packageFile("package.json"), "utf8")) as { version: string };
  return manifest.version;
}
