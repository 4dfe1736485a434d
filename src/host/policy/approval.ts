import type { Clock } from "../../base/time/clock.ts";
import type { HostProfile } from "../profile/host-profile.ts";
import { visible } from "../../base/visible.ts";

/** The settings of approval. */
export type ApprovalSettings = HostProfile["policy"]["approval"];

/** A call a person may be asked about, exactly as it will be sent. */
export type ApprovalCall = {
  readonly server: string;
  readonly tool: string;
  /** The arguments as JSON text, secrets masked. */
  readonly shownArguments: string;
  /** What the tool says of itself; a server may lie, so only its absence is relied on. */
  readonly annotations: { readonly readOnlyHint?: boolean; readonly destructiveHint?: boolean } | undefined;
  /** A hash of the tool's definition: a remembered answer is for this definition only. */
  readonly definition: string;
};

/** Why a call may run or not. */
export type Approval = {
  readonly approved: boolean;
  readonly by: "policy" | "person" | "remembered" | "timeout" | "notInteractive" | "endOfInput";
};

/** What the model is told after a no. */
export const deniedText = "User denied execution";

/** Whether a person has to be asked. */
export function needsApproval(when: ApprovalSettings["when"], annotations: ApprovalCall["annotations"]): boolean {
  if (when !== "destructive") return when === "all";
  return annotations?.readOnlyHint !== true && annotations?.destructiveHint !== false;
}

/** The question: action, inputs, and the answers with the default in brackets; nothing in it can act on the terminal. */
export function approvalPrompt(call: ApprovalCall, settings: ApprovalSettings): string {
  const answers = settings.defaultAnswer === "yes" ? "[y]/n" : "y/[n]";
  const more = settings.remember ? "/always/never" : "";
  const inputs = visible(call.shownArguments);
  return `Action:  ${visible(call.tool)} (server ${visible(call.server)})\nInputs:  ${inputs}\nExecute? (${answers}${more}): `;
}

/** What an answer means; `undefined` is the end of input. */
export function answerMeans(answer: string | undefined, settings: ApprovalSettings): { approved: boolean; remember: boolean } {
  const word = answer?.trim().toLowerCase();
  if (word === undefined) return { approved: false, remember: false };
  if (word === "") return { approved: settings.defaultAnswer === "yes", remember: false };
  if (settings.remember && word === "always") return { approved: true, remember: true };
  return { approved: word === "y" || word === "yes", remember: settings.remember && word === "never" };
}

/** Asks people, one question at a time. */
export type Approvals = {
  readonly decide: (call: ApprovalCall) => Promise<Approval>;
  /** Switches asking on and off in mid-session (`/hil`). */
  readonly setWhen: (when: ApprovalSettings["when"]) => void;
};

/**
 * The approvals of one session. `ask` puts a question to a person and gives the answer, or undefined at the end of input; without it, and
 * whenever nobody answers in time, the answer is no.
 */
export function createApprovals(options: {
  readonly settings: ApprovalSettings;
  readonly timeoutMs: number;
  readonly clock: Pick<Clock, "setTimeout">;
  readonly ask: ((prompt: string, signal: AbortSignal) => Promise<string | undefined>) | undefined;
}): Approvals {
  const { settings, ask } = options;
  const remembered = new Map<string, boolean>();
  let when = settings.when;
  let last: Promise<unknown> = Promise.resolve();

  const question = async (call: ApprovalCall): Promise<Approval> => {
    const key = JSON.stringify([call.server, call.tool, call.definition]);
    const known = remembered.get(key);
    if (known !== undefined) return { approved: known, by: "remembered" };
    if (ask === undefined) return { approved: false, by: "notInteractive" };
    const answer = await inTime((signal) => ask(approvalPrompt(call, settings), signal), options);
    if (answer === timedOut) return { approved: false, by: "timeout" };
    const { approved, remember } = answerMeans(answer, settings);
    if (remember) remembered.set(key, approved);
    return { approved, by: answer === undefined ? "endOfInput" : "person" };
  };

  return {
    decide(call) {
      if (!needsApproval(when, call.annotations)) return Promise.resolve({ approved: true, by: "policy" });
      const next = last.then(() => question(call));
      last = next.catch(() => undefined);
      return next;
    },
    setWhen(value) {
      when = value;
    },
  };
}

const timedOut = Symbol("nobody answered in time");

async function inTime(
  ask: (signal: AbortSignal) => Promise<string | undefined>,
  { clock, timeoutMs }: { readonly clock: Pick<Clock, "setTimeout">; readonly timeoutMs: number },
): Promise<string | undefined | typeof timedOut> {
  const abort = new AbortController();
  let cancel: () => void = () => undefined;
  const limit = new Promise<typeof timedOut>((resolve) => {
    cancel = clock.setTimeout(timeoutMs, () => {
      resolve(timedOut);
      abort.abort();
    });
  });
  try {
    return await Promise.race([limit, ask(abort.signal)]);
  } finally {
    cancel();
  }
}
