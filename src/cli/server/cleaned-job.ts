import { visible } from "../../base/visible.ts";
import type { SubjectJob } from "../../run/subject-job.ts";
import type { ClientTransport } from "../../transport/client-transport.ts";
import type { ProcessGuard } from "../../transport/process/process-guard.ts";
import type { Scratch } from "./scratch.ts";

/** What is known of processes when all was done to end them: words, and whether something is still there. */
export type Remains = Map<string, "is still there" | "would not be seen">;

/** What a job leaves to be cleaned up. */
export type Cleaning = {
  readonly opened: readonly ClientTransport[];
  readonly scratch: Scratch;
  readonly guard: ProcessGuard;
  /** The subject, without secrets. */
  readonly name: string;
  /** Filled until the end. */
  readonly remains: Remains;
  readonly stderr: (text: string) => void;
};

/**
 * A job in scratch directories that are made when it begins; when it is over, or has been stopped, whatever was started is ended and
 * they are removed. What is still there in spite of all is told on stderr and in the report; what would not have been seen, in the report.
 */
export async function* cleanedJob(job: SubjectJob, stop: AbortSignal, cleaning: Cleaning): ReturnType<SubjectJob["events"]> {
  const { opened, scratch, guard, name, remains, stderr } = cleaning;
  const release = guard.add(() => void scratch.remove());
  scratch.make();
  const drop = (): void => {
    for (const transport of opened) void transport.close("drop");
  };
  stop.addEventListener("abort", drop);
  try {
    yield* job.events(stop);
  } finally {
    stop.removeEventListener("abort", drop);
    await Promise.all(opened.map(async (transport) => await transport.close("drop")));
    const folders = scratch.remove();
    if (folders !== undefined) remains.set(folders, "is still there");
    release();
    for (const [words, what] of remains) if (what === "is still there") stderr(`mcpcheck: ${visible(`${name}: ${words}`)}\n`);
  }
  for (const words of remains.keys()) yield { type: "notice", message: `${name}: ${words}` };
}
