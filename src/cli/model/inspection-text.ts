import { counted } from "../../base/counted.ts";
import type { Inspection } from "./inspection.ts";

/** An inspection for people. */
export function inspectionText({ version, metadata, tensors, vocabulary, script }: Inspection): string {
  const types = Object.entries(vocabulary.types).map(([type, count]) => `${count} ${type}`);
  return [
    `GGUF version ${version}, ${tensors.length} tensors`,
    "",
    ...Object.entries(metadata).map(([key, value]) => `${key}  ${valueText(value)}`),
    "",
    `${vocabulary.size} tokens: ${types.join(", ")}`,
    ...(vocabulary.tokens ?? []).map(({ id, text, type }) => `${id}  ${JSON.stringify(text)}  ${type}`),
    "",
    ...(script === null ? ["not compiled from a script of mcpcheck"] : scriptLines(script)),
    "",
  ].join("\n");
}

const mostShown = 100;

function valueText(value: Inspection["metadata"][string]): string {
  if (typeof value === "object") return `${value.length} values`;
  const text = JSON.stringify(value);
  return text.length > mostShown ? `${text.slice(0, mostShown)}… (${text.length} characters)` : text;
}

function scriptLines({ id, title, family, format, scenarios }: NonNullable<Inspection["script"]>): readonly string[] {
  return [
    `script ${id}: ${title} (family ${family}, calls as ${format})`,
    ...scenarios.flatMap((scenario) => [
      `  ${scenario.id}`,
      ...scenario.turns.map(
        ({ marker, afterToolResult, text, end, tokenCount }) =>
          `    ${cueText(marker, afterToolResult)}: ${JSON.stringify(text)} (${counted(tokenCount, "token")}, then ${end})`,
      ),
    ]),
  ];
}

function cueText(marker: string | null, afterToolResult: boolean | null): string {
  const when = afterToolResult === null ? "" : afterToolResult ? " after a tool result" : " before any tool result";
  return `${marker ?? "no marker"}${when}`;
}
