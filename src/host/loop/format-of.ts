import { formatById } from "../../toolcall/formats/registry.ts";
import { plainModelName } from "../../toolcall/formats/lookup.ts";
import type { ToolCallFormat } from "../../toolcall/format.ts";
import type { HostProfile } from "../profile/host-profile.ts";

/** The format the calls of a model are read from its text in, by its name; undefined where its server delivers them. */
export function formatOf(model: string, { strategy, families }: HostProfile["model"]): ToolCallFormat | undefined {
  const name = plainModelName(model);
  const family = families.find(({ models }) => new RegExp(models, "u").test(name));
  if (family !== undefined) return formatById(family.format);
  return strategy === "prompt" ? formatById("hermes") : undefined;
}
