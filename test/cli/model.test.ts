import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { runCli } from "./run-cli.ts";

const folder = mkdtempSync(join(tmpdir(), "mcpcheck-model-cli-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const inFolder = (name: string): string => join(folder, name);

describe("model build", () => {
  it("writes a file that model inspect can tell all about", async () => {
    const file = inFolder("marked.gguf");
    const built = await runCli(["model", "build", "marked", "-o", file, "--family", "llama3.1", "--context", "8192"]);
    expect([built.exitCode, built.stderr]).toEqual([0, expect.stringContaining("each played exactly by the reference")]);
    const summary = JSON.parse(built.stdout) as Readonly<Record<string, unknown>>;
    expect(summary).toMatchObject({ family: "llama3.1", architecture: "llama", tokenizer: "spm", scenarios: 6, turns: 11 });
    expect(summary["bytes"]).toBe(readFileSync(file).length);

    const inspected = await runCli(["model", "inspect", file, "--json", "--vocabulary"]);
    const inspection = JSON.parse(inspected.stdout) as { vocabulary: { size: number; tokens: unknown[] } };
    expect(inspection).toMatchObject({
      version: 3,
      metadata: {
        "general.architecture": "llama",
        "llama.context_length": 8192,
        "tokenizer.ggml.tokens": { length: summary["tokens"] },
      },
      script: {
        id: "marked",
        family: "llama3.1",
        scenarios: expect.arrayContaining([
          {
            id: "text",
            turns: [expect.objectContaining({ marker: "MCK_TEXT", end: "<|eot_id|>", tokenCount: expect.any(Number) })],
          },
        ]) as unknown,
      },
    });
    expect(inspection.vocabulary.tokens).toHaveLength(inspection.vocabulary.size);

    const shown = await runCli(["model", "inspect", file]);
    expect(shown.stdout).toContain('MCK_CALL after a tool result: "It is 21 °C in Paris."');
  });

  it("writes a Hugging Face directory", async () => {
    const built = await runCli([
      "model",
      "build",
      "marked",
      "-o",
      inFolder("hf"),
      "--format",
      "hf",
      "--arch",
      "qwen2",
      "--tokenizer",
      "bpe",
    ]);
    expect(built.exitCode).toBe(0);
    expect(readdirSync(inFolder("hf"))).toEqual([
      "config.json",
      "generation_config.json",
      "mcpcheck.json",
      "model.safetensors",
      "tokenizer.json",
      "tokenizer_config.json",
    ]);
    expect(JSON.parse(readFileSync(inFolder("hf/config.json"), "utf8"))).toMatchObject({ architectures: ["Qwen2ForCausalLM"] });
  });

  it("takes a chat template from a file", async () => {
    writeFileSync(inFolder("chat.jinja"), "{{ messages[0].content }}");
    const file = inFolder("own.gguf");
    await runCli(["model", "build", "marked", "-o", file, "--chat-template", inFolder("chat.jinja")]);
    const inspected = await runCli(["model", "inspect", file, "--json"]);
    expect(JSON.parse(inspected.stdout)).toMatchObject({ metadata: { "tokenizer.chat_template": "{{ messages[0].content }}" } });
  });

  it("shows what a file says of itself, and lets nothing of it act on the terminal", async () => {
    const template = "\u009b2J{{ messages[0].content }}\u202e";
    writeFileSync(inFolder("live.jinja"), template);
    const file = inFolder("live.gguf");
    await runCli(["model", "build", "marked", "-o", file, "--chat-template", inFolder("live.jinja")]);
    const [json, text] = await Promise.all([["--json"], []].map((more) => runCli(["model", "inspect", file, ...more])));
    expect(JSON.parse(json?.stdout ?? "")).toMatchObject({ metadata: { "tokenizer.chat_template": template } });
    expect(text?.stdout).toContain("{{ messages[0].content }}");
    for (const one of [json, text]) expect(one?.stdout).not.toMatch(/[\u009b\u202e]/);
  });

  it.each([
    [["--family", "qwen33"], /--family: there is no family qwen33; did you mean qwen3/],
    [["--arch", "gpt2"], /--arch must be llama or qwen2, not gpt2/],
    [["--tokenizer", "tiktoken"], /--tokenizer must be spm or bpe, not tiktoken/],
    [["--pieces", "line"], /--pieces must be word or byte or auto, not line/],
    [["--format", "onnx"], /--format must be gguf or hf, not onnx/],
    [["--context", "much"], /--context must be a number of tokens, not much/],
    [["--context", "1000"], /marked: a context of 1000 tokens is too small/],
    [["--chat-template", "nowhere.jinja"], /--chat-template: cannot read nowhere\.jinja: no such file/],
  ])("refuses %j", async (options, message) => {
    const { exitCode, stdout, stderr } = await runCli(["model", "build", "marked", "-o", inFolder("never.gguf"), ...options]);
    expect([exitCode, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(message);
    expect(readdirSync(folder)).not.toContain("never.gguf");
  });

  it("refuses a script that only the wire can play, with its place", async () => {
    const { exitCode, stderr } = await runCli(["model", "build", "say", "-o", inFolder("never.gguf")]);
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/say#\/scenarios\/0\/turns\/0\/say\/1: a model file says fixed texts/);
  });
});

describe("model inspect", () => {
  it.each([
    ["nowhere.gguf", /model inspect: cannot read .*nowhere\.gguf: no such file/],
    ["text.gguf", /text\.gguf: not a GGUF file that can be read: at byte 0: it does not begin with GGUF/],
  ])("refuses %s", async (name, message) => {
    writeFileSync(inFolder("text.gguf"), "This is only a text.");
    const { exitCode, stdout, stderr } = await runCli(["model", "inspect", inFolder(name)]);
    expect([exitCode, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(message);
  });
});
