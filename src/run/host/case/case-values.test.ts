import { existsSync, lstatSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { writeCaseFiles } from "./case-files.ts";
import { filledIn, withPlaceholders } from "./case-values.ts";

const values = { modelName: "host", dir: "/tmp/case", "url:a": "http://127.0.0.1:1/mcp" };

test("placeholders are filled in wherever a text stands, and nothing else in braces", () => {
  const written = { files: { c: "{dir}/x ${env:KEY} {url:b}" }, steps: [{ chat: { body: { url: "{url:a}", n: 3 } } }] };
  expect(filledIn(written, values)).toEqual({
    files: { c: "/tmp/case/x ${env:KEY} {url:b}" },
    steps: [{ chat: { body: { url: "http://127.0.0.1:1/mcp", n: 3 } } }],
  });
});

test("a trace has the placeholders back", () => {
  const trace = [{ kind: "host-start", message: "/tmp/case/x http://127.0.0.1:1/mcp", seq: 1, at: 0 }] as const;
  expect(withPlaceholders(trace, values)).toEqual([{ ...trace[0], message: "{dir}/x {url:a}" }]);
});

test("files of a case are texts, JSON, links and directories", () => {
  const folder = mkdtempSync(join(tmpdir(), "mcpcheck-files-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeCaseFiles(folder, { "a/b.txt": "text", "c.json": { json: { x: 1 } }, "a/l": { link: "b.txt" }, d: { directory: true } });
  expect([readFileSync(join(folder, "a/l"), "utf8"), readFileSync(join(folder, "c.json"), "utf8")]).toEqual([
    "text",
    '{\n  "x": 1\n}',
  ]);
  expect([lstatSync(join(folder, "a/l")).isSymbolicLink(), existsSync(join(folder, "d"))]).toEqual([true, true]);
});
