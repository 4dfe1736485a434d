import { McpcheckError } from "../../base/mcpcheck-error.ts";

/** What a program needs to start at all; nothing else of the user's environment reaches a server unless it is named. */
const allowed = [
  "PATH",
  "HOME",
  "USER",
  "LOGNAME",
  "SHELL",
  "TERM",
  "LANG",
  "LC_ALL",
  "LC_CTYPE",
  "TZ",
  "TMPDIR",
  "NVM_DIR",
  "VOLTA_HOME",
  "JAVA_HOME",
];
const allowedOnWindows = [
  "SYSTEMROOT",
  "SYSTEMDRIVE",
  "PATHEXT",
  "COMSPEC",
  "APPDATA",
  "LOCALAPPDATA",
  "USERPROFILE",
  "TEMP",
  "TMP",
  "PROGRAMFILES",
  "PROGRAMDATA",
  "NUMBER_OF_PROCESSORS",
];

/**
 * The environment of a child: the allow-listed variables of `env` plus what was named, as `NAME=value` or as `NAME` to hand
 * the user's own value on.
 * @throws McpcheckError `usage` when a named variable is not set
 */
export function childEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  named: readonly string[],
): Record<string, string> {
  const result: Record<string, string> = {};
  for (const name of [...allowed, ...allowedOnWindows]) {
    const value = env[name];
    if (value !== undefined) result[name] = value;
  }
  return { ...result, ...namedVariables(env, named) };
}

/** The variables given with `--env`, as a map. */
export function namedVariables(
  env: Readonly<Record<string, string | undefined>>,
  named: readonly string[],
): Record<string, string> {
  return Object.fromEntries(
    named.map((text) => {
      const cut = text.indexOf("=");
      const name = cut === -1 ? text : text.slice(0, cut);
      const value = cut === -1 ? env[name] : text.slice(cut + 1);
      if (name === "") throw new McpcheckError("usage", "--env: expected NAME or NAME=value, got a value without a name");
      if (value === undefined)
        throw new McpcheckError("usage", `--env: ${name} is not set in this environment; write ${name}=<value>`);
      return [name, value];
    }),
  );
}
