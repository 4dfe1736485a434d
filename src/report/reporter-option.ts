import { isAbsolute, join } from "node:path";
import { McpcheckError } from "../base/mcpcheck-error.ts";
import { suggestion } from "../base/nearest.ts";
import { reporters } from "./reporters.generated.ts";

/** One wanted report: which, and where to; standard output when `file` is null. */
export type ReportTarget = { readonly name: string; readonly file: string | null };

/** What `--help` says of `--reporter`: every reporter by its name. */
export const reporterHelp = `reporters, each with an optional file, as in pretty,json=out.json: ${Object.keys(reporters).join(", ")}`;

/** How the file of a report ends that was given no name. */
const endings: Readonly<Record<string, string>> = {
  badge: "svg",
  comment: "comment.md",
  github: "github.txt",
  gitlab: "gitlab.json",
  junit: "junit.xml",
  markdown: "md",
};

/**
 * Reads the value of `--reporter`: `pretty,json=out.json,junit=reports/junit.xml`. At most one may go to standard output. With a folder
 * `out`, files are named from there; and of several without a file `pretty` goes to standard output, the others to `mcpcheck.<ending>`.
 * @throws McpcheckError `usage` for an unknown name, an empty file name, or two that both want standard output
 */
export function parseReporterOption(value: string, out?: string): ReportTarget[] {
  const named = value.split(",").map((part): ReportTarget => {
    const cut = part.indexOf("=");
    const name = (cut === -1 ? part : part.slice(0, cut)).trim();
    const file = cut === -1 ? null : part.slice(cut + 1).trim();
    const names = Object.keys(reporters);
    if (!Object.hasOwn(reporters, name)) {
      throw new McpcheckError(
        "usage",
        `--reporter: no reporter "${name}"${suggestion(name, names)} (there are ${names.join(", ")})`,
      );
    }
    if (file === "") throw new McpcheckError("usage", `--reporter: "${part}" names no file; write ${name}=<file> or ${name}`);
    return { name, file };
  });
  const targets = out === undefined ? named : placed(named, out);
  const toStdout = targets.filter((target) => target.file === null).map((target) => target.name);
  if (toStdout.length > 1) {
    throw new McpcheckError(
      "usage",
      `--reporter: ${toStdout.join(" and ")} both want standard output; give all but one a file, as in ${toStdout[1]}=<file>`,
    );
  }
  const twice = targets.find(
    (target, index) => target.file !== null && targets.findIndex((other) => other.file === target.file) !== index,
  );
  if (twice !== undefined) throw new McpcheckError("usage", `--reporter: two reports want the file ${twice.file}`);
  return targets;
}

function placed(targets: readonly ReportTarget[], out: string): ReportTarget[] {
  const several = targets.filter(({ file }) => file === null).length > 1;
  return targets.map(({ name, file }) => {
    if (file !== null) return { name, file: isAbsolute(file) ? file : join(out, file) };
    return { name, file: several && name !== "pretty" ? join(out, `mcpcheck.${endings[name] ?? name}`) : null };
  });
}
