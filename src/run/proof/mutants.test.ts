import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { citationAt } from "../../check/citation.ts";
import { checkById, checks } from "../../check/registry.ts";
import { loadMock } from "../../mock/load-script.ts";
import { loadMutants } from "./load-mutants.ts";
import { mutantJsonSchema } from "./mutant-json-schema.ts";
import { mutantScript } from "./mutant-script.ts";

const { mutants, pending } = loadMutants();

it("every server check has a mutant, or a reason why there is none", () => {
  const shown = new Set(mutants.map(({ mutates }) => mutates));
  const server = checks.filter(({ subject }) => subject === "server").map(({ id }) => id);
  expect(server.filter((id) => !shown.has(id) && pending[id] === undefined)).toEqual([]);
  expect(Object.keys(pending).filter((id) => shown.has(id) || !server.includes(id))).toEqual([]);
});

it("every mutant is judged where its check applies, and is a valid script there", () => {
  for (const mutant of mutants) {
    const check = checkById(mutant.mutates);
    for (const { transport, revision } of mutant.on) {
      expect([mutant.mutates, revision, check && citationAt(check.spec, revision) !== undefined]).toEqual([
        mutant.mutates,
        revision,
        true,
      ]);
      expect(check?.transports ?? [transport]).toContain(transport);
    }
    for (const id of Object.keys(mutant.also ?? {})) expect(checkById(id)?.id).toBe(id);
    expect(mutantScript(loadMock(mutant.extends, "."), mutant)).toBeDefined();
  }
});

it("every mutant deviates", () => {
  const correct = mutants.filter(
    ({ patch, omits, rules }) => (patch ?? []).length + (omits ?? []).length + (rules ?? []).length === 0,
  );
  expect(correct.map(({ mutates }) => mutates)).toEqual([]);
});

it("mocks/mutants.schema.json is what the code validates with (npx tsx scripts/write-schemas.ts writes it)", () => {
  const text = readFileSync(new URL("../../../mocks/mutants.schema.json", import.meta.url), "utf8");
  expect(JSON.parse(text)).toEqual(structuredClone(mutantJsonSchema()));
});
