import { expect, it } from "vitest";
import { type Accusation, killMatrix, type MutantResult } from "./kill-matrix.ts";

const place = "stdio 2025-11-25";
const accusation = (check: string): Accusation => ({ check, revision: "2025-11-25", verdict: "fail", message: `by ${check}` });
const result = (found: readonly string[], also: Readonly<Record<string, string>> = {}): MutantResult => ({
  kind: "server",
  mutant: { mutates: "a.one", deviation: "It does.", also },
  place,
  accusations: found.map(accusation),
  instead: "pass: nothing was seen",
});
const clean = { subject: "reference", place: "stdio", judged: 3, accusations: [] } as const;
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

it("takes a glob for all checks on the same thing, and no others", () => {
  expect(matrixOf(result(["a.one", "a.one-more", "a.one-less"], { "a.one-*": "the same limit" })).holds).toBe(true);
  expect(matrixOf(result(["a.one"], { "a.one-*": "the same limit" })).idle).toEqual([{ mutant: "a.one", check: "a.one-*" }]);
  const matrix = matrixOf(result(["a.one", "a.one-more", "a.two"], { "a.one-*": "the same limit" }));
  expect(matrix.kills[0]?.astray.map(({ check }) => check)).toEqual(["a.two"]);
});

it("does not hold when a clean subject is accused or could not be judged", () => {
  const mutants = [result(["a.one"])];
  expect(killMatrix({ mutants, clean: [{ ...clean, accusations: [accusation("c.three")] }], pending: {} }).holds).toBe(false);
  expect(killMatrix({ mutants, clean: [{ ...clean, trouble: "nothing was judged" }], pending: {} }).holds).toBe(false);
});
