import type { HostCase } from "../case/host-case.ts";

/** The environment of a host in a case: what it has anyway, with what the case sets and takes away. */
export function environmentOf(
  { environment = {} }: HostCase,
  base: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string | undefined>> {
  const own = Object.entries(environment).map(([name, value]) => [name, value ?? undefined] as const);
  return { ...base, ...Object.fromEntries(own) };
}
