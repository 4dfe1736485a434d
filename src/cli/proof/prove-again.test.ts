import { expect, it, vi } from "vitest";
import type { MutantResult } from "../../run/proof/kill-matrix.ts";
import type { Judged, ProofRequest } from "./judged.ts";
import { proveAgain } from "./prove-again.ts";

const accusation = (check: string) => ({ check, revision: "any", verdict: "fail", message: `by ${check}` }) as const;
const mutant = (mutates: string, found: readonly string[]): MutantResult => ({
  kind: "host",
  mutant: { mutates, deviation: "It does." },
  place: "a suite",
  accusations: found.map(accusation),
  instead: "pass: nothing was seen",
});
const host = (found: readonly string[], judged = 9) =>
  ({ subject: "reference host", place: "its suites", judged, accusations: found.map(accusation) }) as const;
const interrupted = new AbortController();
const request: ProofRequest = {
  wants: () => true,
  wantsClean: () => true,
  workers: 12,
  share: { part: 1, of: 1 },
  io: { interrupted: interrupted.signal } as ProofRequest["io"],
};

it("judges nothing again where all came out as it should", async () => {
  const prove = vi.fn<() => Promise<Judged>>();
  const first = { mutants: [mutant("a.one", ["a.one"])], clean: [host([])] };
  expect(await proveAgain(first, ["host"], request, prove)).toEqual({ judged: first, again: [] });
  expect(prove).not.toHaveBeenCalled();
});

it("judges survivors and the accused again, then alone, and takes what comes out last", async () => {
  const asked: ProofRequest[] = [];
  const first = {
    mutants: [mutant("a.one", ["a.one"]), mutant("a.two", []), mutant("a.three", ["a.three", "b.one"])],
    clean: [host(["c.one", "c.two"]), { ...host(["d.one"]), subject: "a mock" }],
  };
  const { judged, again } = await proveAgain(first, ["host"], request, (_subjects, wanted) => {
    asked.push(wanted);
    return Promise.resolve({
      mutants: [mutant("a.two", ["a.two"]), mutant("a.three", ["a.three", "b.one"])],
      clean: [host(["c.two"], 2)],
    });
  });
  expect(again).toEqual(["a mock (its suites)", "a.three", "a.two", "c.one", "c.two", "d.one", "reference host (its suites)"]);
  expect(asked.map(({ workers }) => workers)).toEqual([4, 1]);
  expect(["a.two", "a.three"].map((check) => asked[1]?.wants(check))).toEqual([false, true]);
  expect(["a.one", "a.two", "a.three", "c.one", "c.two", "d.one"].map((check) => asked[0]?.wants(check))).toEqual([
    false,
    true,
    true,
    true,
    true,
    true,
  ]);
  expect(judged.mutants.map(({ mutant: { mutates }, accusations }) => [mutates, accusations.map(({ check }) => check)])).toEqual([
    ["a.one", ["a.one"]],
    ["a.two", ["a.two"]],
    ["a.three", ["a.three", "b.one"]],
  ]);
  // The clean mock was not judged again, so what was said of it stands.
  expect(judged.clean.map(({ accusations }) => accusations.map(({ check }) => check))).toEqual([["c.two"], ["d.one"]]);
  expect(judged.clean[0]?.judged).toBe(9);
});

it("judges again what was not found by a check its file names as violated too", async () => {
  const named = (found: readonly string[]): MutantResult => {
    const result = mutant("a.one", found);
    return { ...result, mutant: { ...result.mutant, also: { "b.one": "it follows" } } };
  };
  const first = { mutants: [named(["a.one"])], clean: [] };
  const second = { mutants: [named(["a.one", "b.one"])], clean: [] };
  expect(await proveAgain(first, ["host"], request, () => Promise.resolve(second))).toEqual({ judged: second, again: ["a.one"] });
});

it("judges a wrong subject again where it was not found, and where it was found no more", async () => {
  const at = (place: string, found: readonly string[]): MutantResult => ({ ...mutant("a.one", found), place });
  const first = { mutants: [at("stdio", ["a.one"]), at("http", [])], clean: [] };
  const asked: ProofRequest[] = [];
  const { judged } = await proveAgain(first, ["server"], request, (_subjects, wanted) => {
    asked.push(wanted);
    return Promise.resolve({ mutants: [at("http", ["a.one"])], clean: [] });
  });
  expect(["stdio", "http", undefined].map((place) => asked[0]?.wants("a.one", place))).toEqual([false, true, true]);
  expect(judged.mutants).toEqual([at("stdio", ["a.one"]), at("http", ["a.one"])]);
});

it("judges a clean subject again that was in trouble or accused, and no other", async () => {
  const inTrouble = { ...host([]), subject: "a client", trouble: "promised and untested: e.one" };
  const accused = { ...host(["c.one"]), subject: "a mock" };
  const asked: ProofRequest[] = [];
  const { judged } = await proveAgain(
    { mutants: [], clean: [host([]), inTrouble, accused] },
    ["client"],
    request,
    (_, wanted) => {
      asked.push(wanted);
      return Promise.resolve({
        mutants: [],
        clean: [
          { ...host([]), subject: "a client" },
          { ...accused, accusations: [] },
        ],
      });
    },
  );
  expect([host([]), inTrouble, accused].map((one) => asked[0]?.wantsClean(one))).toEqual([false, true, true]);
  expect(judged.clean).toEqual([host([]), { ...host([]), subject: "a client" }, { ...accused, accusations: [] }]);
});

it("keeps what the second time gave nothing on", async () => {
  const first = { mutants: [mutant("a.one", [])], clean: [] };
  const { judged } = await proveAgain(first, ["host"], request, () => Promise.resolve({ mutants: [], clean: [] }));
  expect(judged).toEqual(first);
});
