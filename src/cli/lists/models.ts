import { listModelScripts } from "../../model/script/load-model.ts";
import type { Listing } from "./listing.ts";

/** The model scripts that `serve model` plays. */
export function listModels(): Listing {
  return { items: listModelScripts().map(({ id, title, description }) => ({ id, title, description })), columns: ["title"] };
}
