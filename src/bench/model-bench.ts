import { performance } from "node:perf_hooks";
import { checkedGguf } from "../model/scripted/checked-gguf.ts";
import { compileModel } from "../model/scripted/compile-model.ts";
import type { CompileOptions } from "../model/scripted/compiled-model.ts";
import { familyById } from "../model/scripted/families/registry.ts";
import { specOfScript } from "../model/scripted/spec-of-script.ts";
import { parseModelScript } from "../model/script/load-model.ts";
import type { BenchRow } from "./bench-row.ts";
import { median } from "./statistics.ts";

const repetitions = 7;
const scenarioCount = 20;

/** The figures of building model files: time of a build, of playing the file through the reference, size. */
export function benchModel(say: (line: string) => void): BenchRow[] {
  return (["spm", "bpe"] as const).flatMap((tokenizer) => {
    say(`${scenarioCount} scenarios, tokenizer ${tokenizer} …`);
    return rowsOf({ tokenizer });
  });
}

function rowsOf(options: CompileOptions): readonly BenchRow[] {
  const family = familyById("qwen2.5");
  if (family === undefined) return [];
  const spec = specOfScript(benchScript(), family, "bench");
  const name = `${scenarioCount} scenarios of two turns, ${String(options.tokenizer)}`;
  const build = time(() => compileModel(spec, options).gguf());
  const model = compileModel(spec, options);
  const check = time(() => checkedGguf(model, "bench"));
  const { bytes } = checkedGguf(model, "bench");
  return [
    { name: `${name}: script to bytes`, value: build, unit: "ms", limit: 200, note: `${model.vocabulary.length} tokens` },
    { name: `${name}: bytes written, read back and played`, value: check, unit: "ms" },
    { name: `${name}: size of the file`, value: Math.round(bytes.length / 1000), unit: "kB", limit: 1000 },
  ];
}

function time(work: () => unknown): number {
  work();
  return median(
    Array.from({ length: repetitions }, () => {
      const start = performance.now();
      work();
      return performance.now() - start;
    }),
  );
}

/** Calls and answers of usual length, most of them alike, as in a suite. */
function benchScript(): ReturnType<typeof parseModelScript> {
  const scenarios = Array.from({ length: scenarioCount }, (_, index) => ({
    id: `scenario-${index}`,
    when: { marker: `MCK_${String(index).padStart(2, "0")}` },
    turns: [
      {
        say: index % 2 === 0 ? undefined : `Let me look, number ${index}.\n`,
        calls: [{ name: "get_weather", arguments: { city: `City ${index}`, unit: "celsius" } }],
      },
      { say: `It is ${index} degrees there, and the sun is shining.` },
    ],
  }));
  return parseModelScript(JSON.stringify({ id: "bench", title: "Bench", scenarios }), "bench");
}
