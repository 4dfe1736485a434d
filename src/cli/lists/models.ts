import { listModelScripts } from "../../model/script/load-model.ts";
import { whyNotBuilt } from "../../model/scripted/why-not-built.ts";
import type { Listing } from "./listing.ts";

/** The model scripts that `serve model` plays, and of which `model build` makes model files: `builds`, or why it does not. */
export function listModels(): Listing {
  const items = listModelScripts().map((script) => {
    const { id, title, description } = script;
    const whyNot = whyNotBuilt(script);
    return { id, title, description, builds: whyNot === undefined, file: whyNot === undefined ? "builds" : "", whyNot };
  });
  return { items, columns: ["title", "file"] };
}
