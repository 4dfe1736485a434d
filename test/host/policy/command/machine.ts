import { posix } from "node:path";
import { type Entry, link, testWorld } from "../../../../src/host/config/world/test-world.ts";
import type { World } from "../../../../src/host/config/world/world.ts";
import type { CommandSettings } from "../../../../src/host/policy/command/command.ts";
import { effectiveProfile } from "../../../../src/host/profile/effective-profile.ts";

/** A machine that looks for commands as a real one does: for files, along the PATH that is asked for or its own. */
export function machine(files: Readonly<Record<string, Entry>>, rest: Partial<World> = {}): World {
  const env = rest.env ?? { PATH: "/usr/local/bin:/usr/bin" };
  const world = testWorld(files, { ...rest, env });
  return {
    ...world,
    which: (name, path = env["PATH"] ?? "") =>
      path
        .split(":")
        .map((folder) => posix.join(folder, name))
        .find((file) => world.kindOf(file) === "file"),
  };
}

/** What the tests of commands are played on: programs where they are installed, and what somebody put elsewhere. */
export const usual = machine({
  "/bin/sh": "the plain shell",
  "/usr/bin/bash": "a shell",
  "/usr/bin/node": "a runtime",
  "/usr/bin/python3.12": "an interpreter",
  "/usr/bin/python3": link("python3.12"),
  "/usr/bin/my server": "a server with a blank in its name",
  "/usr/bin/innocent": link("bash"),
  "/usr/local/bin/some-server": "a server",
  "/opt/copy": "a shell",
  "/opt/twin": { sameFileAs: "/usr/bin/bash" },
  "/opt/empty": "",
  "/opt/server": "a server of its own",
  "/opt/my tools/server": "a server of its own",
  "/opt/alias": link("server"),
  "/opt/gone": link("nowhere"),
  "/opt/pipe": link("/dev/fd/3"),
  "/opt/mine": link("/usr/bin/bash"),
  "/opt/proc/server": "a server of its own",
  "/project/run": link("/usr/bin/bash"),
  "/work/run": "a server of its own",
  "/opt/plain.sh": "#!/bin/bash\n",
  "/opt/found.sh": "#!/usr/bin/env bash\n",
  "/opt/found.py": "#!/usr/bin/env python3\n",
  "/opt/split.js": "#!/usr/bin/env -S node -e 1\n",
  "/opt/python.py": "#!/usr/bin/python3 -c\n",
  "/opt/outer.py": "#!/opt/inner.sh\n",
  "/opt/inner.sh": "#!/bin/bash\n",
  "/opt/shim.py": `#!/bin/sh\n'''exec' /usr/bin/python3 "$0" "$@"\n' '''\n`,
  "/opt/no-shim.sh": `#!/bin/bash\nrm -rf ~\n'''exec' /usr/bin/python3 "$0" "$@"\n`,
  "/opt/left": "#!/opt/right\n",
  "/opt/right": "#!/opt/left\n",
});

/** The settings of a profile's command guard, with some of them set otherwise. */
export function settingsOf(profile: "strict" | "ollama", ...sets: readonly string[]): CommandSettings {
  return effectiveProfile(
    profile,
    sets.map((set) => `policy.command.${set}`),
  ).policy.command;
}
