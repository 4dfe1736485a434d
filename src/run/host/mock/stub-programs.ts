import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A server that is started by a name of its own: the command behind it, and the word by which its arguments are known. */
export type StubProgram = {
  readonly program: string;
  readonly word: string | undefined;
  /** Node, a module, and the arguments that come before those given. */
  readonly command: readonly string[];
};

/**
 * Writes programs into a folder that stand for the servers of a case, so that configurations can be used word for word. One
 * program may stand for several servers.
 */
export function writePrograms(folder: string, stubs: readonly StubProgram[]): void {
  if (stubs.length > 0) mkdirSync(folder, { recursive: true });
  for (const name of new Set(stubs.map(({ program }) => program))) {
    const file = join(folder, name);
    writeFileSync(file, programText(stubs.filter(({ program }) => program === name)));
    chmodSync(file, 0o755);
  }
}

/** Node is named by its path and no shell comes between: the environment the server sees is that it was given. */
function programText(stubs: readonly StubProgram[]): string {
  return `#!${process.execPath}
const stubs = ${JSON.stringify(stubs)};
const given = process.argv.slice(2);
const found = stubs.find(({ word }) => word === undefined || given.some((one) => one.includes(word)));
if (found === undefined) process.exit(127);
process.argv = [...found.command, ...given];
import(require("node:url").pathToFileURL(found.command[1]));
`;
}
