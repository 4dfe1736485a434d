/** How an interpreter or runner is given a program as text: the option, and those of its options that take the next word as value. */
type InlineForm = { readonly option: RegExp; readonly valued: readonly string[] };

const javascript: InlineForm = {
  option: /^(?:-(?:e|p|pe|ep)|--(?:eval|print)(?:=|$)|--(?:import|loader|experimental-loader)=data:)/,
  valued: (
    "-r --require --import --loader --experimental-loader -C --conditions --env-file --env-file-if-exists --input-type --title " +
    "--stack-trace-limit --inspect-port --icu-data-dir --openssl-config --disable-warning --watch-path --diagnostic-dir"
  ).split(" "),
};
const python: InlineForm = { option: /^-[bBdEhiIOPqRsSuvVx]*c/, valued: ["-X", "-W", "--check-hash-based-pycs"] };

/** Row B0-173. */
const forms: Readonly<Record<string, InlineForm>> = {
  python,
  pypy: python,
  node: javascript,
  nodejs: javascript,
  bun: javascript,
  npx: { option: /^(?:-c|--call(?:=|$))/, valued: ["-p", "--package", "-w", "--workspace"] },
  perl: { option: /^-[a-zA-Z0-9]*[eE]/, valued: [] },
  ruby: { option: /^-[a-zA-Z0-9]*e/, valued: ["-r", "-I"] },
  php: { option: /^(?:-[rBRE]|--run)/, valued: ["-d", "-c"] },
  lua: { option: /^-e/, valued: ["-l"] },
  pwsh: { option: /^-(?:c|e|en|ec)/i, valued: ["-ExecutionPolicy"] },
};

/** Words after which these programs take their program as text. */
const phrases: Readonly<Record<string, readonly string[]>> = {
  deno: ["eval"],
  npm: ["exec -c", "x -c", "exec --call", "x --call"],
};

/**
 * The option under which a program gets its text, or undefined. Only its own options are looked at: what follows the first plain word is
 * for the script that is started. Row B0-173.
 */
export function inlineProgram(name: string, args: readonly string[]): string | undefined {
  const starts = Object.hasOwn(phrases, name) ? (phrases[name] ?? []) : [];
  const phrase = starts.find((one) => one.split(" ").every((word, index) => args[index] === word));
  if (phrase !== undefined) return phrase;
  const form = Object.hasOwn(forms, name) ? forms[name] : undefined;
  if (form === undefined) return undefined;
  for (let index = 0; index < args.length; index++) {
    const word = args[index] ?? "";
    if (!word.startsWith("-") || word === "-" || word === "--") return undefined;
    if (form.option.test(word)) return word;
    if (!form.valued.includes(word)) continue;
    index += 1;
    // Modules may be given as text themselves.
    if (args[index]?.startsWith("data:") === true) return `${word} data:`;
  }
  return undefined;
}
