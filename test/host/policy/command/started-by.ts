import { innerCommands } from "../../../../src/host/policy/command/wrapped-command.ts";

/** What a command line starts in turn, as lines; of a program given as text the option. */
export function startedBy(line: string): readonly string[] {
  const [name = "", ...args] = line.split(" ");
  return innerCommands(name, args).map((inner) => (inner.kind === "command" ? inner.words.join(" ") : `text: ${inner.flag}`));
}
