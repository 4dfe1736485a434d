import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { loadCorpora } from "../../src/run/parser/corpus.ts";
import { alteredFile, alteredInFull, alteredLines } from "../../test/support/toolcalls/altered-inputs.ts";

/**
 * What parsers make of the inputs of their corpora when these are altered in one place. With the id of a format every alteration with its
 * events is printed; without one `fixtures/golden/toolcalls` is written anew.
 */
const [chosen] = process.argv.slice(2);
const corpora = loadCorpora((id) => chosen === undefined || id === chosen);
if (corpora.length === 0) throw new Error(`there is no corpus of "${chosen}"`);
for (const corpus of corpora) {
  if (chosen !== undefined) process.stdout.write(alteredInFull(corpus));
  else {
    const file = alteredFile(corpus.format);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${alteredLines(corpus).join("\n")}\n`);
  }
}
