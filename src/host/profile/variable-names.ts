/** What a child sees of the host's environment by default. */
export const inheritedVariables: readonly string[] =
  "PATH HOME USER LANG LC_ALL LC_CTYPE TZ TMPDIR TEMP TMP TERM PYTHONPATH NODE_PATH DISPLAY EDITOR".split(" ");

/** The same in profile strict: without those that lead to code or to a display. */
export const inheritedByStrict: readonly string[] = inheritedVariables.filter(
  (name) => !["PYTHONPATH", "NODE_PATH", "DISPLAY", "EDITOR"].includes(name),
);

/** The 20 names that hold secrets and are always removed. */
export const secretVariables: readonly string[] = (
  "AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY AWS_SESSION_TOKEN GOOGLE_APPLICATION_CREDENTIALS AZURE_CLIENT_SECRET GITHUB_TOKEN " +
  "GITLAB_TOKEN OPENAI_API_KEY ANTHROPIC_API_KEY DATABASE_URL DB_PASSWORD MYSQL_ROOT_PASSWORD POSTGRES_PASSWORD JWT_SECRET " +
  "SESSION_SECRET AUTH_TOKEN API_KEY API_SECRET SSH_AUTH_SOCK SSH_AGENT_PID"
).split(" ");

/** Patterns of names that hold secrets. */
export const secretPatterns: readonly string[] =
  "*_TOKEN *_SECRET *_PASSWORD *_KEY *_CREDENTIALS *_AUTH *_APIKEY *_PASS *PWD*".split(" ");

/**
 * What a request may set: settings of servers, by the words they end in, and a few that stand alone. None of them ends as a variable that
 * names code, a file or a program does.
 */
export const requestableVariables: readonly string[] = (
  "*_KEY *_TOKEN *_SECRET *_PASSWORD *_PASS *_ID *_USER *_USERNAME *_EMAIL *_ACCOUNT *_TENANT *_ORG *_ORGANIZATION *_PROJECT " +
  "*_WORKSPACE *_TEAM *_SITE *_DOMAIN *_HOST *_PORT *_URL *_URI *_ENDPOINT *_DSN *_DATABASE *_SCHEMA *_BUCKET *_REGION *_ZONE *_MODEL " +
  "*_MODE *_LEVEL *_LANGUAGE *_LOCALE *_TIMEOUT *_LIMIT *_SIZE *_COUNT *_INTERVAL *_ENABLED *_DISABLED *_READONLY *_READ_ONLY *_SETTING " +
  "*_SETTINGS *_NAME *_FORMAT *_API_VERSION KEY TOKEN PORT HOST PGHOST PGPORT PGUSER PGPASSWORD PGDATABASE LANG LC_* TZ DEBUG NO_COLOR " +
  "FORCE_COLOR"
).split(" ");

/** Variables that make a program load foreign code, find another program or talk to another server; a request never sets them. */
export const loadingVariables: readonly string[] = (
  "PATH HOME USERPROFILE LD_* DYLD_* LOCPATH NLSPATH GCONV_* GLIBC_* MALLOC_* HOSTALIASES *_PROXY NODE_* PYTHON* PERL* RUBY* GEM_* BUNDLE_* " +
  "JAVA* _JAVA* JDK_* CLASSPATH MAVEN_* GRADLE_* DOTNET* CORECLR_* COMPLUS_* NUGET_* BUN_* DENO_* LUA_* LUAJIT_* PHP* ERL_* ELIXIR_* R_* " +
  "JULIA_* TCL* GUILE_* BASH* ENV ZDOTDIR PROMPT_COMMAND IFS SHELL* PS4 GIT_* HG* SVN_* SSH_* GNUPG* GPG_* NPM_* PNPM_* YARN_* COREPACK_* " +
  "UV_* PIP_* PIPX_* POETRY_* CONDA_* MAMBA_* VIRTUAL_ENV* TSX_* TS_NODE_* ELECTRON_* CARGO_* RUSTC* RUSTUP_* RUSTFLAGS GOFLAGS GOPROXY " +
  "GOENV GOTOOLCHAIN CC CXX *_DOWNLOAD_* *_MIRROR *_REGISTRY *_INDEX* DOCKER_* KUBE* OPENSSL_* SSL_* CURL_* REQUESTS_* BROWSER EDITOR " +
  "VISUAL PAGER LESS* XDG_* QT_* GTK_* GIO_* GST_* VK_* LIBGL_* ASAN_* DBUS_* SYSTEMD_*"
).split(" ");

/** PATH for a child when the host has none. */
export const defaultPath = "/usr/local/bin:/usr/bin:/bin";
