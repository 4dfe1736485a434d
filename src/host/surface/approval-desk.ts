import type { CallGuard } from "../loop/call-guard.ts";

/** A question that waits for somebody. */
export type DeskQuestion = { readonly id: string; readonly prompt: string };

/** Where people who attend a host over HTTP are asked. With nobody there, nobody can be asked. */
export type ApprovalDesk = {
  /** How to ask, while somebody attends. */
  readonly ask: () => CallGuard["ask"];
  /** Somebody attends until the returned function is called; questions that wait already come first. */
  readonly attend: (tell: (question: DeskQuestion) => void) => () => void;
  /** Answers a question; false when it does not wait (any more). */
  readonly answer: (id: string, text: string) => boolean;
};

/** A desk with nobody at it. `random` gives the ids of questions. */
export function createApprovalDesk(random: () => string): ApprovalDesk {
  const present = new Set<(question: DeskQuestion) => void>();
  const waiting = new Map<string, { readonly question: DeskQuestion; readonly settle: (text: string | undefined) => void }>();

  function ask(prompt: string, signal: AbortSignal): Promise<string | undefined> {
    return new Promise((resolve) => {
      const question = { id: random(), prompt };
      const settle = (text: string | undefined): void => {
        waiting.delete(question.id);
        signal.removeEventListener("abort", withdraw);
        resolve(text);
      };
      const withdraw = (): void => settle(undefined);
      waiting.set(question.id, { question, settle });
      signal.addEventListener("abort", withdraw, { once: true });
      if (signal.aborted) return withdraw();
      for (const tell of present) tell(question);
    });
  }

  return {
    ask: () => (present.size === 0 ? undefined : ask),
    attend(tell) {
      const mine = (question: DeskQuestion): void => tell(question);
      present.add(mine);
      for (const { question } of waiting.values()) mine(question);
      return () => void present.delete(mine);
    },
    answer(id, text) {
      const entry = waiting.get(id);
      entry?.settle(text);
      return entry !== undefined;
    },
  };
}
