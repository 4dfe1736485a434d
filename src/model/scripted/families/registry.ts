import type { ModelFamily } from "./family.ts";
import { familyFiles } from "./family-files.generated.ts";

/** Every model family, sorted by id. */
export const families: readonly ModelFamily[] = familyFiles.toSorted((a, b) => (a.id < b.id ? -1 : 1));

/** The family of an id. */
export function familyById(id: string): ModelFamily | undefined {
  return families.find((family) => family.id === id);
}
