import type { Check, Statement } from "./check.ts";
import { checkById } from "./registry.ts";

/** The checks as they verify: those that are only stated are of the registry. */
export const verifiable = (stated: readonly Statement[]): readonly Check[] =>
  stated.flatMap((one) => (isCheck(one) ? one : (checkById(one.id) ?? [])));

const isCheck = (stated: Statement | Check): stated is Check => "verify" in stated;
