import { type Node, type ParseError, parseTree, getNodeValue, printParseErrorCode } from "jsonc-parser";
import { parse as parseToml, TomlError } from "smol-toml";
import { type Document, isNode, LineCounter, parseDocument, visit } from "yaml";
import { yamlTooDeepAt } from "../../../base/files/yaml-nesting.ts";
import { placeAt, tooDeepAt } from "../../../base/json/nesting-limit.ts";
import { tooDeep } from "../../../base/json/parse-json.ts";
import type { Pointer, Problem } from "./problem.ts";

/** A configuration as it was written: its value, and where in the text each part of it stands. */
export type Source = {
  readonly name: string;
  readonly value: unknown;
  /** A problem at a path, with its position when the text has one. */
  readonly at: (pointer: Pointer, message: string) => Problem;
  /** Paths of members that stand twice in one object; the later one is the value. */
  readonly repeated: readonly Pointer[];
};

/** The text of a file as a source, by its ending: .yaml and .yml, .toml, anything else JSON with comments. Otherwise what is wrong with it. */
export function parseSource(text: string, name: string): Source | Problem {
  const content = text.replace(/^\uFEFF/, "");
  try {
    if (/\.ya?ml$/i.test(name)) return parseYamlSource(content, name);
    return /\.toml$/i.test(name) ? parseTomlSource(content, name) : parseJsonSource(content, name);
  } catch (cause) {
    // Parsers give up on input made to exhaust them: aliases that multiply, for one.
    const reason = cause instanceof Error ? cause.message : String(cause);
    return { source: name, position: undefined, pointer: [], message: `cannot be parsed: ${reason}` };
  }
}

/** A value that has no text, such as the body of a request. */
export function valueSource(value: unknown, name: string): Source {
  return { name, value, at: (pointer, message) => ({ source: name, position: undefined, pointer, message }), repeated: [] };
}

/** Whether parsing gave a source. */
export function isSource(parsed: Source | Problem): parsed is Source {
  return "at" in parsed;
}

function parseJsonSource(text: string, name: string): Source | Problem {
  const deep = tooDeepAt(text);
  if (deep !== undefined) return { source: name, position: deep, pointer: [], message: tooDeep };
  if (text.trim() === "") return { source: name, position: placeAt(text, 0), pointer: [], message: "not JSON: it is empty" };
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error !== undefined || tree === undefined) {
    const what = error === undefined ? "nothing in it" : wordsOf(printParseErrorCode(error.error));
    return { source: name, position: placeAt(text, error?.offset ?? 0), pointer: [], message: `not JSON: ${what}` };
  }
  return {
    name,
    value: getNodeValue(tree) as unknown,
    at(pointer, message) {
      const node = nearestNode(pointer, (path) => nodeAt(tree, path)) ?? tree;
      return {
        source: name,
        position: placeAt(text, (node.parent?.type === "property" ? node.parent : node).offset),
        pointer,
        message,
      };
    },
    repeated: repeatedMembers(tree, []),
  };
}

/** `CloseBraceExpected` as words. */
const wordsOf = (name: string): string => name.replaceAll(/\B[A-Z]/g, (letter) => ` ${letter}`).toLowerCase();

/** The node at a path; of members of one name the last, whose value counts. */
function nodeAt(node: Node, [first, ...rest]: Pointer): Node | undefined {
  if (first === undefined) return node;
  const child =
    node.type === "array"
      ? node.children?.[Number(first)]
      : node.children?.findLast((property) => property.children?.[0]?.value === first)?.children?.[1];
  return child === undefined ? undefined : nodeAt(child, rest);
}

function repeatedMembers(node: Node, path: Pointer): Pointer[] {
  const children = node.children ?? [];
  if (node.type === "array") return children.flatMap((child, index) => repeatedMembers(child, [...path, index]));
  if (node.type !== "object") return [];
  const names = children.map((property) => String(property.children?.[0]?.value));
  const twice = names.filter((one, index) => names.indexOf(one) !== index);
  const inner = children.flatMap((property, index) => {
    const value = property.children?.[1];
    return value === undefined ? [] : repeatedMembers(value, [...path, names[index] ?? ""]);
  });
  return [...twice.map((one) => [...path, one]), ...inner];
}

function parseYamlSource(text: string, name: string): Source | Problem {
  const deep = yamlTooDeepAt(text);
  if (deep !== undefined) return { source: name, position: deep, pointer: [], message: tooDeep };
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const [error] = document.errors;
  const positionAt = (offset: number): { line: number; column: number } => {
    const { line, col } = lines.linePos(offset);
    return { line, column: col };
  };
  if (error !== undefined) {
    const message = `not YAML: ${error.message.split("\n")[0]?.replace(/ at line \d+, column \d+:?$/, "") ?? ""}`;
    return { source: name, position: positionAt(error.pos[0]), pointer: [], message };
  }
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: 100 }) as unknown;
  } catch (cause) {
    const message = `cannot be parsed: ${cause instanceof Error ? cause.message : String(cause)}`;
    return { source: name, position: positionAt(aliasToBlame(document)), pointer: [], message };
  }
  return {
    name,
    value,
    at(pointer, message) {
      const found = nearestNode(pointer, (path) => {
        const node = path.length === 0 ? document.contents : document.getIn(path, true);
        return isNode(node) ? node : undefined;
      });
      return { source: name, position: positionAt(found?.range?.[0] ?? 0), pointer, message };
    },
    repeated: [],
  };
}

/** Where the first alias stands that names nothing, or else the first of all: aliases are what makes a value of a document go wrong. */
function aliasToBlame(document: Document): number {
  const anchors = new Set<string>();
  let first: number | undefined;
  let unknown: number | undefined;
  visit(document, {
    Node: (_key, { anchor }: { anchor?: string }) => void (anchor === undefined || anchors.add(anchor)),
    Alias(_key, { source, range }) {
      first ??= range?.[0];
      if (anchors.has(source)) return undefined;
      unknown = range?.[0];
      return visit.BREAK;
    },
  });
  return unknown ?? first ?? 0;
}

function parseTomlSource(text: string, name: string): Source | Problem {
  try {
    return { ...valueSource(parseToml(text), name), name };
  } catch (cause) {
    if (!(cause instanceof TomlError)) throw cause;
    const position = { line: cause.line, column: cause.column };
    return { source: name, position, pointer: [], message: `not TOML: ${cause.message.split("\n")[0]}` };
  }
}

/** The node at a path, or at the nearest parent that exists: where a missing member would stand. */
function nearestNode<N>(pointer: Pointer, find: (path: Pointer) => N | undefined): N | undefined {
  for (let length = pointer.length; length >= 0; length--) {
    const node = find(pointer.slice(0, length));
    if (node !== undefined) return node;
  }
  return undefined;
}
