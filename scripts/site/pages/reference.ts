import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { coded, fenced, type Page, table } from "../page.ts";

/** What can be imported, by the file of its declarations. */
const entries = {
  index: "mcpcheck",
  mock: "mcpcheck/mock",
  model: "mcpcheck/model",
  msw: "mcpcheck/msw",
  toolcall: "mcpcheck/toolcall",
  "toolcall-format": "mcpcheck/toolcall/<format>",
  vitest: "mcpcheck/vitest",
  "node-test": "mcpcheck/node-test",
} as const;

/** A declaration with the comment that stands before it. */
type Declared = { readonly name: string; readonly comment: string; readonly code: string };

/** A page for each import, made of the declarations that travel with the package. @throws Error where these have not been built */
export function referencePages(root: string): Page[] {
  const folder = join(root, "dist/types/library");
  const pages = Object.entries(entries)
    .filter(([file]) => existsSync(join(folder, `${file}.d.ts`)))
    .map(([file, name]): Page => {
      const text = readFileSync(join(folder, `${file}.d.ts`), "utf8");
      const exported = exportsOf(join(folder, `${file}.d.ts`)).toSorted((a, b) =>
        a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1,
      );
      const intro = /^\/\*\*\n([^]*?)\*\//.exec(text)?.[1];
      return {
        path: `reference/${file === "index" ? "mcpcheck" : file}.html`,
        title: name,
        section: "reference",
        words: exported.map((one) => one.name).join(" "),
        markdown: [
          `# ${coded(name)}`,
          ...(intro?.includes("@module") === true
            ? [
                prose(intro)
                  .replace(/@module.*/, "")
                  .trim(),
              ]
            : []),
          ...exported.map((one) => `## ${coded(one.name)}\n\n${prose(one.comment)}\n\n${fenced(one.code, "ts")}`),
        ].join("\n\n"),
      };
    });
  if (pages.length === 0) throw new Error(`${folder}: holds no declarations; run \`npm run build\` first`);
  const rows = pages.map(({ path, title, words = "" }) => [
    `[${coded(title)}](/${path})`,
    words.split(" ").map(coded).join(", "),
  ]);
  const index = `# Library reference\n\nWhat can be imported, made of the declarations of the package. [The guide](/library.html) shows how it is used.\n\n${table(["import", "exports"], rows)}`;
  return [{ path: "reference/index.html", title: "Library reference", section: "reference", markdown: index }, ...pages];
}

/** Everything a file of declarations exports, from wherever it has it. */
function exportsOf(file: string): Declared[] {
  const text = readFileSync(file, "utf8");
  const own = statementsOf(text).filter(({ code, name }) => name !== "" && code.startsWith("export "));
  const named = [...text.matchAll(/^export (?:type )?\{([^}]*)\} from "([^"]+)";/gm)].flatMap(([, names = "", from = ""]) => {
    const other = join(dirname(file), from.replace(/\.js$/, ".d.ts"));
    if (!existsSync(other)) return [];
    const found = exportsOf(other);
    return names.split(",").flatMap((one) => {
      const [name = "", as = name] = one
        .trim()
        .replace(/^type /, "")
        .split(" as ");
      const declared = found.find((candidate) => candidate.name === name);
      return declared === undefined ? [] : [{ ...declared, name: as }];
    });
  });
  return [...own, ...named];
}

/** The statements of a file as tsc writes it: each begins at the margin, and ends with a line that does. */
function statementsOf(text: string): Declared[] {
  const found: Declared[] = [];
  let comment: string[] = [];
  let code: string[] = [];
  for (const line of text.split("\n")) {
    if (code.length === 0 && (line.startsWith("/**") || (comment.length > 0 && line.startsWith(" *")))) {
      comment = line.startsWith("/**") ? [line] : [...comment, line];
      continue;
    }
    if (line === "" && code.length === 0) continue;
    code.push(line);
    const isClosed =
      /^(?:\S.*)?[;}]$/.test(line) && (code.length === 1 ? balanced(line) : /^[})\]]/.test(line) || line.endsWith(";"));
    if (!isClosed || !balanced(code.join("\n"))) continue;
    const name =
      /^export (?:declare )?(?:abstract )?(?:type|interface|class|const|function|let) (\w+)/.exec(code[0] ?? "")?.[1] ?? "";
    found.push({ name, comment: comment.join("\n"), code: code.join("\n") });
    comment = [];
    code = [];
  }
  return found;
}

function balanced(text: string): boolean {
  const bare = text.replaceAll(/\/\*[^]*?\*\/|"(?:[^"\\]|\\.)*"|`[^`]*`/g, "");
  const count = (brackets: RegExp): number => bare.match(brackets)?.length ?? 0;
  return count(/[{([]/g) === count(/[})\]]/g);
}

/** The text of a comment. */
function prose(comment: string): string {
  return comment
    .replace(/^\/\*\*/, "")
    .replace(/\*\/\s*$/, "")
    .split("\n")
    .map((line) => line.replace(/^\s*\* ?/, ""))
    .join("\n")
    .replaceAll(/@throws (\w+)/g, "\n\nThrows `$1`:")
    .replaceAll(/@param (\w+)/g, "\n\n`$1`:")
    .replaceAll(/\{@link (\w+)\}/g, "`$1`")
    .trim();
}
