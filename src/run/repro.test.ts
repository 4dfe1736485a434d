import { expect, test } from "vitest";
import { elsewhereSeen, reproLine, shellLine } from "./repro.ts";

test("the check goes in front of the subject's command line", () => {
  const argv = ["mcpcheck", "run", "server", "--", "node", "s.js", "--", "--flag"];
  expect(reproLine(argv, { check: "tools.x" })).toBe("mcpcheck run server --check tools.x -- node s.js -- --flag");
  expect(reproLine(["mcpcheck", "run", "server", "--url", "http://127.0.0.1:1/mcp?a=1&b"], { check: "tools.x" })).toBe(
    "mcpcheck run server --url 'http://127.0.0.1:1/mcp?a=1&b' --check tools.x",
  );
});

test("words with anything a shell would touch are quoted", () => {
  expect(shellLine(["", "a b", "it's", "$HOME", "plain-1.0/x:y=z,@%+"])).toBe("'' 'a b' 'it'\\''s' '$HOME' plain-1.0/x:y=z,@%+");
});

test("where nothing that promised the check saw it, the scenario is named that did", () => {
  const argv = ["mcpcheck", "run", "server", "--", "node", "s.js"];
  const finding = { check: "tools.x", scenario: "stray", verdict: "fail" } as const;
  expect(elsewhereSeen(argv, finding, ["other"])).toBe("*/stray");
  expect(reproLine(argv, finding, "*/stray")).toBe("mcpcheck run server --suite '*/stray' --check tools.x -- node s.js");
  expect(elsewhereSeen(["mcpcheck", "run", "client"], { ...finding, scenario: "lifecycle.opening" }, [])).toBe(
    "lifecycle/opening",
  );
  expect(elsewhereSeen(argv, finding, ["stray"])).toBeUndefined();
  expect(elsewhereSeen(argv, { ...finding, verdict: "pass" }, [])).toBeUndefined();
  expect(elsewhereSeen(["mcpcheck", "judge", "t.ndjson"], finding, [])).toBeUndefined();
});
