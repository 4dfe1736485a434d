import { expect, test } from "vitest";
import { reproLine, shellLine } from "./repro.ts";

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
