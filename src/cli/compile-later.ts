import { setFlagsFromString } from "node:v8";

/** V8 of Node 20 has two compilers and a flag for when the second one begins; since Node 22 there is another one between them. */
const lastNodeWithTwo = 21;

/** What a function runs, in units of V8, before it is compiled anew: four times as much as usual. */
const budget = 4 * 66 * 1024;

/**
 * Has V8 wait longer before it compiles a function anew, in all threads. Most of what this program does it does a few hundred times
 * and then ends: a sixth of its processor time went into code that was never worth it, and beside it run the servers under test.
 */
export function compileLater(): void {
  if (Number(process.versions.node.split(".")[0]) <= lastNodeWithTwo) setFlagsFromString(`--interrupt-budget=${budget}`);
}
