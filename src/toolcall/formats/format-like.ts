import type { EngineName, FormatFacts, ReasoningSyntax, ToolCallFormat } from "../format.ts";

/** What every format says of itself, however much it is like another. */
type OwnFacts = Pick<
  FormatFacts,
  "id" | "title" | "models" | "modelPatterns" | "namesElsewhere" | "shape" | "notes" | "sources" | "confirmedBy"
>;

/** Members that may differ; `undefined` says that there is no such member. */
type Changes<T> = { readonly [K in keyof T]?: T[K] | undefined };

type Differences<E extends EngineName> = Changes<Omit<FormatFacts, keyof OwnFacts | "reasoning">> & {
  readonly reasoning?: Changes<ReasoningSyntax>;
  readonly syntax?: Changes<ToolCallFormat<E>["syntax"]>;
};

/**
 * A format that is another with changes. Of `reasoning` and `syntax` the members are replaced one by one, everything else
 * whole; what is not said is as in the other.
 */
export function formatLike<E extends EngineName>(
  other: ToolCallFormat<E>,
  { reasoning, syntax, ...rest }: OwnFacts & Differences<E>,
): ToolCallFormat<E> {
  return without({
    ...other,
    ...rest,
    reasoning: reasoning === undefined ? other.reasoning : without({ ...other.reasoning, ...reasoning }),
    syntax: without({ ...other.syntax, ...syntax }),
  }) as ToolCallFormat<E>;
}

/** An object without the members that are undefined. */
function without(value: object): object {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined));
}
