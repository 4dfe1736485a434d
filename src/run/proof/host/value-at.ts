import { isArray, isObject, type Json } from "../../../jsonrpc/json.ts";

/** The value with what is at a JSON pointer (RFC 6901) replaced, or removed by `undefined`; `-1` is the last item of an array. */
export function withValueAt(value: Json, path: string, other: Json | undefined): Json {
  const steps = path
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
  return replaced(value, steps, other) ?? null;
}

function replaced(value: Json | undefined, [step, ...rest]: readonly string[], other: Json | undefined): Json | undefined {
  if (step === undefined) return other;
  if (isArray(value)) {
    const index = Number(step) < 0 ? value.length + Number(step) : Number(step);
    const inner = replaced(value[index], rest, other);
    if (inner === undefined) return value.filter((_, at) => at !== index);
    return index < value.length ? value.with(index, inner) : [...value, inner];
  }
  const members = isObject(value) ? value : {};
  const { [step]: old, ...others } = members;
  const inner = replaced(old, rest, other);
  return inner === undefined ? others : { ...others, [step]: inner };
}
