import type { Secrets } from "../../base/secrets/secrets.ts";
import { learnVariables } from "../server/learn-secrets.ts";

/** Variables every login sets, and what npm adds when it starts a program: their values are no secrets, and stand everywhere. */
const ordinary =
  /^(?:PATH|HOME|USER|LOGNAME|SHELL|TERM|LANG|LANGUAGE|LC_\w+|TZ|TMPDIR|TEMP|TMP|PWD|OLDPWD|SHLVL|_|DISPLAY|HOSTNAME|HOSTTYPE|EDITOR|VISUAL|PAGER|COLORTERM|TERM_PROGRAM\w*|XDG_\w+|NODE|NODE_\w+|INIT_CWD|npm_\w+|NVM_\w+|VOLTA_HOME|JAVA_HOME|PYENV\w*|VIRTUAL_ENV\w*|LS_COLORS|MANPATH|INFOPATH|SYSTEMROOT|SYSTEMDRIVE|WINDIR|PATHEXT|COMSPEC|APPDATA|LOCALAPPDATA|USERPROFILE|PROGRAM\w*|NUMBER_OF_PROCESSORS|PROCESSOR_\w+|OS)$/i;

const speaksOfSecret = /key|token|secret|passw|pwd|auth|credential/i;

/** Makes known what a server may have been given in its environment to open something with. */
export function learnEnvironment(env: Readonly<Record<string, string | undefined>>, secrets: Secrets): void {
  const given = Object.entries(env).flatMap(([name, value]): [string, string][] =>
    value !== undefined && (!ordinary.test(name) || speaksOfSecret.test(name)) ? [[name, value]] : [],
  );
  learnVariables(Object.fromEntries(given), secrets);
}
