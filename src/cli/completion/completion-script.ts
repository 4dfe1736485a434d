import type { CommandWords } from "./command-words.ts";

/** The shells there are scripts for, each with the line that has it read by every shell that is started. */
export const shells = {
  bash: 'eval "$(mcpcheck completion bash)"    # in ~/.bashrc',
  zsh: 'eval "$(mcpcheck completion zsh)"    # in ~/.zshrc',
  fish: "mcpcheck completion fish | source    # in ~/.config/fish/config.fish",
  powershell: "mcpcheck completion powershell | Out-String | Invoke-Expression    # in $PROFILE",
} as const;

/** A shell there is a script for. */
export type Shell = keyof typeof shells;

/**
 * The script that completes the words of mcpcheck in a shell. All words stand in it: nothing is started while somebody types. What is not
 * known (files, names) and what stands behind `--` is left to the shell.
 */
export function completionScript(shell: Shell, words: readonly CommandWords[]): string {
  return { bash, zsh, fish, powershell }[shell](words);
}

/** A text in single quotes of a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

function bash(words: readonly CommandWords[]): string {
  const arm = (pattern: string, list: readonly string[]): string =>
    list.length === 0 ? "" : `    ${pattern}) words=${quoted(list.join(" "))} ;;\n`;
  const paths = words.filter(({ path }) => path !== "").map(({ path }) => quoted(path));
  const values = words.flatMap(({ path, options }) =>
    options.map(({ word, values: known }) => arm(quoted(`${path} ${word}`), known ?? [])),
  );
  const taking = words.flatMap(({ path, options }) =>
    options.filter(({ values: known }) => known?.length === 0).map(({ word }) => quoted(`${path} ${word}`)),
  );
  return `# Completes the words of mcpcheck in bash.
_mcpcheck() {
  local current="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" path="" words="" index
  COMPREPLY=()
  for ((index = 1; index < COMP_CWORD; index++)); do
    [ "\${COMP_WORDS[index]}" = "--" ] && return
    case "\${path:+$path }\${COMP_WORDS[index]}" in
      ${paths.join(" | ")}) path="\${path:+$path }\${COMP_WORDS[index]}" ;;
    esac
  done
  case "$path $before" in
${values.join("")}    ${taking.join(" | ")}) return ;;
  esac
  if [ -z "$words" ]; then
    case "$current" in
      -*) case "$path" in
${words
  .map(({ path, options }) =>
    arm(
      `  ${quoted(path)}`,
      options.map(({ word }) => word),
    ),
  )
  .join("")}      esac ;;
      *) case "$path" in
${words
  .map(({ path, commands }) =>
    arm(
      `  ${quoted(path)}`,
      commands.map(({ word }) => word),
    ),
  )
  .join("")}      esac ;;
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _mcpcheck mcpcheck
`;
}

function zsh(words: readonly CommandWords[]): string {
  return `# zsh takes the completions of bash.
autoload -U +X compinit && compinit
autoload -U +X bashcompinit && bashcompinit
${bash(words)}`;
}

function fish(words: readonly CommandWords[]): string {
  const lines = words.flatMap(({ path, commands, options }) => {
    const start = `complete -c mcpcheck -n ${quoted(`__mcpcheck_at ${fishWord(path)}`)}`;
    return [
      ...commands.map(({ word, about }) => `${start} -f -a ${word} -d ${fishWord(about)}`),
      ...options.map(({ word, about, values }) => {
        const value = values === undefined ? "" : values.length === 0 ? " -r" : ` -x -a ${fishWord(values.join(" "))}`;
        return `${start} -l ${word.slice(2)}${value} -d ${fishWord(about)}`;
      }),
    ];
  });
  return `# Completes the words of mcpcheck in fish.
function __mcpcheck_at
  set -l path ""
  for word in (commandline -opc)[2..-1]
    test "$word" = "--"; and return 1
    set -l longer (string trim -- "$path $word")
    contains -- "$longer" ${words.flatMap(({ path }) => (path === "" ? [] : [fishWord(path)])).join(" ")}; and set path "$longer"
  end
  test "$path" = "$argv[1]"
end
${lines.join("\n")}
`;
}

/** A text in single quotes of fish, in which a backslash and a quote are written with a backslash. */
const fishWord = (text: string): string => `'${text.replaceAll("\\", "\\\\").replaceAll("'", String.raw`\'`)}'`;

function powershell(words: readonly CommandWords[]): string {
  const text = (value: string): string => `'${value.replaceAll("'", "''")}'`;
  const list = (values: readonly string[]): string => `@(${values.map(text).join(", ")})`;
  const tables = words.map(
    ({ path, commands, options }) =>
      `    ${text(path)} = @{ commands = ${list(commands.map(({ word }) => word))}; options = ${list(options.map(({ word }) => word))}; values = @{ ${options
        .flatMap(({ word, values }) => (values === undefined ? [] : [`${text(word)} = ${list(values)}`]))
        .join("; ")} } }`,
  );
  return `# Completes the words of mcpcheck in PowerShell.
Register-ArgumentCompleter -Native -CommandName mcpcheck -ScriptBlock {
  param($current, $line, $cursor)
  $known = @{
${tables.join("\n")}
  }
  $path = ''
  $before = ''
  foreach ($element in ($line.CommandElements | Select-Object -Skip 1)) {
    if ($element.Extent.EndOffset -ge $cursor -and $current -ne '') { break }
    $word = $element.ToString()
    if ($word -eq '--') { return }
    $longer = "$path $word".Trim()
    if ($known.ContainsKey($longer)) { $path = $longer }
    $before = $word
  }
  $here = $known[$path]
  $words = if ($here.values.ContainsKey($before)) { $here.values[$before] } elseif ($current -like '-*') { $here.options } else { $here.commands }
  $words | Where-Object { $_ -like "$current*" } | ForEach-Object { [System.Management.Automation.CompletionResult]::new($_) }
}
`;
}
