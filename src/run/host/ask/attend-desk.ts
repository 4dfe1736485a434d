import type { CaseRecord } from "../case/case-record.ts";

/** Where a person attends a host over HTTP, and what they say. */
export type Attendance = {
  /** Address of the host's surface. */
  readonly base: string;
  /** Answers to one question after the other; null and what is beyond the last: none. */
  readonly answers: readonly (string | null | { readonly leave: true })[];
  readonly record: CaseRecord;
  readonly stop: AbortSignal;
};

/**
 * Attends the desk at /api/approvals while `work` is done, and notes every question with its answer. The signal for the work is
 * aborted when the client is to go away rather than wait for an answer.
 */
export async function attendDesk<T>(
  { base, answers, record, stop }: Attendance,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const goingAway = new AbortController();
  const remaining = [...answers];
  const leaving = new AbortController();
  const signal = AbortSignal.any([stop, leaving.signal]);
  const response = await fetch(`${base}/api/approvals`, { signal });
  const attending = read(response, async (line) => {
    const { id, prompt } = JSON.parse(line) as { readonly id: string; readonly prompt: string };
    const next = remaining.shift() ?? null;
    const answer = typeof next === "string" ? next : null;
    record.note({ kind: "person-asked", prompt, answer });
    if (typeof next === "object" && next !== null) goingAway.abort();
    if (answer === null) return;
    const sent = await fetch(`${base}/api/approvals/${id}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ answer }),
      signal,
    });
    await sent.arrayBuffer();
  });
  try {
    return await work(AbortSignal.any([stop, goingAway.signal]));
  } finally {
    leaving.abort();
    await attending.catch(() => undefined);
  }
}

async function read(response: Response, take: (line: string) => Promise<void>): Promise<void> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of response.body ?? []) {
    const lines = (rest + decoder.decode(chunk as Uint8Array, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line !== "") await take(line);
  }
}
