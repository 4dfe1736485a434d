import type { HostProfile } from "../../profile/host-profile.ts";
import { allowed, type Decision, refused } from "../decision.ts";

/** What a shell would act on; the doubled forms of the list (`||`, `&&`, `<<`, `>>`) are covered by the single ones. */
const metaCharacters = [";", "|", "&", "$", "`", ">", "<", "\n", "\r", "!", "*", "?", "="];

/**
 * Whether a server may be started with these arguments. No shell sees them: mode `control` refuses only what no process can be given or
 * what hides in a log, mode `meta` what one known host refuses.
 */
export function judgeArguments(args: readonly string[], settings: HostProfile["policy"]["argv"]): Decision {
  if (settings.mode === "off") return allowed;
  for (const [index, argument] of args.entries()) {
    const fault = settings.mode === "meta" ? metaFault(argument, settings.maxFlagChars) : controlFault(argument);
    if (fault !== undefined) return refused(fault.rule, `argument ${index + 1} ${fault.reason}`);
  }
  return allowed;
}

function controlFault(argument: string): { rule: string; reason: string } | undefined {
  if (argument.includes("\0")) return { rule: "argv.nul", reason: "contains a NUL character" };
  return /[\n\r]/.test(argument) ? { rule: "argv.newline", reason: "contains a line end" } : undefined;
}

function metaFault(argument: string, maxFlagChars: number): { rule: string; reason: string } | undefined {
  if (argument.includes("\0")) return { rule: "argv.nul", reason: "contains a NUL character" };
  if (argument.includes("..")) return { rule: "argv.parent", reason: 'is suspicious: it contains ".."' };
  if (argument.startsWith("-") && argument.length > maxFlagChars) {
    return { rule: "argv.length", reason: `is suspicious: a flag of more than ${maxFlagChars} characters` };
  }
  const found = metaCharacters.find((character) => argument.includes(character));
  return found === undefined
    ? undefined
    : { rule: "argv.meta", reason: `contains ${JSON.stringify(found)}, which a shell would act on` };
}
