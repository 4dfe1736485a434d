import { existsSync, readFileSync } from "node:fs";
import { matchesGlob } from "../../base/glob/matches-glob.ts";
import { packageFile } from "../../base/files/package-file.ts";

/** How a violation is mended with one SDK: a part of a server of `examples/fixes`, which is run and judged in the tests. */
export type Fix = {
  readonly sdk: string;
  /** The language of the code, as Markdown names it. */
  readonly language: string;
  /** Undefined where the SDK does it by itself. */
  readonly code: string | undefined;
  /** The whole server, from the package's root. */
  readonly file: string;
};

/** What is there for a check: the code, and the SDKs of which nobody has run any. */
export type Fixes = { readonly with: readonly Fix[]; readonly none: readonly string[] };

type Sdk = { readonly name: string; readonly language: string; readonly file: string };

/** The servers with the fixes, by a short name of their SDK. */
export const fixedServers = {
  "typescript-v1": { name: "@modelcontextprotocol/sdk 1.x", language: "js", file: "examples/fixes/typescript-sdk-v1.mjs" },
  "typescript-v2": { name: "@modelcontextprotocol/server 2.x", language: "js", file: "examples/fixes/typescript-sdk-v2.mjs" },
  "python-mcp": { name: "Python mcp 2.x", language: "python", file: "examples/fixes/python_mcp.py" },
  fastmcp: { name: "Python fastmcp 4.x", language: "python", file: "examples/fixes/python_fastmcp.py" },
  go: { name: "Go go-sdk 1.x", language: "go", file: "examples/fixes/go-sdk/main.go" },
  java: { name: "Java mcp 2.x", language: "java", file: "examples/fixes/java-sdk/src/main/java/Fixes.java" },
  rust: { name: "Rust rmcp 3.x", language: "rust", file: "examples/fixes/rmcp/src/main.rs" },
} as const satisfies Readonly<Record<string, Sdk>>;

type SdkKey = keyof typeof fixedServers;

/** SDKs that may need the same, and of which there is no server of ours that was judged. */
const others = ["C#"];

/** A way to mend some checks: the region of that name in the servers. */
export type FixTopic = {
  readonly region: string;
  /** The checks, as globs. */
  readonly checks: readonly string[];
  /** SDKs that do it without code, as the tests show. */
  readonly byItself?: readonly SdkKey[];
  /** SDKs in which that code is no remedy: they do not let a server do it, or do not speak the revisions that ask for it. */
  readonly not?: readonly SdkKey[];
};

/** All of them. What is not named here is mended in the server's own code, and the advice of the check says how. */
export const fixTopics: readonly FixTopic[] = [
  {
    region: "logs",
    checks: ["stdio.clean-*", "stdio.only-json-rpc", "stdio.no-blank-lines"],
  },
  {
    region: "unknown-name",
    checks: ["tools.unknown-name", "tools.unknown-name-code", "tools.unknown-name-fails"],
    byItself: ["typescript-v2", "go", "java", "rust"],
  },
  { region: "failure", checks: ["tools.failure-in-result"] },
  {
    region: "definition",
    checks: [
      "tools.described",
      "tools.arguments-described",
      "tools.annotations-consistent",
      "tools.input-schema-*",
      "tools.missing-argument",
      "tools.mistyped-argument",
      "tools.argument-error-in-result",
      "tools.title-not-blank",
    ],
  },
  { region: "structured", checks: ["tools.output-*", "tools.structured-text"] },
  { region: "progress", checks: ["progress.*"] },
  { region: "server-info", checks: ["lifecycle.server-info-filled"] },
  { region: "server-info", checks: ["discovery.server-info"], not: ["typescript-v1", "java", "rust"] },
];

/** How a check of servers is mended with each SDK; nothing where that is no matter of an SDK. */
export function fixesOf(check: string): Fixes {
  const topic = fixTopics.find(({ checks }) => checks.some((glob) => matchesGlob(glob, check, true)));
  if (topic === undefined) return { with: [], none: [] };
  const keys = Object.keys(fixedServers) as SdkKey[];
  const found = keys.flatMap((key): Fix[] => {
    if (topic.not?.includes(key) === true) return [];
    const { name, language, file } = fixedServers[key];
    const code = regionOf(file, topic.region);
    const byItself = topic.byItself?.includes(key) === true;
    return code === undefined && !byItself ? [] : [{ sdk: name, language, file, code: byItself ? undefined : code }];
  });
  const missing = keys.map((key) => fixedServers[key]).filter(({ file }) => !found.some((fix) => fix.file === file));
  return { with: found, none: [...missing.map(({ name }) => name), ...others] };
}

/** A region of a file, without its indent; undefined where it has none of that name, or there is no file. */
function regionOf(file: string, region: string): string | undefined {
  const path = packageFile(file);
  if (!existsSync(path)) return undefined;
  const lines = readFileSync(path, "utf8").split("\n");
  const start = lines.findIndex((line) => /^\s*(?:\/\/|#) #region (\S+)$/.exec(line)?.[1] === region);
  if (start === -1) return undefined;
  const end = lines.findIndex((line, index) => index > start && /^\s*(?:\/\/|#) #endregion/.test(line));
  const inside = lines.slice(start + 1, end);
  const indent = /^\s*/.exec(lines[start] ?? "")?.[0] ?? "";
  return inside
    .map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line))
    .join("\n")
    .trim();
}
