import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { citationAt } from "../../src/check/citation.ts";
import { modelChecks } from "../../src/check/model/model-checks.ts";
import { checkById, checks } from "../../src/check/registry.ts";
import { loadMock } from "../../src/mock/script/load-script.ts";
import { globMatcher } from "../../src/base/glob/glob-matcher.ts";
import { loadHostSuites } from "../../src/run/host/case/load.ts";
import { parserChecks } from "../../src/check/parser/parser-checks.ts";
import {
  loadClientMutants,
  loadHostMutants,
  loadModelMutants,
  loadMutants,
  loadParserMutants,
  mutantFolder,
} from "../../src/run/proof/load-mutants.ts";
import { mutantScript } from "../../src/run/proof/mutant-script.ts";

const { mutants, pending } = loadMutants();

it("every server check has a mutant, or a reason why there is none", () => {
  const shown = new Set(mutants.map(({ mutates }) => mutates));
  const server = checks.filter(({ subject }) => subject === "server").map(({ id }) => id);
  const missing = server.filter((id) => !shown.has(id) && pending[id] === undefined);
  expect(missing.map((id) => join(mutantFolder, "server", id.split(".")[0] ?? "", `${id}.json`))).toEqual([]);
  expect(Object.keys(pending).filter((id) => shown.has(id) || !server.includes(id))).toEqual([]);
});

it("every mutant of a server lies in the folder of its area", () => {
  const places = mutants.map(({ mutates }) => join(mutantFolder, "server", mutates.split(".")[0] ?? "", `${mutates}.json`));
  expect(places.filter((place) => !existsSync(place))).toEqual([]);
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

it("every client check has a wrong client, in the folder of its area", () => {
  const shown = [...new Set(loadClientMutants().map(({ mutates }) => mutates))];
  expect(shown).toEqual(checks.filter(({ subject }) => subject === "client").map(({ id }) => id));
  const places = shown.map((id) => join(mutantFolder, "client", id.split(".")[0] ?? "", `${id}.json`));
  expect(places.filter((place) => !existsSync(place))).toEqual([]);
});

it("every wrong client is judged where its check applies, and deviates", () => {
  for (const { mutates, on, changes = [], faults = [], reports = [], stopsAfter, also = {} } of loadClientMutants()) {
    const check = checkById(mutates);
    for (const { transport, revision } of on) {
      expect([mutates, revision, check && citationAt(check.spec, revision) !== undefined]).toEqual([mutates, revision, true]);
      expect(check?.transports ?? [transport]).toContain(transport);
    }
    expect(changes.length + faults.length + reports.length + (stopsAfter === undefined ? 0 : 1)).toBeGreaterThan(0);
    for (const id of Object.keys(also)) expect(checkById(id)?.id).toBe(id);
  }
});

it("every parser check has a wrong parser", () => {
  const shown = loadParserMutants().map(({ mutates }) => mutates);
  expect(shown).toEqual(parserChecks.map(({ id }) => id).toSorted());
});

it("every model check has a wrong inference server", () => {
  const shown = [...new Set(loadModelMutants().map(({ mutates }) => mutates))];
  expect(shown.toSorted()).toEqual(modelChecks.map(({ id }) => id).toSorted());
});

it("every wrong host is wrong in what some case is about, and names cases that exist", () => {
  const known = new Set(loadHostSuites().flatMap(({ cases }) => cases.map(({ id }) => id)));
  const hosts = loadHostMutants();
  expect(hosts.length).toBeGreaterThan(20);
  const named = hosts.flatMap(({ mutates, also = {} }) => [mutates, ...Object.keys(also)]);
  expect(named.filter((glob) => ![...known].some(globMatcher(glob)))).toEqual([]);
  for (const { set } of hosts) expect(Object.keys(set)).not.toEqual([]);
});
