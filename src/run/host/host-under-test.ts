import type { Subject } from "../../trace/trace.ts";
import type { Capability, HostCase, SingleStep } from "./case/host-case.ts";
import type { OpenCaseModel } from "./case/case-model.ts";
import type { CaseRecord } from "./case/case-record.ts";
import type { HostTime } from "./host-time.ts";
import type { ServerEntry } from "./mock/mock-servers.ts";

/** What a host is given for one case. */
export type CaseSetting = {
  readonly hostCase: HostCase;
  readonly servers: readonly ServerEntry[];
  /** The other agents of the case, and where they are reached. */
  readonly agents: readonly { readonly id: string; readonly url: string }[];
  /** Where the fake model listens: scheme, host and port. */
  readonly modelUrl: string;
  readonly modelName: string;
  /** A directory of the case's own. */
  readonly directory: string;
  /** PATH of the host: the programs of the case, where it has some, come first. */
  readonly path: string;
  readonly record: CaseRecord;
  readonly time: HostTime;
  readonly stop: AbortSignal;
};

/** A step a host is asked to perform: time passes, and others are told, without its doing. */
export type AskedStep = Exclude<SingleStep, { readonly pass: unknown } | { readonly arrive: unknown }>;

/** What the host gave back for a step: see the event `answered`. */
export type StepAnswer = {
  readonly status: number | null;
  readonly exit: number | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly said: string;
  readonly aside: string;
  readonly failed: string | null;
  readonly late?: true;
};

/** A host that runs with the setting of one case. */
export type OpenHost = {
  readonly perform: (step: AskedStep) => Promise<StepAnswer>;
  /** Tells it to end; gives whether it had to be killed, and all it wrote. */
  readonly close: () => Promise<{ readonly killed: boolean; readonly output: string }>;
};

/** A host that did not come up, and what it said of that. */
export type RefusedStart = { readonly refused: string };

/** A host that is judged: what it is, what it can do, and how it is opened for a case. */
export type HostUnderTest = {
  readonly subject: Subject;
  readonly capabilities: ReadonlySet<Capability>;
  /** The transport servers are given with, where a case names none. */
  readonly preferred: "stdio" | "http" | "sse";
  /** The profiles it can behave as. */
  readonly profiles: readonly string[];
  /** Time for one case, where the host does not go by real time. */
  readonly time?: () => HostTime;
  /**
   * Tells tools of its own from those of servers with these ids, or of any when nobody knows what they are called; without it all are of
   * servers.
   */
  readonly builtIn?: (servers: readonly string[] | undefined) => (name: string) => boolean;
  /** Makes the model of a case; a fake one when absent. */
  readonly openModel?: OpenCaseModel;
  /** Opens it; rejects with an McpcheckError where that is not a refusal of the host's own. */
  readonly open: (setting: CaseSetting) => Promise<OpenHost | RefusedStart>;
};

/** Resolves when the next tool call reaches one of the HTTP servers of a case. */
export function nextToolCall(record: CaseRecord): Promise<void> {
  return record.next((event) => event.kind === "server-received" && event.text.includes('"tools/call"'));
}

/** An answer in which nothing came back. */
export const noAnswer = (failed: string, aside = ""): StepAnswer => ({
  status: null,
  exit: null,
  headers: {},
  text: "",
  said: "",
  aside,
  failed,
});

/** An answer that did not come whole while its time lasted. */
export const lateAnswer = (failed: string, aside = ""): StepAnswer => ({ ...noAnswer(failed, aside), late: true });
