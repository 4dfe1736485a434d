import type { HostProfile } from "../../profile/host-profile.ts";
import { allowed, type Decision, refused } from "../decision.ts";
import { mask } from "../show/redact.ts";

/** The settings of sudo handling. */
export type SudoSettings = HostProfile["policy"]["sudo"];

/** A command with the password in it, what may be shown of it, and the texts that must never be. */
export type Rewritten = { readonly command: string; readonly shown: string; readonly secrets: readonly string[] };

/** Where a shell begins to read a command: at the front, behind an operator and words of its own, in the text of `sh -c`, and for each file that `find` finds. */
const operator = String.raw`(?:^|[;&|(\n\x60])\s?(?:(?:[!{]|if|elif|while|until|then|do|else)\s)*`;
const shellText = String.raw`(?:^|[\s;&|(/])(?:(?:ba|z|da|k|a|fi)?sh|env)\s(?:-\S+\s)*-\w*[cS]\s?['"]?`;
const begin = String.raw`(?:${operator}|\b(?:then|do|else)\s(?:[!{]\s)*|\s-(?:exec|ok)(?:dir)?\s|${shellText})\s?`;
/** Programs that start the command behind their options and numbers; some options have a word of their own. */
const assignment = String.raw`[A-Za-z_]\w*=\S*`;
const between = String.raw`(?:(?:-[uUgCIs]\s\S+|-(?![uUgCIs]\s)\S+|[\d.]+[smhd]?|${assignment})\s)*`;
const starters = "env|exec|eval|command|builtin|nohup|time|nice|ionice|setsid|stdbuf|timeout|xargs|watch|busybox";
const programs = "sudo|sudoedit|su|doas|pkexec|runuser";
/** For commands in which one blank, or one end of a line, stands between words: that it need not try how many belong to what. */
const privileged = new RegExp(
  String.raw`${begin}(?:${assignment}\s)*(?:(?:[^\s;&|(\x60]*\/)?(?:${starters})\s${between})*` +
    String.raw`(?:[^\s;&|(\x60]*\/)?(?:${programs})(?=$|[\s;&|)'"])`,
);
/** In a longer command it would take seconds to tell where one begins: there the word counts wherever it stands. */
const longest = 20_000;
const mentioned = new RegExp(String.raw`(?<![\w-])(?:${programs})(?![\w-])`);

function isPrivileged(command: string): boolean {
  // To a shell the name of a command is the same in quotes, and a line that ends in a backslash goes on in the next one.
  const bare = command.replaceAll(/\\\n|[\\'"]/g, "");
  return [command, bare].some((text) => {
    const spaced = text.replaceAll(/\s+/g, (blanks) => (blanks.includes("\n") ? "\n" : " "));
    return (spaced.length > longest ? mentioned : privileged).test(spaced);
  });
}

/** Names of members that hold a command, also as the last word of a longer name: `shell_command`, `shellCommand`. */
const commandMembers = /(?:^|[_-])(?:command|cmd|command_?line|script|shell|exec|run|args|argv)$/i;

function isCommandMember(name: string): boolean {
  return commandMembers.test(name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, "_"));
}

/** The one form a password can be handed to. */
const inFront = /^sudo[ \t]+/;
const notInFront = refused("sudo.refused", "a password can be handed only to a command that begins with sudo");

/**
 * The command in tool arguments that asks for another user's rights, or undefined. `prefix` is the one form a known host looks for;
 * `token` finds the word wherever a shell would take it for a command.
 */
export function sudoCommand(tool: string, args: unknown, detect: SudoSettings["detect"]): string | undefined {
  if (typeof args !== "object" || args === null) return undefined;
  if (detect === "prefix") {
    const command = "command" in args ? args.command : undefined;
    return tool === "run_shell_command" && typeof command === "string" && command.startsWith("sudo ") ? command : undefined;
  }
  for (const [name, value] of Object.entries(args) as [string, unknown][]) {
    const inner = sudoCommand(tool, value, detect);
    if (inner !== undefined) return inner;
    if (!isCommandMember(name)) continue;
    // A number or the like among the words is a word as well.
    const text = Array.isArray(value) ? value.filter((one) => typeof one !== "object").join(" ") : value;
    if (typeof text === "string" && isPrivileged(text)) return text;
  }
  return undefined;
}

/**
 * Whether a call may go on; `ask` is allowed here, the password is asked for by whoever can. It is handed to a `command` that begins with
 * sudo only: where else the word stands, nobody can say what would read it.
 */
export function judgeSudo(tool: string, args: unknown, settings: SudoSettings): Decision {
  const command = settings.mode === "ignore" ? undefined : sudoCommand(tool, args, settings.detect);
  if (command === undefined) return allowed;
  const asks = settings.mode === "ask" && settings.rewrite;
  if (!asks) return refused("sudo.refused", "a command with sudo is not run by this host");
  const isWhole = typeof args === "object" && args !== null && "command" in args && args.command === command;
  return isWhole && inFront.test(command) ? allowed : notInFront;
}

/**
 * The command with the password piped to sudo, in quotes that hold whatever is in it; refused without a password. Only for hosts that
 * were told to (`--enable-sudo-rewrite`): it is in the process list for a moment.
 */
export function rewriteSudo(command: string, password: string): Rewritten | Decision {
  if (password === "") return refused("sudo.password", "no password was given");
  if (password.includes("\0")) return refused("sudo.password", "the password contains a NUL character");
  if (/[\n\r]/.test(password)) return refused("sudo.password", "the password contains a line end");
  if (!inFront.test(command)) return notInFront;
  const rest = command.replace(inFront, "");
  const quoted = `'${password.replaceAll("'", "'\\''")}'`;
  // Some shells' echo acts on backslashes and on a leading "-"; printf takes everything as it is.
  const speak = /^-|\\/.test(password) ? "printf '%s\\n'" : "echo";
  return {
    command: `${speak} ${quoted} | sudo -S ${rest}`,
    shown: `${speak} ${mask} | sudo -S ${rest}`,
    secrets: [...new Set(spellings(password))],
  };
}

/** A password as programs may repeat it: as it is, as a shell's word in every way of quoting, and each of these within JSON once or twice. */
function spellings(password: string): readonly string[] {
  const words = [
    password,
    password.replaceAll("'", String.raw`'\''`),
    password.replaceAll("'", `'"'"'`),
    password.replaceAll(/[\\"$`]/g, String.raw`\$&`),
    password.replaceAll(/[^\p{L}\p{N}_@%+=:,./-]/gu, String.raw`\$&`),
  ];
  const inJson = words.flatMap(jsonSpellings);
  return [...words, ...inJson, ...inJson.flatMap(jsonSpellings)];
}

/** A text within a JSON string, as JavaScript writes it, with slashes escaped, and with nothing beyond ASCII in it. */
function jsonSpellings(text: string): readonly string[] {
  const plain = JSON.stringify(text).slice(1, -1);
  const ascii = plain.replaceAll(/[^ -~]/g, (letter) => String.raw`\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return [plain, ascii, plain.replaceAll("/", String.raw`\/`)];
}
