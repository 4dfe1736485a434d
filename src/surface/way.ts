/** Which way values go: a server that takes fewer values breaks callers, one that gives more kinds of values breaks readers. */
export type Way = "given" | "returned";
