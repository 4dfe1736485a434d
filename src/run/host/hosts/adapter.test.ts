import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { loadAdapter, missingNeeds } from "./adapter.ts";
import { scratchFolder } from "../../../../test/support/scratch-folder.ts";

const examples = fileURLToPath(new URL("../../../../examples/hosts/", import.meta.url));
const sound = {
  id: "x",
  title: "x",
  surface: "cli",
  triggers: { call: ["run"] },
  servers: { form: "mcpServers" },
  capabilities: ["stdio"],
};

function written(value: unknown): string {
  const file = join(scratchFolder(), "adapter.json");
  writeFileSync(file, typeof value === "string" ? value : JSON.stringify(value));
  return file;
}

describe("adapter files", () => {
  it.each(readdirSync(examples).filter((name) => name.endsWith(".json")))("the example %s is one", (name) => {
    expect(loadAdapter(name, examples).capabilities.length).toBeGreaterThan(0);
  });

  it.each([
    ["a capability nobody knows", { ...sound, capabilities: ["telepathy"] }, "#/capabilities/0"],
    ["a form nobody knows", { ...sound, servers: { form: "ini" } }, "#/servers/form"],
    ["a member nobody knows", { ...sound, strat: {} }, "strat"],
    ["a surface without a start", { ...sound, surface: "openai" }, "#/start"],
    ["a command line without triggers", { ...sound, triggers: undefined }, "#/triggers"],
    ["no JSON", "{", "adapter.json"],
  ])("%s is refused with file and place", (_what, value, place) => {
    const file = written(value);
    expect(() => loadAdapter(file, "/")).toThrow(
      expect.objectContaining({ code: "usage", message: expect.stringContaining(place) as string }),
    );
    expect(() => loadAdapter(file, "/")).toThrow(file);
  });

  it("a file that is not there is refused by name", () => {
    expect(() => loadAdapter("nowhere.json", "/")).toThrow("nowhere.json");
  });

  it("what a host needs is looked for beside the adapter", () => {
    expect(missingNeeds(loadAdapter(written({ ...sound, needs: ["adapter.json"] }), "/"))).toBeUndefined();
    expect(missingNeeds(loadAdapter(written({ ...sound, needs: ["adapter.json", "host.js"] }), "/"))).toBe("host.js");
  });
});
