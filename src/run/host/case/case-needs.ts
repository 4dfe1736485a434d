import type { Capability, HostCase, SingleStep } from "./host-case.ts";
import { isDocumented } from "./documented-method.ts";
import type { HostUnderTest } from "../host-under-test.ts";

const modelExpectations = ["asked", "offered", "offeredAs", "names", "told", "history", "paired", "requestField"];

/** What a host must be able to do for a case: what the case says, and what follows from its steps, servers and expectations. */
export function needsOf({
  requires,
  servers,
  set,
  steps,
  expect,
  turns,
  model,
  environment,
  configFile,
  programs,
}: HostCase): ReadonlySet<Capability> {
  const single = steps.flatMap((step): readonly SingleStep[] => ("together" in step ? step.together : [step]));
  const chats = single.flatMap((step) => ("chat" in step ? [step.chat] : "leave" in step ? [step.leave] : []));
  const needs = new Set<Capability>(requires);
  const add = (when: boolean, capability: Capability): void => void (when && needs.add(capability));
  for (const { transport, command, commands, program } of servers ?? [])
    if ([transport, command, commands, program].some((one) => one !== undefined)) needs.add(transport ?? "stdio");
  add((servers ?? []).length > 1, "several-servers");
  add(set !== undefined, "settings");
  add(configFile !== undefined, "configuration");
  add(
    single.some((step) => "cli" in step),
    "command-line",
  );
  add(environment !== undefined, "environment-policy");
  add(programs !== undefined, "command-policy");
  add(chats.length > 0 || turns !== undefined || model !== undefined, "model");
  add(
    expect.some((one) => Object.keys(one).some((name) => modelExpectations.includes(name))),
    "model",
  );
  for (const { surface, stream, tools, body, messages, answers, servers: brought } of chats) {
    add(answers !== undefined, "approval-desk");
    add(brought !== undefined, "request-servers");
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
  const methods = single.flatMap((step) => ("agent" in step ? [step.agent.method] : []));
  add(methods.some(isDocumented), "agent-bridge");
  add(
    methods.some((method) => !isDocumented(method)),
    "agent",
  );
  add(
    single.some((step) => "terminal" in step),
    "terminal",
  );
  add(single.some((step) => "leave" in step) || steps.some((step) => "together" in step), "persistent");
  add(
    single.some((step) => "list" in step),
    "list",
  );
  return needs;
}

/** Whether a case has processes started: servers over stdio, or the host itself on its command line or at a terminal. */
export function startsProcesses(hostCase: HostCase): boolean {
  const needs = needsOf(hostCase);
  return needs.has("stdio") || needs.has("command-line") || needs.has("terminal");
}

/** Milliseconds of the host's time that a case lets pass. */
export function passing({ steps }: HostCase): number {
  const single = steps.flatMap((step): readonly SingleStep[] => ("together" in step ? step.together : [step]));
  return single.reduce((sum, step) => sum + ("pass" in step ? step.pass.ms : 0), 0);
}

/** Why a case says nothing about a host; undefined when it does. `slow`: time may pass that has to be waited for. */
export function whyNot(hostCase: HostCase, { capabilities, profiles, time }: HostUnderTest, slow: boolean): string | undefined {
  if (hostCase.profile !== undefined && !profiles.includes(hostCase.profile))
    return `it is about hosts of the profile ${hostCase.profile}`;
  const missing = [...needsOf(hostCase)].filter((one) => !capabilities.has(one));
  if (missing.length > 0) return `the host does not have: ${missing.join(", ")}`;
  const ms = passing(hostCase);
  return ms === 0 || slow || time !== undefined
    ? undefined
    : `it takes ${Math.ceil(ms / 1000)} s of real time with this host; --slow lets them pass`;
}
