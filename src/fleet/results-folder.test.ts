import { appendFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runRow } from "../../test/support/result-rows.ts";
import { openSegment, type ReadSoFar, readResults } from "./results-folder.ts";

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "mcpcheck-results-"))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const began = new Date("2026-01-01T00:00:00Z");
const served = (): string[] => [...readResults(folder)].map(({ server }) => server);

test("what did not fit on the disk leaves nothing behind, and what follows it is whole", () => {
  let isFull = false;
  const segment = openSegment(folder, began, (descriptor, text) => {
    writeSync(descriptor, isFull ? text.slice(0, 40) : text);
    if (isFull) throw new Error("ENOSPC: no space left on device, write");
  });
  segment.add([runRow("a", 0)]);
  isFull = true;
  expect(() => segment.add([runRow("b", 0)])).toThrow(/cannot write .*: ENOSPC.*: make room there and run again/);
  isFull = false;
  segment.add([runRow("c", 0)]);
  segment.close();
  expect(served()).toEqual(["a", "c"]);
});

test("rows that are longer than what is read at a time are read whole", () => {
  const segment = openSegment(folder, began);
  const message = "é".repeat(1_500_000);
  segment.add([runRow("a", 0), runRow("b", 3, { error: { kind: "subject", message } }), runRow("c", 0)]);
  segment.close();
  expect(served()).toEqual(["a", "b", "c"]);
  expect([...readResults(folder)][1]).toMatchObject({ error: { message } });
});

test("a row of another version is named with its place and what to do", () => {
  openSegment(folder, began).close();
  const [name = ""] = readdirSync(folder);
  appendFileSync(join(folder, name), `${JSON.stringify({ ...runRow("a", 0), colour: "red" })}\n`);
  expect(() => served()).toThrow(
    /:1: no row that this version of mcpcheck reads .*colour.*: read it with the version that wrote it/,
  );
});

test("of a folder that was read before only what was added is read, and all of a segment of which something was taken back", () => {
  const soFar: ReadSoFar = new Map();
  const more = (): string[] => [...readResults(folder, undefined, soFar)].map(({ server }) => server);
  const segment = openSegment(folder, began);
  segment.add([runRow("ä", 0)]);
  expect(more()).toEqual(["ä"]);
  segment.add([runRow("b", 0), runRow("c", 0)]);
  const [name = ""] = readdirSync(folder);
  appendFileSync(join(folder, name), '{"half');
  expect([more(), more()]).toEqual([["b", "c"], []]);
  writeFileSync(join(folder, name), `${JSON.stringify(runRow("a", 0))}\n`);
  expect(more()).toEqual(["a"]);
  segment.close();
});
