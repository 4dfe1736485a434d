import { existsSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { manySubjects } from "../../../test/report/many-subjects.ts";
import { render } from "../../../test/report/render.ts";
import { removeTree } from "../../base/files/remove-tree.ts";
import { htmlReporter } from "../../report/html/html.ts";
import type { Io } from "../io.ts";
import { filesBeside } from "./files-beside.ts";

function scratch() {
  const cwd = mkdtempSync(join(tmpdir(), "mcpcheck-beside-"));
  onTestFinished(() => void removeTree(cwd));
  const target = { name: "html", file: "out/r.html" };
  const beside = filesBeside(target, { cwd } as Io);
  const folder = join(cwd, "out/r-subjects");
  /** Writes the report of a run over so many subjects, as the command line does. */
  const report = (count: number) => render(htmlReporter({ file: target.file, beside }), manySubjects(count));
  return { cwd, folder, report };
}

test("of an earlier run over more subjects nothing is left", async () => {
  const { folder, report } = scratch();
  await report(23);
  expect(readdirSync(folder)).toHaveLength(23);
  await report(21);
  expect(readdirSync(folder)).toHaveLength(21);
  await report(2);
  expect(existsSync(folder)).toBe(false);
});

test("what somebody else put there stays", async () => {
  const { cwd, folder, report } = scratch();
  await report(21);
  const others = ["01-notes.html", "notes.md", "22-folder.html"];
  writeFileSync(join(folder, "01-notes.html"), "<p>mine</p>");
  writeFileSync(join(folder, "notes.md"), '<meta name="generator" content="mcpcheck">');
  mkdirSync(join(folder, "22-folder.html"));
  symlinkSync(join(cwd, "out"), join(folder, "23-link.html"));
  await report(1);
  expect(readdirSync(folder).toSorted()).toEqual([...others, "23-link.html"].toSorted());
});

test("where nothing was written before, nothing is made", async () => {
  const { cwd, report } = scratch();
  await report(1);
  expect(readdirSync(cwd)).toEqual([]);
});
