import { expect, test } from "vitest";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { runCli } from "../support/run-cli.ts";
import { scratchFolder } from "../support/scratch-folder.ts";

const call = '<tool_call>\n{"name": "get_weather", "arguments": {"city": "Lima", "n": 9007199254740993}}\n</tool_call>';
const answer = { content: "Ok. ", reasoning: "", calls: [{ name: "get_weather", arguments: { city: "Lima", n: 1 } }] };

test.each([[[]], [["--chunk", "1"]], [["--chunk", "bytes"]]])("a message is one JSON object, with %j", async (more) => {
  const { exitCode, stdout } = await runCli(["parse", "--format", "hermes", ...more], { stdin: `Ok. ${call}` });
  expect(exitCode).toBe(0);
  expect(stdout.split("\n")).toHaveLength(2);
  expect(stdout).toContain('"arguments":{"city":"Lima","n":9007199254740993}');
  expect(JSON.parse(stdout)).toMatchObject({ content: "Ok. ", reasoning: "" });
});

test.each([[[]], [["--events"]]])("nothing a model says acts on the terminal, with %j", async (more) => {
  const said = "a\u009b2Jb\u202ec\u2028d";
  const { stdout } = await runCli(["parse", "--format", "hermes", ...more], { stdin: said });
  expect(stdout).not.toMatch(/[\u009b\u202e\u2028]/);
  const lines = stdout.trimEnd().split("\n");
  const texts = lines.map((line) => Object.values(JSON.parse(line) as object).filter((value) => typeof value === "string"));
  expect(texts.flat().join("")).toContain("b\u202ec\u2028d");
});

test("with --events every event is a line", async () => {
  const { stdout } = await runCli(["parse", "--format", "hermes", "--events", "--chunk", "4"], { stdin: `Ok. ${call}` });
  const events = stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as { type: string; fragment?: string; arguments?: string });
  const types = events.map(({ type }) => type);
  expect([types[0], types.find((type) => type !== "text"), types.at(-1)]).toEqual(["text", "call-start", "call-end"]);
  expect(events.map(({ fragment = "" }) => fragment).join("")).toBe(events.at(-1)?.arguments);
});

test("a batch answers line by line, and survives what is not a request", async () => {
  const lines = [
    JSON.stringify({ id: 7, format: "hermes", input: `Ok. ${call.replace("9007199254740993", "1")}` }),
    "{not json",
    '"a text"',
    JSON.stringify({ format: "hermes" }),
    JSON.stringify({ id: "u", format: "klingon", input: "x" }),
    JSON.stringify({ format: "hermes", input: "abc", chunks: ["ab"] }),
    JSON.stringify({ format: "hermes", input: "abc", chunks: 0 }),
    "",
    JSON.stringify({ format: "hermes", chunks: ["a\ud83c", "\udfef"] }),
    JSON.stringify({ format: "qwen2.5", chunks: ["<tool_call>"], tokenIds: [[1]] }),
    JSON.stringify({ format: "hermes", input: "Hm.</think>Ok.", prefix: "<think>", chunks: "bytes" }),
  ];
  const { exitCode, stdout } = await runCli(["parse", "--jsonl"], { stdin: lines.join("\n") });
  const answers = stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(exitCode).toBe(0);
  expect(answers).toHaveLength(10);
  expect(answers[0]).toMatchObject({ id: 7, ...answer });
  expect(answers[1]).toMatchObject({ error: expect.stringMatching(/not JSON/) as string });
  expect(answers[2]).toEqual({ error: "a request is a JSON object" });
  expect(answers[3]).toEqual({ error: 'a request needs "input" or "chunks"' });
  expect(answers[4]).toEqual({ id: "u", unsupported: true });
  expect(answers[5]).toEqual({ error: '"chunks" do not add up to "input"' });
  expect(answers[6]).toMatchObject({ error: expect.stringMatching(/"chunks" must be/) as string });
  expect(answers[7]).toMatchObject({ content: "a🏯" });
  expect(answers[8]).toMatchObject({ content: "<tool_call>", calls: [] });
  expect(answers[9]).toMatchObject({ content: "Ok.", reasoning: "Hm." });
});

test.each([
  [["--format", "hermse"], /no format "hermse"; did you mean hermes/],
  [["--format", "qwen"], /did you mean .*qwen2\.5/],
  [["--model", "no-such-model-9000"], /no format is known for "no-such-model-9000"/],
  [[], /--format <id>, --model <id> and --template <file>/],
  [["--format", "hermes", "--model", "x"], /name the format by one of/],
  [["--format", "hermes", "--chunk", "0"], /--chunk: expected a whole number/],
  [["--format", "hermes", "--tools", "no-such-file.json"], /--tools: cannot read no-such-file\.json/],
  [["--jsonl", "--format", "hermes"], /--jsonl goes alone/],
  [["--template", "package.json"], /no "response_template"/],
  [["--format", "pythonic", "--export-template"], /not expressible/],
])("parse %j is a usage error", async (argv, reason) => {
  const { exitCode, stdout, stderr } = await runCli(["parse", ...argv], { stdin: "x" });
  expect([exitCode, stdout]).toEqual([2, ""]);
  expect(stderr).toMatch(reason);
});

test("a model id stands for its format", async () => {
  const { stdout } = await runCli(["parse", "--model", "Qwen/Qwen3-Coder-30B-A3B-Instruct"], {
    stdin: "<tool_call>\n<function=f>\n<parameter=a>\nx\n</parameter>\n</function>\n</tool_call>",
  });
  expect(JSON.parse(stdout)).toMatchObject({ calls: [{ name: "f", arguments: { a: "x" } }] });
});

test("tools give values between tags their type", async () => {
  const folder = scratchFolder();
  writeFileSync(
    join(folder, "tools.json"),
    '[{"name":"f","inputSchema":{"type":"object","properties":{"a":{"type":"integer"}}}}]',
  );
  const { stdout } = await runCli(["parse", "--format", "glm4.7", "--tools", "tools.json"], {
    cwd: folder,
    stdin: "<tool_call>f<arg_key>a</arg_key><arg_value>12</arg_value></tool_call>",
  });
  expect(JSON.parse(stdout)).toMatchObject({ calls: [{ arguments: { a: 12 } }] });
});

test("a template that was exported reads the format's messages", async () => {
  const exported = await runCli(["parse", "--format", "hermes", "--export-template"]);
  expect(exported.stderr).toMatch(/left out: code fences/);
  const folder = scratchFolder();
  writeFileSync(join(folder, "tokenizer_config.json"), exported.stdout);
  const { exitCode, stdout } = await runCli(["parse", "--template", "tokenizer_config.json"], { cwd: folder, stdin: call });
  expect(exitCode).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ calls: [{ name: "get_weather" }] });
});
