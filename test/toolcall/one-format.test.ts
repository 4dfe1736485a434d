import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type * as OneFormat from "../../src/library/toolcall-format.ts";
import { parseToolCalls } from "../../src/library/toolcall.ts";
import { loadCorpora } from "../../src/run/parser/corpus.ts";
import { formatById, formats } from "../../src/toolcall/formats/registry.ts";

const folder = join(import.meta.dirname, "../../dist/toolcall");
const corpora = loadCorpora(() => true);

test("every format can be imported alone", () => {
  expect(readdirSync(folder).toSorted()).toEqual(formats.map(({ id }) => `${id}.js`).toSorted());
});

test.each(formats.map(({ id }) => id))(
  "%s alone reads its corpus as it does among all, and knows the same of itself",
  async (id) => {
    const alone = (await import(join(folder, `${id}.js`))) as typeof OneFormat;
    expect(alone.format).toEqual(formatById(id));
    const cases = corpora.filter(({ format }) => format === id).flatMap((corpus) => corpus.cases);
    expect(cases.length).toBeGreaterThan(0);
    for (const { input } of cases) expect(alone.parseToolCalls(input)).toEqual(parseToolCalls(input, id));
  },
);
