import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { loadClientAdapter } from "./client-adapter.ts";

const folder = mkdtempSync(join(tmpdir(), "mcpcheck-client-adapter-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const plain = { id: "mine", title: "Mine", command: ["{node}", "{adapter}/driver.mjs", "{url}"] };

function load(content: unknown, name = "driver.json") {
  writeFileSync(join(folder, name), typeof content === "string" ? content : JSON.stringify(content));
  return loadClientAdapter(name, folder);
}

describe("a file that describes a client", () => {
  it("has its places filled in, and leaves those of a scenario", () => {
    const { command, environment } = load({ ...plain, environment: { HERE: "{adapter}" } });
    expect(command).toEqual([process.execPath, join(folder, "driver.mjs"), "{url}"]);
    expect(environment).toEqual({ HERE: folder });
  });

  it.each([
    ["{", "bad.json:1"],
    [{ ...plain, command: [] }, "bad.json#/command"],
    [{ ...plain, id: "Mine" }, "bad.json#/id: expected lower-case letters"],
    [{ ...plain, abilities: ["stdio", "flying"] }, "bad.json#/abilities/1"],
    [{ ...plain, environment: { A: 1 } }, "bad.json#/environment/A"],
    [{ ...plain, colour: "red" }, "colour"],
    [{ id: "mine", title: "Mine" }, "bad.json#/command"],
    [[], "bad.json#"],
  ])("is refused where it is wrong: %j", (content, place) => {
    expect(() => load(content, "bad.json")).toThrow(
      expect.objectContaining({ code: "usage", message: expect.stringContaining(place) }),
    );
  });

  it("is refused when it cannot be read", () => {
    expect(() => loadClientAdapter("nowhere.json", folder)).toThrow(/cannot read nowhere\.json: ENOENT/);
  });

  it("says what it needs and is not there", () => {
    expect(() => load({ ...plain, needs: ["driver.json", "bin/absent"] })).toThrow(
      expect.objectContaining({ code: "subject", message: expect.stringContaining("bin/absent") }),
    );
  });
});
