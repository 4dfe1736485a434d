import type { HostTrace } from "../../../check/host/host-event.ts";

/** What the placeholders of a case stand for, by their names without braces. */
export type CaseValues = Readonly<Record<string, string>>;

/** A value with the placeholders in all its texts filled in; braces around anything else stay as they are. */
export function filledIn<T>(value: T, values: CaseValues): T {
  return within(value, (text) => text.replaceAll(/\{([A-Za-z]+(?::[\w-]+)?)\}/g, (whole, name: string) => values[name] ?? whole));
}

/** A trace in which paths and addresses, which differ from run to run, are again the placeholders that stood for them. */
export function withPlaceholders(trace: HostTrace, values: CaseValues): HostTrace {
  const places = Object.entries(values).filter(([, value]) => value.includes("/"));
  const known = places.toSorted(([, one], [, other]) => other.length - one.length);
  return within(trace, (text) => known.reduce((found, [name, value]) => found.replaceAll(value, `{${name}}`), text));
}

/** A value with all its texts changed, names of members among them. */
export function within<T>(value: T, change: (text: string) => string): T {
  const inner = (one: unknown): unknown => {
    if (typeof one === "string") return change(one);
    if (Array.isArray(one)) return one.map(inner);
    if (typeof one !== "object" || one === null) return one;
    return Object.fromEntries(Object.entries(one).map(([key, item]) => [change(key), inner(item)]));
  };
  return inner(value) as T;
}
