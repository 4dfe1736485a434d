import type { Capability, HostCase, SingleStep } from "./host-case.ts";
import type { HostUnderTest } from "./host-under-test.ts";

const modelExpectations = ["asked", "offered", "offeredAs", "names", "told", "history", "paired", "requestField"];

/** What a host must be able to do for a case: what the case says, and what follows from its steps, servers and expectations. */
export function needsOf({ requires, servers, set, steps, expect, turns, model, environment }: HostCase): ReadonlySet<Capability> {
  const single = steps.flatMap((step): readonly SingleStep[] => ("together" in step ? step.together : [step]));
  const chats = single.flatMap((step) => ("chat" in step ? [step.chat] : "leave" in step ? [step.leave] : []));
  const needs = new Set<Capability>(requires);
  const add = (when: boolean, capability: Capability): void => void (when && needs.add(capability));
  for (const { transport, command } of servers ?? [])
    if (transport !== undefined || command !== undefined) needs.add(transport ?? "stdio");
  add((servers ?? []).length > 1, "several-servers");
  add(set !== undefined, "settings");
  add(environment !== undefined, "environment-policy");
  add(chats.length > 0 || turns !== undefined || model !== undefined, "model");
  add(
    expect.some((one) => Object.keys(one).some((name) => modelExpectations.includes(name))),
    "model",
  );
  for (const { surface, stream, tools, body, messages } of chats) {
    if (surface !== undefined) needs.add(surface);
    add(stream === true, "streaming");
    add(tools !== undefined, "client-tools");
    add(messages !== undefined || body !== undefined, "persistent");
  }
  add(
    single.some((step) => "http" in step && step.http.path.startsWith("/api/tools")),
    "search",
  );
  add(
    single.some((step) => "http" in step && step.http.path.startsWith("/api/") && !step.http.path.startsWith("/api/tools")),
    "ollama",
  );
  add(
    single.some((step) => "http" in step && step.http.path.startsWith("/v1/")),
    "openai",
  );
  add(single.some((step) => "leave" in step) || steps.some((step) => "together" in step), "persistent");
  add(
    single.some((step) => "list" in step),
    "list",
  );
  return needs;
}

/** Why a case says nothing about a host; undefined when it does. */
export function whyNot(hostCase: HostCase, { capabilities, profiles }: HostUnderTest): string | undefined {
  if (hostCase.profile !== undefined && !profiles.includes(hostCase.profile))
    return `it is about hosts of the profile ${hostCase.profile}`;
  const missing = [...needsOf(hostCase)].filter((one) => !capabilities.has(one));
  return missing.length === 0 ? undefined : `the host does not have: ${missing.join(", ")}`;
}
