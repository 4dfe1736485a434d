import type { Host } from "./host.ts";

/** The names of the models a host answers for: those of its configuration, or all its model server has. */
export async function modelNames(host: Host): Promise<readonly string[] | { readonly error: string }> {
  const { models } = host.setup.configuration;
  if (models.length > 0) return models.map(({ name }) => name);
  const list = await host.models();
  return "models" in list ? list.models : { error: list.error.message };
}

/** The answer of /api/tags. */
export function tagsOf(names: readonly string[], date: Date): object {
  return {
    models: names.map((name) => ({
      name,
      model: name,
      modified_at: date.toISOString(),
      size: 0,
      digest: "",
      details: { parent_model: "", format: "", family: "", families: [], parameter_size: "", quantization_level: "" },
    })),
  };
}

/** The answer of /v1/models. */
export function modelList(names: readonly string[], date: Date): object {
  return { object: "list", data: names.map((name) => modelEntry(name, date)) };
}

/** One model, as /v1/models/{model} gives it. */
export function modelEntry(id: string, date: Date): object {
  return { id, object: "model", created: Math.floor(date.getTime() / 1000), owned_by: "mcpcheck" };
}
