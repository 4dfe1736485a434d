import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Writes what `mcpcheck run` ends with, as it was measured here, into the README's first screen. */
const readme = fileURLToPath(new URL("../README.md", import.meta.url));
const program = fileURLToPath(new URL("../bin/mcpcheck.js", import.meta.url));
const closingLine = /^(?:conforms|does not conform): .*$/mu;

const { stdout } = spawnSync(process.execPath, [program, "run"], {
  encoding: "utf8",
  env: { ...process.env, NO_COLOR: "1" },
  maxBuffer: 64 * 1024 * 1024,
  stdio: ["ignore", "pipe", "inherit"],
});
const measured = stdout.split("\n").findLast((line) => closingLine.test(line));
if (measured === undefined) throw new Error(`mcpcheck run ended without a closing line:\n${stdout.slice(-500)}`);
const text = readFileSync(readme, "utf8");
if (!closingLine.test(text)) throw new Error("README.md shows no closing line of `mcpcheck run` any more: where should it go?");
writeFileSync(
  readme,
  text.replace(closingLine, () => measured),
);
console.log(measured);
