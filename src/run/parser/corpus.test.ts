import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { formatById, formats } from "../../toolcall/formats/registry.ts";
import { wrongWith } from "./answer/compare-answer.ts";
import { packageFile } from "../../base/files/package-file.ts";
import { loadCorpora } from "./corpus.ts";
import type { ParserRequest } from "./answer/parser-answer.ts";
import { referenceParser } from "./reference-parser.ts";

const corpora = loadCorpora(() => true);
const reference = referenceParser(formatById);

test("every format has a corpus, and every corpus a format", () => {
  expect(corpora.map(({ format }) => format).toSorted()).toEqual(formats.map(({ id }) => id).toSorted());
  expect(corpora.reduce((sum, { cases }) => sum + cases.length, 0)).toBeGreaterThan(1000);
});

test("the files fit the schema that others read", () => {
  const schema = JSON.parse(readFileSync(join(packageFile("fixtures/toolcalls"), "corpus.schema.json"), "utf8")) as object;
  const validate = new Ajv2020({ allErrors: true, allowUnionTypes: true }).compile(schema);
  for (const { format } of corpora) {
    const valid = validate(JSON.parse(readFileSync(join(packageFile("fixtures/toolcalls"), `${format}.json`), "utf8")));
    expect([format, valid, validate.errors]).toEqual([format, true, null]);
  }
});

test.each(corpora.map((corpus) => [corpus.format, corpus] as const))(
  "%s: ids are unique, calls and texts are both there",
  (_id, { cases }) => {
    expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length);
    expect(cases.some(({ expect: { calls } }) => calls.length > 0)).toBe(true);
    expect(cases.some(({ expect: { calls } }) => calls.length === 0)).toBe(true);
    expect(cases.filter(({ chunks, input }) => chunks !== undefined && chunks.join("") !== input)).toEqual([]);
  },
);

test.each(corpora.map((corpus) => [corpus.format, corpus] as const))(
  "%s: the reference parser reads every case, whole and in pieces",
  async (_id, corpus) => {
    const wrong: string[] = [];
    for (const one of corpus.cases) {
      const ways: readonly ParserRequest["chunks"][] = one.chunks === undefined ? [[one.input], 1, "bytes"] : [one.chunks];
      for (const chunks of ways) {
        const { answer } = await reference.ask({
          format: corpus.format,
          chunks,
          input: one.input,
          tools: one.tools ?? corpus.tools,
          ...(one.tokenIds === undefined ? {} : { tokenIds: one.tokenIds }),
          ...(one.prefix === undefined ? {} : { prefix: one.prefix }),
        });
        const fault = typeof answer === "object" && !("wrong" in answer) ? wrongWith(answer, one, "exact") : "no answer";
        if (fault !== undefined) wrong.push(`${one.id} (${typeof chunks === "object" ? "whole" : chunks}): ${fault}`);
      }
    }
    expect(wrong).toEqual([]);
  },
);
