import { spokenIn } from "../../src/mock/era/capabilities.ts";
import type { MockScript } from "../../src/mock/script/script.ts";
import { isClean, transportsOf } from "../../src/mock/era/transports.ts";

/** The mocks as Markdown tables, those that keep every rule first; docs/mocks.md ends with them. */
export function mockTable(mocks: readonly MockScript[]): string {
  const clean = mocks.filter(isClean);
  const odd = mocks.filter((script) => !isClean(script));
  return `### Clean ones\n\n${table(clean)}\n### Odd ones\n\n${table(odd)}`;
}

function table(mocks: readonly MockScript[]): string {
  const rows = mocks.map((script) => [`\`${script.id}\``, erasOf(script), transportsOf(script).join(", "), wordsOf(script)]);
  return [["mock", "eras", "transports", "what it does"], ["---", "---", "---", "---"], ...rows]
    .map((cells) => `| ${cells.join(" | ")} |\n`)
    .join("");
}

function erasOf(script: MockScript): string {
  const eras = (["stateful", "stateless"] as const).filter((era) => spokenIn(script, era).length > 0);
  return eras.length === 2 ? "both" : eras.join(", ");
}

function wordsOf({ title, description }: MockScript): string {
  const words = description === undefined ? title : `${title}. ${description}`;
  return words.replaceAll("|", String.raw`\|`);
}
