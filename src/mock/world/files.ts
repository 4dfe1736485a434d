import { utf8 } from "../../base/bytes.ts";
import type { JsonObject } from "../../jsonrpc/json.ts";

/** What a tool can do with the files of a script. */
export const fileOperations = ["list", "read", "write", "search"] as const;
export type FileOperation = (typeof fileOperations)[number];

/** Texts by path, in memory: nothing a mock does with files reaches a disk. */
export type Files = {
  /** Does an operation with the arguments `path`, `content` or `pattern`; `failed` says that the text is a reason. */
  readonly run: (operation: FileOperation, input: JsonObject) => { readonly text: string; readonly failed: boolean };
};

const root = "/sandbox";

/** A file system of its own that begins with the given texts. Relative paths are below `/sandbox`, others must be. */
export function createFiles(initial: Readonly<Record<string, string>> = {}): Files {
  const texts = new Map(Object.entries(initial).map(([path, text]) => [placeOf(path), text]));
  const below = (folder: string) =>
    [...texts.keys()].filter((path) => path.startsWith(folder === "/" ? folder : `${folder}/`)).toSorted();
  const operations: Record<FileOperation, (path: string, input: JsonObject) => string | undefined> = {
    read: (path) => texts.get(path),
    list(path) {
      const names = new Set(below(path).map((one) => one.slice(path.length + 1).replace(/\/.*/, "/")));
      return names.size === 0 ? undefined : [...names].join("\n");
    },
    write(path, input) {
      const text = word(input["content"]);
      texts.set(path, text);
      return `wrote ${utf8(text).length} bytes to ${path}`;
    },
    search(path, input) {
      const pattern = word(input["pattern"]);
      return below(path)
        .filter((one) => one.includes(pattern) || (texts.get(one)?.includes(pattern) ?? false))
        .join("\n");
    },
  };
  return {
    run(operation, input) {
      const path = placeOf(word(input["path"]));
      if (path !== root && !path.startsWith(`${root}/`))
        return { text: `Access denied: ${path} is outside of ${root}`, failed: true };
      const text = operations[operation](path, input);
      return text === undefined ? { text: `No such file or directory: ${path}`, failed: true } : { text, failed: false };
    },
  };
}

function word(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** A path from the root of the file system, without `.` and `..`; a relative one is below the sandbox. */
function placeOf(path: string): string {
  const steps: string[] = [];
  for (const step of (path.startsWith("/") ? path : `${root}/${path}`).split("/"))
    if (step === "..") steps.pop();
    else if (step !== "" && step !== ".") steps.push(step);
  return `/${steps.join("/")}`;
}
