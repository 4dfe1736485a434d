import type { ModelFamily, OllamaSettings } from "../../model/scripted/families/family.ts";
import type { ModelServerUnderTest } from "./server/model-server.ts";
import { type ModelPath, settingsOn } from "./model-paths.ts";
import { familyServed, servedModel } from "./server/served-model.ts";
import type { ModelJobSetup } from "./model-job-setup.ts";

/** A family on a path: with the settings to make a model with, or the name of the model that is served. */
export type Round = {
  readonly family: ModelFamily;
  readonly path: string;
  readonly how: { readonly settings: OllamaSettings } | { readonly model: string };
};

/** What a round is called in findings. */
export const nameOf = ({ family, path }: Round): string => `${family.id}/${path}`;

/** Every family on every path it has something for. */
export function roundsOf({ families, paths: wanted }: ModelJobSetup, usual: readonly ModelPath[]): Round[] {
  const paths = wanted ?? usual;
  return families.flatMap((family) =>
    paths.flatMap((path): Round[] => {
      const settings = settingsOn(family, path);
      return settings === undefined ? [] : [{ family, path, how: { settings } }];
    }),
  );
}

/** The family of the model that a server already serves. */
export async function servedRound({ families, model }: ModelJobSetup, server: ModelServerUnderTest): Promise<Round> {
  const name = await servedModel(server, model);
  return { family: familyServed(name, families), path: "served", how: { model: name } };
}
