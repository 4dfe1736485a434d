import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { packageFile } from "../../base/files/package-file.ts";
import { listModelScripts, loadModelScript, parseModelScript } from "./load-model.ts";

/** What host.md promises, under these ids. */
const promised = `
  say call-then-say always-call final-at-n repeat-same cycle-ab parallel-k discover-use discover-twice
  call-undiscovered unknown-tool forbidden-tool bare-name bad-args args-object args-string empty-name
  finish-mismatch mixed-client-and-mcp malformed-then-fix echo-result think code-fence
  late-call-after-think dialect-qwen dialect-llama dialect-mistral dialect-ministral dialect-gemma
  dialect-functiongemma dialect-phi dialect-glm dialect-json dialect-xml-prompt splitter eos-mid-call
  http-500 drop-mid-stream slow-token capture delegate worker-respond
`
  .trim()
  .split(/\s+/);

describe("the scripts that come with mcpcheck", () => {
  const scripts = listModelScripts();

  it("all load, each under the id of its file", () => {
    expect(scripts.map(({ id }) => id)).toEqual(expect.arrayContaining(promised));
    for (const { id } of scripts) expect(loadModelScript(id, "/").id).toBe(id);
  });

  it("fit the schema editors use, and name it", () => {
    const schema = JSON.parse(readFileSync(packageFile("mocks/models/model.schema.json"), "utf8")) as object;
    const validate = new Ajv2020({ strict: false }).compile(schema);
    for (const { id } of scripts) {
      const value = JSON.parse(readFileSync(packageFile(`mocks/models/${id}.json`), "utf8")) as { $schema?: string };
      expect([id, validate(value), validate.errors]).toEqual([id, true, null]);
      expect([id, value.$schema]).toEqual([id, "./model.schema.json"]);
    }
  });

  it("have scenarios with ids of their own, and only the last without a condition", () => {
    for (const { id, scenarios } of scripts) {
      expect([id, new Set(scenarios.map((scenario) => scenario.id)).size]).toEqual([id, scenarios.length]);
      const open = scenarios.map(({ when }) => when === undefined);
      expect([id, open.indexOf(true)]).toEqual([id, scenarios.length - 1]);
    }
  });
});

describe("a script that is wrong", () => {
  const wrong = (scenarios: unknown) => () => parseModelScript(JSON.stringify({ id: "x", title: "x", scenarios }), "dir/x.json");
  const turns = (turn: unknown) => wrong([{ id: "a", turns: [turn] }]);

  it.each([
    ["an unknown member", turns({ tell: "x" }), /dir\/x\.json#\/scenarios\/0\/turns\/0: .*tell/],
    [
      "a call without a tool",
      turns({ calls: [{ arguments: {} }] }),
      /#\/scenarios\/0\/turns\/0\/calls\/0: a call needs either tool or name/,
    ],
    ["a call with both", turns({ calls: [{ tool: "a", name: "b" }] }), /either tool or name/],
    ["text beside arguments", turns({ calls: [{ name: "a", text: "x", arguments: {} }] }), /text goes without/],
    ["raw beside say", turns({ raw: "a", say: "b" }), /raw goes without/],
    ["an unknown format", turns({ format: "nobodys" }), /#\/scenarios\/0\/turns\/0\/format: /],
    [
      "a broken expression",
      wrong([{ id: "a", when: { user: "(" }, turns: [{}] }]),
      /#\/scenarios\/0\/when\/user: not a regular expression/,
    ],
    ["no scenario", wrong([]), /#\/scenarios: /],
    [
      "a status that is not an error",
      turns({ fault: { status: { code: 200 } } }),
      /#\/scenarios\/0\/turns\/0\/fault\/status\/code: /,
    ],
  ])("is refused with file and place: %s", (_, parse, message) => {
    expect(parse).toThrowError(message);
  });

  it("is refused with line and column when it is not JSON", () => {
    expect(() => parseModelScript('{\n  "id": x', "x.json")).toThrowError(/^x\.json:2:\d+: not JSON/);
  });

  it("is refused with what may have been meant when there is none of the name", () => {
    expect(() => loadModelScript("always-cal", "/")).toThrowError(/there is no model script always-cal.*always-call/);
    expect(() => loadModelScript("nowhere.json", "/")).toThrowError(/cannot read the model script \/nowhere\.json/);
  });
});
