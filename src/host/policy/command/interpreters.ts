import type { OptionForm } from "./option-words.ts";

/** How an interpreter is given a program as text: the options for it, besides how it reads others. */
export type Interpreter = OptionForm & {
  readonly inline: RegExp;
  /** Commands of its own that take a program as text. */
  readonly texts?: readonly string[];
  /** Commands of its own after which its options go on, up to the script. */
  readonly runs?: RegExp;
  /** Commands of its own that take its options anywhere, up to `--`. */
  readonly throughout?: RegExp;
};

const words = (text: string): readonly string[] => text.split(" ");

const node: Interpreter = {
  inline: /^(?:-(?:e|p|pe|ep)|--(?:eval|print)(?:=|$))/,
  valued: words(
    "-r --require --import --loader --experimental-loader -C --conditions --env-file --env-file-if-exists --input-type --title " +
      "--stack-trace-limit --inspect-port --debug-port --inspect-publish-uid --icu-data-dir --openssl-config --disable-warning " +
      "--watch-path --diagnostic-dir --max-http-header-size --heapsnapshot-signal --heapsnapshot-near-heap-limit --heap-prof-dir " +
      "--heap-prof-interval --heap-prof-name --cpu-prof-dir --cpu-prof-interval --cpu-prof-name --unhandled-rejections " +
      "--redirect-warnings --report-dir --report-directory --report-filename --report-signal --secure-heap --secure-heap-min " +
      "--snapshot-blob --build-snapshot-config --disable-proto --dns-result-order --experimental-default-type --experimental-policy " +
      "--experimental-sea-config --experimental-config-file --policy-integrity --localstorage-file --allow-fs-read --allow-fs-write " +
      "--network-family-autoselection-attempt-timeout --tls-cipher-list --tls-keylog --trace-event-categories " +
      "--trace-event-file-pattern --trace-require-module --use-largepages --v8-pool-size --test-concurrency --test-name-pattern " +
      "--test-skip-pattern --test-reporter --test-reporter-destination --test-shard --test-timeout --test-isolation " +
      "--test-global-setup --test-coverage-include --test-coverage-exclude --test-coverage-lines --experimental-sea-config",
  ),
  // V8's own options take a value after `=` only.
  flags:
    /^--(?:no-|abort-|allow-|build-snapshot$|cpu-prof$|disable-wasm-|disallow-|enable-|experimental-|expose-|force-|frozen-|harmony|heap-prof$|huge-|insecure-http-parser|inspect(?:-brk|-wait)?$|interpreted-|jitless|openssl-(?:legacy|shared)|pending-|preserve-|prof$|report-(?:compact|exclude|on|uncaught)|throw-|tls-m|trace-|track-|test$|test-(?:force|only|update)|use-(?:bundled|openssl|system)|watch$|watch-preserve|zero-fill)/,
};
/** https://typestrong.org/ts-node/docs/options */
const tsNode: Interpreter = {
  ...node,
  valued: [
    ...node.valued,
    ...words(
      "-P --project -O --compilerOptions --compiler-options -I --ignore --compiler -D --ignoreDiagnostics --cwd --dir --scopeDir",
    ),
  ],
  flags:
    /^(?:-[TFHs]|--(?:esm|swc|transpile-?only|type-?check|files|pretty|emit|scope|skip-?(?:project|ignore)|log-?error|prefer-?ts-?exts|cwd-?mode|script-?mode|compiler-?host|no-.*|enable-.*|inspect.*))$/i,
};
const bun: Interpreter = {
  ...node,
  texts: ["exec", "repl"],
  runs: /^run$/,
  valued: [
    ...node.valued,
    ...words("--preload --cwd -c --config --tsconfig-override -d --define -l --loader --main-fields --port -F --filter"),
  ],
  flags: /^--(?:bun|hot|watch|silent|smol|quiet|no-.*|inspect|if-present|prefer-.*|install|compile|minify)$|^-b$/,
};
const deno: Interpreter = {
  inline: /^--eval(?:=|$)/,
  texts: ["eval", "repl", "jupyter"],
  runs: /^(?:run|serve|test|bench)$/,
  valued: words(
    "-c --config --import-map --cert --location --lock -L --log-level --seed --ext --env-file --v8-flags -r --preload --import",
  ),
  flags:
    /^(?:-A|-q|-R|-W|-N|-E|-S|--(?:allow-|deny-|no-|unstable|quiet|cached-only|check|watch|node-modules-dir|frozen|inspect))/,
};
const plain = (inline: RegExp, valued = ""): Interpreter => ({ inline, valued: words(valued) });

/** Programs that run other programs' text, by name. Python's options are read elsewhere: its letters stand together. */
export const interpreters: Readonly<Record<string, Interpreter>> = {
  ...Object.fromEntries(["node", "nodejs", "tsx", "esno", "jiti", "electron"].map((name) => [name, node])),
  ...Object.fromEntries(["ts-node", "ts-node-esm"].map((name) => [name, tsNode])),
  bun,
  deno,
  perl: plain(/^-[a-zA-Z0-9]*[eE]/),
  ruby: plain(/^-[a-zA-Z0-9]*e/, "-r -I -C -E -x"),
  jruby: plain(/^-[a-zA-Z0-9]*e/, "-r -I"),
  php: plain(/^(?:-[a-zA-Z]*[rBRE]|--(?:run|process-))/, "-d -c -z -t -S"),
  "php-cgi": plain(/^-[rBRE]/, "-d -c"),
  lua: plain(/^-e/, "-l -W"),
  luajit: plain(/^-e/, "-l -j -O"),
  pwsh: plain(/^[-/](?:co?|com\w*|cwa|ec?|en\w*)$/i, "-ExecutionPolicy -WorkingDirectory"),
  Rscript: plain(/^-e/),
  rscript: plain(/^-e/),
  julia: {
    ...plain(/^(?:-[eE]|--(?:eval|print)(?:=|$))/, "-J --sysimage -t --threads -p --procs -L --load"),
    flags: /^--project$/,
  },
  elixir: plain(/^(?:-e|--(?:eval|rpc-eval|erl))/, "-r -pr -pa -pz --cookie --name --sname"),
  groovy: plain(/^-[a-z]*e/, "-cp --classpath -D"),
  scala: plain(/^(?:-e|--execute-)/, "-cp -classpath"),
  clojure: plain(/^(?:-e|--eval)/),
  clj: plain(/^(?:-e|--eval)/),
  racket: plain(/^-[a-z]*e/),
  swipl: plain(/^-[a-z]*g/),
  // The virtual machine runs these commands when it fails, and it can be made to.
  java: plain(
    /^-XX:(?:\+?OnError|\+?OnOutOfMemoryError|Flags)/,
    "-cp -classpath --class-path -p --module-path --add-modules --add-opens",
  ),
  go: {
    ...plain(/^--?(?:exec|toolexec|vettool)(?:=|$)/, "-C"),
    runs: /^(?:run|build|install|vet|list|get|clean|fix)$/,
    throughout: /^test$/,
  },
  cargo: {
    ...plain(/^--config(?:=|$)/),
    runs: /^(?:\+.*|run|r)$/,
    throughout: /^(?:test|t|bench|build|b|check|c|doc|d|rustc|rustdoc|fix|install|clippy)$/,
  },
  "dotnet-script": { ...plain(/^-e/), texts: ["eval"] },
};

/** Modules of Python that take their program as text, or from standard input, or that run another program. */
export const pythonRunners: ReadonlySet<string> = new Set(
  words(
    "timeit pdb bdb code codeop runpy cprofile profile trace ipython ptpython bpython idlelib asyncio debugpy pydevd coverage " +
      "pickle pip pipx webbrowser antigravity turtledemo test xonsh pytest unittest doctest nose invoke fabric viztracer scalene",
  ),
);

/** Shells: whatever is in front of one, `-c` and a text after it is a program as text. */
export const shellNames: ReadonlySet<string> = new Set(
  words("sh bash zsh fish csh ksh dash tcsh ash mksh rbash rksh elvish nu xonsh busybox toybox yash oksh pwsh powershell cmd"),
);
