import { expect, test } from "vitest";
import type { Subject } from "../trace/trace.ts";
import { placeByName } from "./place.ts";

test.each([
  [["node", "./build/index.js", "--x"], "build/index.js"],
  [["python", "server.py"], "server.py"],
  [["npx", "-y", "@scope/some-server"], "README.md"],
  [["node", "/opt/server/index.js"], "README.md"],
  [["node", "src/a b.js"], "README.md"],
  [["node", "../up.js"], "README.md"],
  [["node", "src/index."], "README.md"],
])("%j is shown at %s", (command, path) => {
  const subject: Subject = { kind: "server", transport: "stdio", name: "a", command };
  expect(placeByName(subject, "a")).toEqual({ path, line: 1, length: 1 });
});

test("what has no command is shown at the README", () => {
  expect(placeByName(undefined, "a").path).toBe("README.md");
});
