/** A part of what travelled, or happened, in an example: the bytes as they went over the wire, at most some hundred of them. */
export type ExampleLine = {
  /** Seen from mcpcheck: `sent` to the subject, `received` from it, or neither (an exit, a silence). */
  readonly direction: "sent" | "received" | "harness";
  readonly text: string;
  /** Set when `text` is only the beginning. */
  readonly cut?: true;
  /** Set on what the verdict rests on; the other lines led to it. */
  readonly evidence?: true;
};

/** What a recorded session shows of a check: the lines that decide it. */
export type Example = {
  /** What the record is named after in the source, such as `violated-other-code`. */
  readonly name: string;
  /** The revision it was spoken at, or the family and path of a model. */
  readonly revision: string;
  /** What the check says of it; absent where it has nothing to say. */
  readonly verdict?: string;
  readonly lines: readonly ExampleLine[];
};

/** Real programs that were found to violate a check, and why each verdict was kept when it was read beside the specification. */
export type Sighting = { readonly subjects: readonly string[]; readonly why: string };

/** What was recorded of a check. */
export type Recordings = { readonly good: readonly Example[]; readonly bad: readonly Example[]; readonly seen?: Sighting };
