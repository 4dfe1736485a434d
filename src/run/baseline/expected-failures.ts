import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from "yaml";
import { McpcheckError } from "../../base/mcpcheck-error.ts";
import { yamlTooDeepAt } from "../../base/files/yaml-nesting.ts";
import { tooDeep } from "../../base/json/parse-json.ts";
import type { Baseline, KnownFailure } from "./baseline-entry.ts";
import { counted } from "../../base/counted.ts";

/**
 * What the names of the official conformance tool correspond to here: a server scenario (`dns-rebinding-protection`) or
 * one of its checks (`caching:sep-2549-ttl-non-negative`) to check ids.
 */
export type ConformanceMap = Readonly<Record<string, readonly string[]>>;

/**
 * Reads an expected-failures file of the official tool
 * (https://github.com/modelcontextprotocol/conformance#expected-failures): lists `server` and `client` of `scenario` or
 * `scenario:check`. What has no counterpart here is named in the notices: its failures count.
 * @throws McpcheckError `usage` with file and line
 */
export function parseExpectedFailures(text: string, file: string, map: ConformanceMap): Baseline {
  const deep = yamlTooDeepAt(text);
  if (deep !== undefined) throw new McpcheckError("usage", `${file}:${deep.line}: ${tooDeep}`);
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const at = (offset: number | undefined): string => (offset === undefined ? file : `${file}:${lines.linePos(offset).line}`);
  const [broken] = document.errors;
  if (broken !== undefined) throw new McpcheckError("usage", `${at(broken.pos[0])}: not YAML: ${firstLine(broken.message)}`);
  const root = document.contents;
  if (root === null) return { file, known: [], notices: [`${file} lists no known failure`] };
  if (!isMap<Node, Node | null>(root)) throw new McpcheckError("usage", `${file}:1: expected the lists server and client`);
  const names = new Map<string, { name: string; place: string }[]>();
  for (const { key, value } of root.items) {
    const section = isScalar(key) ? String(key.value) : "";
    if (section !== "server" && section !== "client")
      throw new McpcheckError("usage", `${at(key.range?.[0])}: "${section}" is neither server nor client`);
    names.set(section, entriesOf(value, section, at));
  }
  return toBaseline(file, names.get("server") ?? [], names.get("client") ?? [], map);
}

type Named = { readonly name: string; readonly place: string };

function entriesOf(value: Node | null, section: string, at: (offset: number | undefined) => string): Named[] {
  if (value === null || (isScalar(value) && value.value === null)) return [];
  if (!isSeq<Node | null>(value))
    throw new McpcheckError("usage", `${at(value.range?.[0])}: ${section} is not a list of scenario names`);
  return value.items.map((item) => {
    const place = at(item?.range?.[0]);
    const name = isScalar(item) && (typeof item.value === "string" || typeof item.value === "number") ? `${item.value}` : "";
    if (!/^[^:]+(:[^:]+)?$/.test(name))
      throw new McpcheckError("usage", `${place}: expected <scenario> or <scenario>:<check>, without a space after the colon`);
    return { name, place };
  });
}

function toBaseline(file: string, server: readonly Named[], client: readonly Named[], map: ConformanceMap): Baseline {
  const known = server.flatMap(({ name }): KnownFailure[] => {
    const checks = map[name] ?? [];
    return checks.length === 0 ? [] : [{ entry: { check: name }, checks }];
  });
  const unmapped = server.filter(({ name }) => (map[name] ?? []).length === 0);
  const notices = [
    ...(unmapped.length === 0
      ? []
      : [
          `${file}: ${counted(unmapped.length, "entry", "entries")} without a counterpart in mcpcheck, which excuse nothing: ${unmapped.map(({ name, place }) => `${name} (line ${place.slice(file.length + 1)})`).join(", ")}`,
        ]),
    ...(client.length === 0
      ? []
      : [`${file}: the list client (${counted(client.length, "entry", "entries")}) does not concern servers and is not used`]),
  ];
  return { file, known, notices };
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0] ?? text;
}
