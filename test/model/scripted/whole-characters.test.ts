import { expect, it } from "vitest";
import { compileModel } from "../../../src/model/scripted/compile-model.ts";
import { familyById } from "../../../src/model/scripted/families/registry.ts";
import { loadModelSuites } from "../../../src/run/model/load.ts";
import { planFamily, specOfPlan } from "../../../src/run/model/plan.ts";

const strict = new TextDecoder("utf-8", { fatal: true });

it.each(["olmo3", "qwen2.5"])("no token of %s holds a part of a character where a scenario is about whole ones", (id) => {
  const family = familyById(id);
  if (family === undefined) throw new Error(`no family ${id}`);
  const model = compileModel(specOfPlan(planFamily(family, loadModelSuites(), "ollama"), "word"));
  const turns = model.scenarios.filter((one) => one.id.startsWith("beyond-ascii")).flatMap((one) => one.turns);
  expect(turns).toHaveLength(2);
  for (const piece of turns.flatMap(({ pieces }) => pieces)) expect(() => strict.decode(piece)).not.toThrow();
});
