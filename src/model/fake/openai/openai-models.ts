import { modelNames } from "../../script/script-for.ts";
import type { FakeModel } from "../fake-model.ts";

/** The answer of /v1/models. */
export function listOfModels(fake: FakeModel): object {
  const created = Math.floor(fake.date().getTime() / 1000);
  return { object: "list", data: modelNames(fake.scripts).map((id) => ({ id, object: "model", created, owned_by: "mcpcheck" })) };
}
