import * as z from "zod";
import type { ModelScript } from "../../script/model-script.ts";
import type { Exchange } from "../exchange.ts";
import { modelNames, scriptFor } from "../../script/script-for.ts";
import type { FakeModel } from "../fake-model.ts";
import type { Read } from "../../player/refusal.ts";

const details = {
  parent_model: "",
  format: "gguf",
  family: "mcpcheck",
  families: ["mcpcheck"],
  parameter_size: "0B",
  quantization_level: "F16",
};

function capabilitiesOf(script: ModelScript | undefined): readonly string[] {
  const lacks: readonly string[] = script?.lacks ?? [];
  return ["completion", ...["tools", "thinking"].filter((what) => !lacks.includes(what))];
}

/** The answer of /api/tags. */
export function tagsOf(fake: FakeModel): object {
  return {
    models: modelNames(fake.scripts).map((name) => ({
      name: name.includes(":") ? name : `${name}:latest`,
      model: name.includes(":") ? name : `${name}:latest`,
      modified_at: fake.date().toISOString(),
      size: 0,
      digest: "0".repeat(64),
      details,
      capabilities: capabilitiesOf(scriptFor(fake.scripts, name)),
    })),
  };
}

const show = z.looseObject({ model: z.string().nullish(), name: z.string().nullish() });

/** The answer of /api/show. */
export function showModel({ fake, text }: Exchange): Read<object> {
  const parsed = show.safeParse(parsedOr(text));
  const name = parsed.success ? parsed.data.model || parsed.data.name : undefined;
  if (!name) return { refusal: { status: 400, message: "model is required" } };
  const script = scriptFor(fake.scripts, name);
  if (script === undefined) return { refusal: { status: 404, message: `model '${name}' not found` } };
  return {
    value: {
      modelfile: "",
      template: "",
      details,
      model_info: { "general.architecture": "mcpcheck", "mcpcheck.context_length": 32_768 },
      capabilities: capabilitiesOf(script),
      modified_at: fake.date().toISOString(),
    },
  };
}

function parsedOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
