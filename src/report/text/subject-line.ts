import type { Subject } from "../../trace/trace.ts";
import { shellLine } from "../../run/repro.ts";

/** A subject in one line: its name and version as it gave them, and how it was reached. Not yet made safe to print. */
export function subjectLine(subject: Subject): string {
  const name = [subject.name, subject.version].filter((part) => part !== undefined).join(" ");
  const target = subject.command === undefined ? subject.url : shellLine(subject.command);
  const reached = [subject.transport, target].filter((part) => part !== undefined).join(": ");
  return name === "" ? `${subject.kind} (${reached})` : `${name} (${reached})`;
}
