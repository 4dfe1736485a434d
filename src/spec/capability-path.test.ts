import { expect, test } from "vitest";
import { capabilityPath, capabilityWords } from "./capability-path.ts";

test.each([
  ["tools", ["tools"], "the capability tools"],
  ["resources.subscribe", ["resources", "subscribe"], "the capability resources.subscribe"],
  [
    "extensions.io.modelcontextprotocol/ui",
    ["extensions", "io.modelcontextprotocol/ui"],
    "the extension io.modelcontextprotocol/ui",
  ],
  [
    "extensions.io.modelcontextprotocol/skills.directoryRead",
    ["extensions", "io.modelcontextprotocol/skills", "directoryRead"],
    "the extension io.modelcontextprotocol/skills with directoryRead",
  ],
])("%s leads through the members it means, and has words of its own", (capability, path, words) => {
  expect(capabilityPath(capability)).toEqual(path);
  expect(capabilityWords(capability)).toBe(words);
});
