import { inlineProgram } from "./inline-program.ts";
import { programName } from "./program-name.ts";

/** A command within another: its words, or inline text that some program would run. */
export type Inner =
  | { readonly kind: "command"; readonly words: readonly string[] }
  | { readonly kind: "program"; readonly flag: string };

/** A program whose arguments name another command: its options that take the next word as value, and plain words that come before. */
type Wrapper = { readonly valued: readonly string[]; readonly plain: number };

/** Row B0-173. */
const wrappers: Readonly<Record<string, Wrapper>> = {
  env: { valued: ["-u", "--unset", "-C", "--chdir", "-S", "--split-string"], plain: 0 },
  xargs: { valued: ["-I", "-n", "-P", "-L", "-d", "-E", "-s", "-a"], plain: 0 },
  timeout: { valued: ["-s", "--signal", "-k", "--kill-after"], plain: 1 },
  nice: { valued: ["-n", "--adjustment"], plain: 0 },
  ionice: { valued: ["-c", "-n", "--class", "--classdata"], plain: 0 },
  stdbuf: { valued: ["-i", "-o", "-e"], plain: 0 },
  chroot: { valued: [], plain: 1 },
  time: { valued: ["-f", "-o"], plain: 0 },
  sudo: { valued: ["-u", "-g", "-h", "-p", "-C"], plain: 0 },
  doas: { valued: ["-u", "-C"], plain: 0 },
  npx: { valued: ["-p", "--package", "-c", "--call", "-w", "--workspace"], plain: 0 },
  pnpx: { valued: ["-p", "--package"], plain: 0 },
  bunx: { valued: ["-p", "--package"], plain: 0 },
  uvx: { valued: ["--from", "--with", "-p", "--python", "--index-url", "--directory"], plain: 0 },
  ...Object.fromEntries(["nohup", "setsid", "busybox", "toybox", "command"].map((name) => [name, { valued: [], plain: 0 }])),
};

/** Words after which these programs name a command. Row B0-173. */
const launchers: Readonly<Record<string, readonly string[]>> = {
  npm: ["exec", "x"],
  pnpm: ["dlx", "exec"],
  yarn: ["dlx", "exec"],
  bun: ["x"],
  uv: ["run", "tool run"],
  pipx: ["run"],
  poetry: ["run"],
  pipenv: ["run"],
};

/** What starting these words would start in turn: through `env`, `xargs`, `busybox`, package runners, or as inline text. Row B0-173. */
export function innerCommands(command: string, args: readonly string[]): readonly Inner[] {
  const name = programName(command);
  const flag = inlineProgram(name, args);
  const inline: Inner[] = flag === undefined ? [] : [{ kind: "program", flag }];
  const wrapper = Object.hasOwn(wrappers, name) ? wrappers[name] : undefined;
  const words = [
    ...(wrapper === undefined ? [] : [afterOptions(args, wrapper)]),
    ...(name === "env" ? splitStrings(args) : []),
    ...afterPhrase(Object.hasOwn(launchers, name) ? (launchers[name] ?? []) : [], args),
  ];
  return [...inline, ...words.filter((one) => one.length > 0).map((one) => ({ kind: "command" as const, words: one }))];
}

/** What is left after options, their values, assignments and a number of plain words. */
function afterOptions(args: readonly string[], { valued, plain }: Wrapper): readonly string[] {
  let left = plain;
  for (let index = 0; index < args.length; index++) {
    const word = args[index] ?? "";
    if (valued.includes(word)) index += 1;
    else if (word.startsWith("-") || /^[A-Za-z_][A-Za-z0-9_]*=/.test(word)) continue;
    else if (left > 0) left -= 1;
    else return args.slice(index);
  }
  return [];
}

function afterPhrase(phrases: readonly string[], args: readonly string[]): (readonly string[])[] {
  const start = phrases.map((one) => one.split(" ")).find((words) => words.every((word, index) => args[index] === word));
  return start === undefined
    ? []
    : [afterOptions(args.slice(start.length), { valued: ["--package", "--with", "--from", "-p"], plain: 0 })];
}

/** `env -S "bash -c x"`: one text that env takes apart itself. */
function splitStrings(args: readonly string[]): (readonly string[])[] {
  return args.flatMap((word, index) => {
    const joined = /^(?:-[a-zA-Z]*S|--split-string=)([\s\S]+)$/.exec(word)?.[1];
    const text = joined ?? (/^(?:-[a-zA-Z]*S|--split-string)$/.test(word) ? args[index + 1] : undefined);
    return text === undefined ? [] : [afterOptions(text.trim().split(/\s+/), { valued: ["-u", "-C"], plain: 0 })];
  });
}
