import type { LosslessJson } from "../value/lossless.ts";
import { readLossless } from "../value/lossless.ts";

/** A call to be written: the arguments as JSON text (kept as it is where the format holds JSON) or as a value. */
export interface CallToRender {
  readonly name: string;
  readonly arguments: string | Readonly<Record<string, unknown>>;
  readonly id?: string;
}

/** JSON text of the arguments. */
export function argumentText(call: CallToRender): string {
  return typeof call.arguments === "string" ? call.arguments : JSON.stringify(call.arguments);
}

/** Members of the arguments, in order. */
export function argumentMembers(call: CallToRender): readonly (readonly [string, LosslessJson])[] {
  const value = readLossless(argumentText(call));
  return value?.kind === "object" ? value.members : [];
}

/** The arguments as a value. */
export function argumentValue(call: CallToRender): LosslessJson {
  return { kind: "object", members: argumentMembers(call) };
}
