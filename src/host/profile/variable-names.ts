/** What a child sees of the host's environment by default. Row B0-180. */
export const inheritedVariables: readonly string[] =
  "PATH HOME USER LANG LC_ALL LC_CTYPE TZ TMPDIR TEMP TMP TERM PYTHONPATH NODE_PATH DISPLAY EDITOR".split(" ");

/** The same in profile strict: without those that lead to code or to a display. Row B0-180. */
export const inheritedByStrict: readonly string[] = inheritedVariables.filter(
  (name) => !["PYTHONPATH", "NODE_PATH", "DISPLAY", "EDITOR"].includes(name),
);

/** The 20 names that hold secrets and are always removed. Row B0-181. */
export const secretVariables: readonly string[] = (
  "AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY AWS_SESSION_TOKEN GOOGLE_APPLICATION_CREDENTIALS AZURE_CLIENT_SECRET GITHUB_TOKEN " +
  "GITLAB_TOKEN OPENAI_API_KEY ANTHROPIC_API_KEY DATABASE_URL DB_PASSWORD MYSQL_ROOT_PASSWORD POSTGRES_PASSWORD JWT_SECRET " +
  "SESSION_SECRET AUTH_TOKEN API_KEY API_SECRET SSH_AUTH_SOCK SSH_AGENT_PID"
).split(" ");

/** Patterns of names that hold secrets. Row B0-183. */
export const secretPatterns: readonly string[] =
  "*_TOKEN *_SECRET *_PASSWORD *_KEY *_CREDENTIALS *_AUTH *_APIKEY *_PASS *PWD*".split(" ");

/** Variables that make a program load foreign code or find another program; a request may not set them. Row B0-187. */
export const loadingVariables: readonly string[] = (
  "PATH LD_* DYLD_* NODE_OPTIONS NODE_PATH NODE_EXTRA_CA_CERTS PYTHONSTARTUP PYTHONPATH PYTHONHOME PYTHONINSPECT PERL5OPT PERL5LIB RUBYOPT " +
  "RUBYLIB BASH_ENV BASH_FUNC_* ENV ZDOTDIR PROMPT_COMMAND IFS SHELLOPTS JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS GIT_SSH " +
  "GIT_SSH_COMMAND GIT_EXEC_PATH GIT_CONFIG_* GCONV_PATH GLIBC_TUNABLES NPM_CONFIG_* UV_INDEX_URL PIP_INDEX_URL"
).split(" ");

/** PATH for a child when the host has none. Row B0-184. */
export const defaultPath = "/usr/local/bin:/usr/bin:/bin";
