/** What there is to say of an id: for a machine, and for a person. */
export type Explained = { readonly json: object; readonly text: string };

/** A kind of id that can be explained. */
export type Explainable = {
  /** What a message calls one of them. */
  readonly noun: string;
  /** Where all of them are listed, as words of a command line. */
  readonly listedBy: string;
  readonly ids: () => readonly string[];
  /** Everything about one; undefined when there is none of that id. */
  readonly explain: (id: string) => Explained | undefined;
};

/** Labels with their lines, indented and aligned; a label without lines is left out. */
export function labelled(rows: readonly (readonly [string, readonly string[]])[]): string {
  return rows
    .flatMap(([label, lines]) => lines.map((line, index) => `  ${(index === 0 ? label : "").padEnd(11)} ${line}\n`))
    .join("");
}
