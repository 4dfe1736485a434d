import { createContext, Script } from "node:vm";

const context: { run: () => void } = { run: () => undefined };
const sandbox = createContext(context);
const script = new Script("run()");

/**
 * Does synchronous work on what a server gave us, but for no longer than `ms`; undefined when it took longer. What runs in a
 * `vm` script with a time limit (https://nodejs.org/api/vm.html#scriptrunincontextcontextifiedobject-options) is ended wherever
 * it is, also in a regular expression and in functions of ours.
 */
export function withinTime<T>(ms: number, work: () => T): { readonly value: T } | undefined {
  let done: { readonly value: T } | undefined;
  context.run = () => {
    done = { value: work() };
  };
  try {
    script.runInContext(sandbox, { timeout: ms });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_SCRIPT_EXECUTION_TIMEOUT") throw error;
    return undefined;
  } finally {
    context.run = () => undefined;
  }
  return done;
}
