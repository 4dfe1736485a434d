import type { Command } from "commander";
import { counted } from "../../../base/counted.ts";
import { groupBy } from "../../../base/group-by.ts";
import { jsonText } from "../../../base/json-text.ts";
import { visible } from "../../../base/visible.ts";
import { type Fixed, fixTools } from "../../../provider/fix/fix-tools.ts";
import type { Defect } from "../../../provider/judge/defects.ts";
import { providerById, providers } from "../../../provider/providers.ts";
import { listedTools } from "../../../provider/tool.ts";
import type { Io } from "../../io.ts";
import { namesSurfaceFile, readSurface } from "../../surface/read-surface.ts";
import { addVisitOptions, type RawVisitOptions, surfaceOf } from "../../surface/surface-options.ts";

type RawOptions = RawVisitOptions & { readonly provider: string };

/** What `--help` says of it. */
export const summary = "print the tools of a server as a provider of models takes them";

/** `surface fix`: prints a tool list that a provider takes; exit code 1 where no mend is known for something. */
export function define(program: Command, io: Io, done: (exitCode: number) => void): void {
  addVisitOptions(program)
    .requiredOption("--provider <id>", `who is to take them: ${providers.map(({ id }) => id).join(", ")}`)
    .addHelpText("after", help)
    .action(async (words: readonly string[], { provider: id, ...raw }: RawOptions) => {
      const provider = providerById(id, "--provider");
      const [file, second] = words;
      const isFile = file !== undefined && second === undefined && namesSurfaceFile(file);
      const { tools = [] } = isFile ? readSurface(io, file) : await surfaceOf(words, raw, io);
      const fixed = fixTools(listedTools(tools), provider);
      const { names, left } = fixed;
      io.stdout(`${jsonText({ schemaVersion: 1, provider: id, tools: fixed.tools, names }, 2)}\n`);
      io.stderr(told(fixed, provider.title));
      done(left.length > 0 ? 1 : 0);
    });
}

const help = `
Tools come from a server, a file of \`surface save\`, or a trace. Standard output is one JSON object: the tools, and by each new name the old
one, by which calls have to be named back. Standard error says what was changed, and what cannot be mended (exit code 1). What a schema
cannot say any more is said in its description. A list that is taken as it stands stays as it is.

Examples:
  mcpcheck surface fix --provider gemini -- node build/index.js
  mcpcheck surface fix --provider openai-strict mcp-surface.json | jq .tools
`;

function told({ changes, names, left }: Fixed, title: string): string {
  const lines = [
    ...grouped(changes).map((line) => `changed: ${line}`),
    ...Object.entries(names).map(([now, was]) => `renamed: ${visible(was)} is ${visible(now)}`),
    ...grouped(left).map((line) => `cannot be mended: ${line}`),
  ];
  const end =
    left.length > 0
      ? `${title} does not take them yet`
      : changes.length > 0
        ? `${title} takes them now: ${counted(changes.length, "change")}`
        : `${title} takes them as they stand`;
  return `${[...lines, end].join("\n")}\n`;
}

/** Defects of a kind in one line, the first one named. */
function grouped(defects: readonly Defect[]): string[] {
  const groups = groupBy(defects, ({ rule, wrong }) => `${rule.kind} ${wrong}`);
  return [...groups.values()].flatMap(([one, ...more]) => {
    if (one === undefined) return [];
    const where = one.tool === null ? "" : `${visible(one.tool)}${visible(one.pointer)} `;
    return [`${where}${visible(one.wrong)}${more.length > 0 ? `, and ${more.length} more like it` : ""} (${one.rule.says})`];
  });
}
