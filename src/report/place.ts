import type { Subject } from "../trace/trace.ts";

/**
 * A line of a file to show findings of a subject at, for services that show nothing else: a path from the root of the repository
 * with `/`, a line number from 1 on, and how many characters the line has.
 */
export type Place = { readonly path: string; readonly line: number; readonly length: number };

/** Says where findings of a subject are shown. */
export type PlaceOf = (subject: Subject | undefined, subjectId: string) => Place;

/** The place of a subject by its words alone, for who cannot look at files: the first that reads like a file of the project. */
export const placeByName: PlaceOf = (subject) => {
  const file = subject?.command?.find((word) => /^(\.\/)?\w[\w./@-]*\.\w+$/.test(word));
  return { path: file?.replace(/^\.\//, "") ?? "README.md", line: 1, length: 1 };
};
