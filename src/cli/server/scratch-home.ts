import { join } from "node:path";

/** What a package runner or language keeps in the home directory, and the variable that says where it is. */
const kept: readonly (readonly [variable: string, path: string])[] = [
  ["npm_config_cache", ".npm"],
  ["npm_config_userconfig", ".npmrc"],
  ["COREPACK_HOME", ".cache/node/corepack"],
  ["YARN_CACHE_FOLDER", ".cache/yarn"],
  ["PNPM_HOME", ".local/share/pnpm"],
  ["BUN_INSTALL", ".bun"],
  ["DENO_DIR", ".cache/deno"],
  ["NVM_DIR", ".nvm"],
  ["VOLTA_HOME", ".volta"],
  ["FNM_DIR", ".local/share/fnm"],
  ["ASDF_DATA_DIR", ".asdf"],
  ["MISE_DATA_DIR", ".local/share/mise"],
  ["UV_CACHE_DIR", ".cache/uv"],
  ["UV_TOOL_DIR", ".local/share/uv/tools"],
  ["UV_PYTHON_INSTALL_DIR", ".local/share/uv/python"],
  ["UV_CONFIG_FILE", ".config/uv/uv.toml"],
  ["PIP_CACHE_DIR", ".cache/pip"],
  ["PIP_CONFIG_FILE", ".config/pip/pip.conf"],
  ["PIPX_HOME", ".local/share/pipx"],
  ["PYENV_ROOT", ".pyenv"],
  ["PYTHONUSERBASE", ".local"],
  ["GOPATH", "go"],
  ["GOCACHE", ".cache/go-build"],
  ["CARGO_HOME", ".cargo"],
  ["RUSTUP_HOME", ".rustup"],
  ["NUGET_PACKAGES", ".nuget/packages"],
  ["PLAYWRIGHT_BROWSERS_PATH", ".cache/ms-playwright"],
  ["PUPPETEER_CACHE_DIR", ".cache/puppeteer"],
  ["DOCKER_CONFIG", ".docker"],
];

/**
 * The variables that give a child a home directory of its own, so that nothing it writes there touches the user's. What
 * package runners and languages look for in the real one (caches, installed versions, the registry to use) they are told
 * where to find, as far as `env` says so or `exists` finds it at its usual place.
 */
export function scratchHome(
  env: Readonly<Record<string, string | undefined>>,
  home: string,
  exists: (path: string) => boolean,
): Record<string, string> {
  const real = env["HOME"] ?? env["USERPROFILE"];
  const found = kept.flatMap(([variable, path]) => {
    const usual = real === undefined ? undefined : join(real, path);
    const place = env[variable] ?? (usual !== undefined && exists(usual) ? usual : undefined);
    return place === undefined ? [] : [[variable, place] as const];
  });
  const own = env["USERPROFILE"] === undefined ? { HOME: home } : { HOME: home, USERPROFILE: home };
  return { ...Object.fromEntries(found), ...own };
}
