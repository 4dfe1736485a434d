import { expect, it } from "vitest";
import { startedBy } from "../../../../test/host/policy/command/started-by.ts";
import { profiles } from "../../profile/profiles.ts";
import { testWorld } from "../../config/world/test-world.ts";
import { judgeCommand } from "./command.ts";

it.each([
  "env node",
  "env -i A=b node",
  "xargs node",
  "timeout 5 node",
  "nice node",
  "ionice node",
  "stdbuf -oL -- node",
  "chroot /jail node",
  "time node",
  "sudo node",
  "doas node",
  "npx node",
  "pnpx node",
  "bunx node",
  "uvx node",
  "npm exec node",
  "npm x node",
  "npm exec -- node",
  "pnpm dlx node",
  "pnpm exec node",
  "pnpm node",
  "yarn dlx node",
  "yarn exec node",
  "yarn run node",
  "bun x node",
  "bun run node",
  "uv run node",
  "uv tool run node",
  "pipx run node",
  "poetry run node",
  "pipenv run node",
  "hatch run node",
  "pdm run node",
  "rye run node",
  "pixi run node",
  "corepack node",
  "mise exec node",
  "mise x node",
  "mise x -- node",
  "asdf exec node",
  "bundle exec node",
  "conda run node",
  "mamba run node",
  "micromamba run node",
  "nohup node",
  "setsid node",
  "busybox node",
  "toybox node",
  "command node",
  "linux32 node",
  "linux64 node",
  "i386 node",
  "x86_64 node",
  "dotenvx run node",
  "dotenvx run -- node",
  "hatch run test:node",
  "op run node",
  "op run --env-file=.env -- node",
  "doppler run node",
  "doppler run -p x -- node",
  "infisical run node",
  "infisical run --env dev -- node",
  "dotenv -e .env node",
  "dotenv -- node",
  "nodemon node",
  "nix run node",
  "nix run nixpkgs#node",
  "cross-env A=b node",
  "winpty node",
])("%s server.js starts what it names, with all its words", (line) => {
  expect(startedBy(`${line} server.js`)).toEqual(["node server.js"]);
});

it.each([
  "npm install bash",
  "npm run start",
  "yarn add bash",
  "bun add bash",
  "uv add bash",
  "uv tool install bash",
  "pipx install bash",
  "poetry add bash",
  "mise use bash",
  "conda install bash",
  "some-server bash",
  "constructor bash",
  "op read bash",
  "doppler setup bash",
])("%s starts none of its words", (line) => {
  expect(startedBy(line)).toEqual([]);
});

/** A value may be called as a program is: only what follows is started. */
it.each([
  "env: -u, --unset, -C, --chdir",
  "xargs: -I, -n, -P, -L, -d, -E, -s, -a",
  "timeout: -s, --signal, -k, --kill-after: 5",
  "nice: -n, --adjustment",
  "ionice: -c, -n, --class, --classdata, -p",
  "stdbuf: -i, -o, -e",
  "chroot: --userspec, --groups: /jail",
  "time: -f, -o",
  "sudo: -u, -g, -h, -p, -C, -D, -R, -T, -U",
  "doas: -u, -C",
  "npx: -p, --package, -w, --workspace, --prefix, --registry, --cache, --loglevel, -C",
  "npm exec: -p, --package, -w, --workspace, --prefix, --registry, --cache, --loglevel, -C",
  "pnpx: -p, --package",
  "bunx: -p, --package",
  "uvx: --from, --with, --with-editable, --with-requirements, -p, --python, --index, --default-index, -i, --index-url, -f",
  "uvx: --extra-index-url, --find-links, --directory, --project, --config-file, --cache-dir, --package, --group, --extra",
  "uvx: --env-file, --color, --refresh-package, -P, --upgrade-package, --link-mode, --prerelease, --resolution",
  "uv run: --index-strategy, --exclude-newer, --with, --python",
  "pnpm exec: -C, --dir, --filter, -F, --package",
  "yarn exec: --cwd, -p, --package",
  "bun x: --cwd, --preload, -c, --config",
  "pipx run: --spec, --index-url, --python, --pip-args, --fetch-missing-python",
  "poetry run: -C, --directory, -P, --project",
  "hatch run: -e, --env",
  "pdm run: -p, --project",
  "pixi run: -e, --environment, --manifest-path",
  "mise exec: -C, --cd, -j, --jobs",
  "dotenvx run: -f, --env-file, -fv, --env-vault-file, -fk, --env-keys-file, --convention",
  "op run: --account, --cache, --config, --env-file, --environment",
  "doppler run: -p, --project, -c, --config, -t, --token",
  "infisical run: --env, --path, --token, --projectId, --tags, --domain",
  "dotenv: -e, -v, -p, -c",
  "nodemon: -e, --ext, -w, --watch, -i, --ignore, --delay, --signal, --cwd, --config",
  "conda run: -n, --name, -p, --prefix, --cwd",
  "mamba run: -n, --name",
  "micromamba run: -n, --name",
])("a value of an option is not started by %s", (row) => {
  const [start = "", options = "", skipped] = row.split(": ");
  const rest = skipped === undefined ? "node server.js" : `${skipped} node server.js`;
  for (const option of options.split(", ")) {
    expect([option, startedBy(`${start} ${option} bash ${rest}`)]).toEqual([option, ["node server.js"]]);
  }
});

it.each([
  "npx: -y, -q, -s, --yes, --no, --quiet, --silent, --offline, --prefer-offline, --prefer-online, --no-install",
  "npx: --ignore-existing, --ignore-scripts, --workspaces, --bun, --verbose, --force, --legacy-peer-deps, --no-audit",
  "pnpm exec: -r, -s, -w, --recursive, --silent, --parallel, --stream, --if-present, --workspace-root",
  "npm exec: -y, --yes",
  "bunx: --bun, -y",
  "uvx: -q, -v, -n, --quiet, --verbose, --offline, --no-cache, --no-config, --isolated, --frozen, --locked, --refresh",
  "uv run: --native-tls, --managed-python, --upgrade, --exact, --active",
  "bun run: --bun, --silent, --smol, --hot, --watch, -b",
])("an option that takes no value stands before what is started by %s", (row) => {
  const [start = "", options = ""] = row.split(": ");
  for (const option of options.split(", ")) {
    expect([option, startedBy(`${start} ${option} node server.js`)]).toEqual([option, ["node server.js"]]);
  }
});

it.each([
  "pnpm exec: --new, -rs, --silent-x, --x-r",
  "npx: --new, --no-, -quick, --x-y, --yes-please, --prefer-new",
  "npm exec: --new",
  "bunx: --new",
  "pnpx: -y",
  "uvx: --new, -qx, --x-q, --offline-only, --no-, --refresh-all",
  "uv run: --new",
  "bun run: --new, --hot-new, --x--bun, -x-b, -bc",
  "env: --new",
  "xargs: -r",
])("the word behind an unknown option may be its value, or be started by %s", (row) => {
  const [start = "", options = ""] = row.split(": ");
  for (const option of options.split(", ")) {
    expect([option, startedBy(`${start} ${option} node server.js`)]).toEqual([option, ["node server.js", "server.js"]]);
  }
});

it.each([
  ["env", ["-u", "HOME", "bash"], "command.block", `the command "bash" is not allowed for security reasons`],
  ["uv", ["tool", "run", "--python", "3.12", "/bin/sh"], "command.block", `the command "sh" is not allowed for security reasons`],
  ["npx", ["-yc", "evil"], "command.inline", `a program given as text ("npx -yc") is not allowed for security reasons`],
  [
    "uv",
    ["run", "-m", "pip", "x"],
    "command.inline",
    `a program given as text ("python -m pip") is not allowed for security reasons`,
  ],
])("the decision about %s %j says why", (command, args, rule, reason) => {
  const settings = { ...profiles.strict.policy.command, block: profiles.ollama.policy.command.block };
  expect(judgeCommand(command, args, settings, testWorld())).toEqual({ allowed: false, rule, reason });
});
