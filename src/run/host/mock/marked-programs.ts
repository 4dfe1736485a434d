import { chmodSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Where in the directory of a case its programs stand, and where each leaves word that it was started. */
const places = { programs: "programs", started: "started" } as const;

/** Puts harmless programs of these names into the directory of a case, and gives the folder they are in. Started, each leaves word and ends. */
export function writeMarkedPrograms(directory: string, names: readonly string[]): string {
  const [programs, started] = [join(directory, places.programs), join(directory, places.started)];
  for (const folder of [programs, started]) mkdirSync(folder, { recursive: true });
  for (const name of names) {
    const file = join(programs, name);
    writeFileSync(file, `#!/bin/sh\n: > "${started}/\${0##*/}"\n`);
    chmodSync(file, 0o755);
  }
  return programs;
}

/** The programs of a case that were started, by name. */
export function startedPrograms(directory: string): readonly string[] {
  try {
    return readdirSync(join(directory, places.started)).toSorted();
  } catch {
    return []; // a case without programs
  }
}
