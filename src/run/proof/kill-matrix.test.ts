import { expect, it } from "vitest";
import { type Accusation, killMatrix, type MutantResult } from "./kill-matrix.ts";

const place = { transport: "stdio", revision: "2025-11-25" } as const;
const accusation = (check: string): Accusation => ({ check, revision: place.revision, verdict: "fail", message: `by ${check}` });
const result = (found: readonly string[], also: Readonly<Record<string, string>> = {}): MutantResult => ({
  mutant: { mutates: "a.one", deviation: "It does.", extends: "reference", on: [place], also },
  place,
  accusations: found.map(accusation),
  instead: "pass: nothing was seen",
});
const clean = { subject: "reference", transport: "stdio", judged: 3, accusations: [] } as const;
const matrixOf = (one: MutantResult) => killMatrix({ mutants: [one], clean: [clean], pending: {} });

it("holds when a mutant is caught by its own check alone", () => {
  const matrix = matrixOf(result(["a.one"]));
  expect(matrix.holds).toBe(true);
  expect(matrix.kills).toMatchObject([{ check: "a.one", caught: true, said: "by a.one", astray: [], also: [] }]);
});

it("does not hold when a mutant survives, and says what became of its check", () => {
  const matrix = matrixOf(result([]));
  expect(matrix.holds).toBe(false);
  expect(matrix.kills).toMatchObject([{ caught: false, said: "pass: nothing was seen" }]);
});

it("does not hold when another check accuses the mutant as well", () => {
  const matrix = matrixOf(result(["a.one", "b.two"]));
  expect(matrix.holds).toBe(false);
  expect(matrix.kills[0]?.astray.map(({ check }) => check)).toEqual(["b.two"]);
});

it("lets pass what the mutant names as violated too, and wants it to be found", () => {
  expect(matrixOf(result(["a.one", "b.two"], { "b.two": "says the same" })).holds).toBe(true);
  const idle = matrixOf(result(["a.one"], { "b.two": "says the same" }));
  expect(idle.holds).toBe(false);
  expect(idle.idle).toEqual([{ mutant: "a.one", check: "b.two" }]);
});

it("does not hold when a clean subject is accused or could not be judged", () => {
  const mutants = [result(["a.one"])];
  expect(killMatrix({ mutants, clean: [{ ...clean, accusations: [accusation("c.three")] }], pending: {} }).holds).toBe(false);
  expect(killMatrix({ mutants, clean: [{ ...clean, trouble: "nothing was judged" }], pending: {} }).holds).toBe(false);
});
