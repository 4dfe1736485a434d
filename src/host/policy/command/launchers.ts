import type { OptionForm } from "./option-words.ts";

/** A program whose arguments name another command. */
export type Launcher = OptionForm & {
  /** What comes before that command: nothing (`""`), or one of these words; `*` is any, such as a time. */
  readonly phrases: readonly string[];
  /** Whether it takes other words before that command, which then stands behind `--`. */
  readonly divided?: boolean;
  /** What may stand in front of that command within its word, such as an environment. */
  readonly prefix?: RegExp;
  /** Options of its own that take a program as text, where it starts a command at all. */
  readonly inline?: RegExp;
  /** Options of its own that name another program to run, or options of that, whatever it does. */
  readonly always?: RegExp;
  /** Whether it takes its own options after that command as well. */
  readonly everywhere?: boolean;
  /** Options of its own that name a module of Python. */
  readonly module?: RegExp;
};

const words = (text: string): readonly string[] => (text === "" ? [] : text.split(" "));
const before = (valued: string, phrases: readonly string[] = [""], more: Partial<Launcher> = {}): Launcher => ({
  valued: words(valued),
  phrases,
  ...more,
});

// npm takes every beginning of an option's name that means only one, and with one dash as well as with two.
const npmPrograms =
  /^--?(?:script-s[\w-]*|node-o[\w-]*|shell?|git|edit\w*|view\w*|brow\w*|onload-s[\w-]*|init-m[\w-]*|userc\w*|globalc\w*)(?:=.*)?$/s;
const npmCall = /^(?:-[a-zA-Z]*c|--?call?(?:=.*)?)$/s;
const npmFlags =
  /^-(?:y|q|s|-yes|-no(?:-\w[\w-]*)?|-quiet|-silent|-verbose|-force|-legacy-peer-deps|-offline|-prefer-(?:offline|online)|-ignore-existing|-ignore-scripts|-workspaces|-bun)$/;
const npmValued = "-p --package -w --workspace --prefix --registry --cache --loglevel --userconfig -C";
const uvValued =
  "--from --with --with-editable --with-requirements -p --python --index --default-index -i --index-url --extra-index-url -f " +
  "--find-links --directory --project --config-file --cache-dir --package --group --extra --env-file --color --refresh-package " +
  "-P --upgrade-package --link-mode --prerelease --resolution --index-strategy --exclude-newer";
const uvFlags =
  /^-(?:q|v|n|-quiet|-verbose|-offline|-no-\w.*|-isolated|-frozen|-locked|-refresh|-native-tls|-managed-python|-upgrade|-exact|-active)$/;
const shellMode = /^(?:-c|--shell-mode)$/;
const scriptPrograms = /^(?:--script-shell(?:=.*)?|--node-options(?:=.*)?|--config\..*)$/s;
const pnpmFlags = /^-(?:r|s|w|-recursive|-silent|-parallel|-stream|-if-present|-workspace-root)$/;
const miseCommand = /^(?:-[a-zA-Z]*c|--command(?:=.*)?)$/s;
const givenText = /^--command(?:=.*)?$/s;
const conda = before("-n --name -p --prefix --cwd", ["run"]);

/** Programs that start what their arguments name, by name. */
export const launchers: Readonly<Record<string, Launcher>> = {
  env: before("-u --unset -C --chdir -S --split-string"),
  xargs: before("-I -n -P -L -d -E -s -a"),
  timeout: before("-s --signal -k --kill-after", ["*"]),
  nice: before("-n --adjustment"),
  ionice: before("-c -n --class --classdata -p"),
  stdbuf: before("-i -o -e"),
  chroot: before("--userspec --groups", ["*"]),
  time: before("-f -o"),
  sudo: before("-u -g -h -p -C -D -R -T -U"),
  doas: before("-u -C"),
  npx: before(npmValued, [""], { inline: npmCall, always: npmPrograms, flags: npmFlags }),
  pnpx: before("-p --package", [""], { inline: shellMode, always: scriptPrograms }),
  bunx: before("-p --package", [""], { flags: npmFlags }),
  uvx: before(uvValued, [""], { flags: uvFlags }),
  npm: before(npmValued, ["exec", "x"], { inline: npmCall, always: npmPrograms, flags: npmFlags, everywhere: true }),
  pnpm: before("-C --dir --filter -F --package", ["", "dlx", "exec"], {
    inline: shellMode,
    always: scriptPrograms,
    flags: pnpmFlags,
  }),
  yarn: before("--cwd -p --package", ["dlx", "exec", "run"], { inline: shellMode, always: scriptPrograms }),
  bun: before("--cwd --preload -c --config", ["x", "run"], { flags: /^--(?:bun|silent|smol|hot|watch)$|^-b$/ }),
  uv: before(uvValued, ["run", "tool run"], { flags: uvFlags, module: /^(?:-[qvnsU]*m=?|--module(?:=|$))(.*)$/s }),
  pipx: before("--spec --index-url --python --pip-args --fetch-missing-python", ["run"]),
  poetry: before("-C --directory -P --project", ["run"]),
  pipenv: before("", ["run"]),
  hatch: before("-e --env", ["run"], { prefix: /^[^:]*:/ }),
  pdm: before("-p --project", ["run"]),
  rye: before("", ["run"]),
  pixi: before("-e --environment --manifest-path", ["run"]),
  corepack: before(""),
  mise: before("-C --cd -j --jobs", ["exec", "x"], { inline: miseCommand, everywhere: true, divided: true }),
  dotenvx: before("-f --env-file -fv --env-vault-file -fk --env-keys-file --convention", ["run"], { divided: true }),
  // Programs that fetch secrets for what they start.
  op: before("--account --cache --config --env-file --environment", ["run"], { divided: true }),
  doppler: before("-p --project -c --config -t --token", ["run"], { divided: true, inline: givenText }),
  infisical: before("--env --path --token --projectId --tags --domain", ["run"], { divided: true, inline: givenText }),
  dotenv: before("-e -v -p -c", [""], { divided: true }),
  nodemon: before("-e --ext -w --watch -i --ignore --delay --signal --cwd --config", [""], {
    always: /^(?:-x|--exec)(?:=.*)?$/s,
  }),
  nix: before("", ["run", "shell", "develop"], { inline: /^(?:-c|--command)$/, everywhere: true, prefix: /^[^#]*#/ }),
  "nix-shell": before("", [], { always: /^--(?:run|command)$/ }),
  "cross-env": before(""),
  // This one hands its words to a shell, whatever they are.
  "cross-env-shell": before("", [], { always: /^/ }),
  winpty: before(""),
  setarch: before("", ["", "*"]),
  asdf: before("", ["exec"]),
  bundle: before("", ["exec"]),
  ...Object.fromEntries(["conda", "mamba", "micromamba"].map((name) => [name, conda])),
  ...Object.fromEntries(
    ["nohup", "setsid", "busybox", "toybox", "command", "linux32", "linux64", "i386", "x86_64"].map((name) => [name, before("")]),
  ),
};
