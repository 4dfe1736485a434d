import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { loadMock } from "../../../mock/script/load-script.ts";
import { waitIn, waitingIn } from "./waiting-folder.ts";

let base = "";
beforeEach(() => (base = mkdtempSync(join(tmpdir(), "mcpcheck-waiting-"))));
afterEach(() => rmSync(base, { recursive: true, force: true }));

const script = loadMock("attach", ".");

test("who waits is found, with its script, until it leaves", () => {
  const folder = join(base, "here");
  expect(waitingIn(folder)).toBeUndefined();
  const { records, leave } = waitIn(folder, script);
  expect(waitingIn(folder)).toEqual({ script, records });
  expect(existsSync(records)).toBe(true);
  leave();
  expect(waitingIn(folder)).toBeUndefined();
});

test("two do not wait in one place", () => {
  const folder = join(base, "here");
  const { leave } = waitIn(folder, script);
  expect(() => waitIn(folder, script)).toThrow(`process ${process.pid}`);
  leave();
});

test("a run that is gone leaves the place free", () => {
  const folder = join(base, "here");
  waitIn(folder, script).leave();
  writeFileSync(join(folder, "waiting.json"), '{"pid":99999999}');
  expect(waitingIn(folder)).toBeUndefined();
  waitIn(folder, script).leave();
});

test.skipIf(process.platform === "win32")(
  "a folder that others can write to is no place to wait (on POSIX: Windows has no such modes)",
  () => {
    chmodSync(base, 0o777);
    expect(() => waitIn(base, script)).toThrow("not a folder of yours alone");
    expect(waitingIn(base)).toBeUndefined();
  },
);
