import { expect, it } from "vitest";
import { requireSandbox } from "./require-sandbox.ts";

const answering = (outcome: object) =>
  (() => ({ stderr: "", status: 0, ...outcome })) as unknown as Parameters<typeof requireSandbox>[1];
const asked = (outcome: object) => () => requireSandbox({ PATH: "/usr/bin" }, answering(outcome));

it("says plainly that bubblewrap is missing, is too old, or why it cannot", () => {
  const missing = { error: Object.assign(new Error("spawn bwrap ENOENT"), { code: "ENOENT" }), status: null };
  expect(asked(missing)).toThrow(/takes bubblewrap \(bwrap\) 0\.8 or newer, which is not installed here/);
  const old = { status: 1, stderr: "bwrap: Unknown option --disable-userns\nmore" };
  expect(asked(old)).toThrow(/too old here, it takes 0\.8 or newer \(bwrap: Unknown option --disable-userns\);/);
  const forbidden = { status: 1, stderr: "bwrap: No permissions to create new namespace\nmore" };
  expect(asked(forbidden)).toThrow(/cannot make one here: bwrap: No permissions to create new namespace;/);
  expect(asked({})).not.toThrow();
});
