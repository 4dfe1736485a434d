import { families } from "../../model/scripted/families/registry.ts";
import type { Listing } from "./listing.ts";

/** The model families `model build` writes files of. */
export function listFamilies(): Listing {
  const items = families.map(({ id, title, format, ollama }) => ({
    id,
    title,
    format,
    ollama: { renderer: ollama.renderer ?? null, parser: ollama.parser ?? null, template: ollama.template ?? null },
  }));
  return { items, columns: ["title"] };
}
