import { join } from "node:path";

/** A folder or file that a package runner or language keeps in the home directory. */
export type KeptFolder = {
  /** The variable that says where it is. */
  readonly variable: string;
  /** Where it usually is, from the home directory on. */
  readonly path: string;
  /** What of it a sandbox shows: programs and packages, `""` for all of it. Never where credentials are kept. */
  readonly shown: readonly string[];
};

/** What a package runner or language keeps in the home directory. */
export const keptFolders: readonly KeptFolder[] = [
  { variable: "npm_config_cache", path: ".npm", shown: ["_npx", "_cacache"] },
  { variable: "npm_config_userconfig", path: ".npmrc", shown: [] },
  { variable: "COREPACK_HOME", path: ".cache/node/corepack", shown: [""] },
  { variable: "YARN_CACHE_FOLDER", path: ".cache/yarn", shown: [""] },
  { variable: "PNPM_HOME", path: ".local/share/pnpm", shown: [""] },
  { variable: "BUN_INSTALL", path: ".bun", shown: ["bin", "install"] },
  { variable: "DENO_DIR", path: ".cache/deno", shown: ["deps", "npm", "remote", "gen", "dl"] },
  { variable: "NVM_DIR", path: ".nvm", shown: [""] },
  { variable: "VOLTA_HOME", path: ".volta", shown: [""] },
  { variable: "FNM_DIR", path: ".local/share/fnm", shown: [""] },
  { variable: "ASDF_DATA_DIR", path: ".asdf", shown: [""] },
  { variable: "MISE_DATA_DIR", path: ".local/share/mise", shown: [""] },
  { variable: "UV_CACHE_DIR", path: ".cache/uv", shown: [""] },
  { variable: "UV_TOOL_DIR", path: ".local/share/uv/tools", shown: [""] },
  { variable: "UV_PYTHON_INSTALL_DIR", path: ".local/share/uv/python", shown: [""] },
  { variable: "UV_CONFIG_FILE", path: ".config/uv/uv.toml", shown: [] },
  { variable: "PIP_CACHE_DIR", path: ".cache/pip", shown: [] },
  { variable: "PIP_CONFIG_FILE", path: ".config/pip/pip.conf", shown: [] },
  { variable: "PIPX_HOME", path: ".local/share/pipx", shown: [""] },
  { variable: "PYENV_ROOT", path: ".pyenv", shown: [""] },
  { variable: "PYTHONUSERBASE", path: ".local", shown: ["bin", "lib"] },
  { variable: "GOPATH", path: "go", shown: ["bin", "pkg"] },
  { variable: "GOCACHE", path: ".cache/go-build", shown: [""] },
  { variable: "CARGO_HOME", path: ".cargo", shown: ["bin", "registry", "git"] },
  { variable: "RUSTUP_HOME", path: ".rustup", shown: [""] },
  { variable: "NUGET_PACKAGES", path: ".nuget/packages", shown: [""] },
  { variable: "DOTNET_ROOT", path: ".dotnet", shown: ["dotnet", "host", "sdk", "shared", "tools"] },
  { variable: "SDKMAN_DIR", path: ".sdkman", shown: ["candidates"] },
  { variable: "PLAYWRIGHT_BROWSERS_PATH", path: ".cache/ms-playwright", shown: [""] },
  { variable: "PUPPETEER_CACHE_DIR", path: ".cache/puppeteer", shown: [""] },
  { variable: "DOCKER_CONFIG", path: ".docker", shown: [] },
];

/** The paths of these folders that a sandbox shows, as far as `env` says where they are or the home directory is known. */
export function shownOfKept(env: Readonly<Record<string, string | undefined>>, home: string | undefined): string[] {
  return keptFolders.flatMap(({ variable, path, shown }) => {
    const usual = home === undefined ? [] : [join(home, path)];
    const named = env[variable] === undefined ? [] : [env[variable]];
    return [...named, ...usual].flatMap((folder) => shown.map((part) => join(folder, part)));
  });
}
