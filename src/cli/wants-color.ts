import type { Io } from "./io.ts";

/** Whether standard output gets ANSI colours: NO_COLOR (https://no-color.org) and FORCE_COLOR win over the terminal. */
export function wantsColor({ env, isTerminal }: Pick<Io, "env" | "isTerminal">): boolean {
  if (env["NO_COLOR"] !== undefined && env["NO_COLOR"] !== "") return false;
  const forced = env["FORCE_COLOR"];
  if (forced !== undefined) return forced !== "0" && forced !== "false";
  return isTerminal;
}
