import { withoutEnd } from "../../../base/without-end.ts";

/** Letters of other scripts that look like those of a command's name, small letters only. */
const lookalikes: Readonly<Record<string, string>> = {
  "\u0430": "a",
  "\u0441": "c",
  "\u0501": "d",
  "\u0435": "e",
  "\u04bb": "h",
  "\u0456": "i",
  "\u0458": "j",
  "\u043e": "o",
  "\u0440": "p",
  "\u051b": "q",
  "\u0455": "s",
  "\u051d": "w",
  "\u0445": "x",
  "\u0443": "y",
  "\u03b1": "a",
  "\u03bf": "o",
  "\u03bd": "v",
  "\u03b9": "i",
  "\u03c4": "t",
  "\u03ba": "k",
  "\u03c1": "p",
  "\u03c5": "u",
  "\u0261": "g",
  "\u0131": "i",
  "\u043a": "k",
  "\u043c": "m",
  "\u0442": "t",
  "\u0432": "b",
  "\u043d": "h",
  "\u03b5": "e",
};

const extensions = /\.(?:exe|cmd|bat|com|ps1)$/;

/** Programs that are installed under names with their version and machine: `perl5.36`, `bash-5.2`, `perl5.36-x86_64-linux-gnu`. */
const versioned =
  /^(perl|ruby|jruby|php|php-cgi|lua|luajit|tclsh|tcl|wish|bash|zsh|ksh|mksh|rksh|fish|dash|pwsh|python|pypy|ipython|node|nodejs|deno|bun|java|git|make|vim)(?:[-.]?\d[\d.]*[a-z]{0,3})?(?:[-.](?:static|dbg|debug|preview|lts|x86_64|amd64|i[3-6]86|aarch64|arm64|arm\w*|ppc64\w*|riscv64|s390x|unknown|pc|linux|gnu\w*|musl\w*|darwin|apple))*$/;

/** What starts any program that is given to it: the loaders of glibc and musl, under their many names. */
const loader = /^(?:ld(?:-linux[\w-]*|-musl[\w-]*|64|-elf[\w-]*|-\d[\d.]*)?|libc(?:\.musl[\w-]*)?)\.so(?:\.\d+)*$/;

/**
 * The name under which a command is known: without folders, version, extension and case, and with look-alike letters folded, so that no
 * spelling of a name gets past a list of names. What is left when a letter or an ending falls may itself be such a spelling (`sh.exe.exe`),
 * so this goes on until nothing changes any more.
 */
export function programName(command: string): string {
  const name = foldOnce(command);
  return name === command ? name : programName(name);
}

/** Compatibility forms are resolved before folders are cut off: a full-width slash is a slash to whoever reads the name. */
function foldOnce(command: string): string {
  const plain = command.normalize("NFKC").toLowerCase();
  const last = plain.split(/[/\\]/).findLast((part) => part !== "") ?? "";
  if (last === ".") return ".";
  const letters = Array.from(last, (letter) => lookalikes[letter] ?? letter).join("");
  const folded = withoutEnd(letters.replace(/[\p{Cf}\p{Cc}\p{M}]/gu, ""), ". ");
  // Package runners take the version of a program behind an @.
  const bare = folded.replace(extensions, "").replace(/(?<=.)@[^@]*$/, "");
  return loader.test(bare) && bare !== "libc.so.6" ? "ld.so" : (versioned.exec(bare)?.[1] ?? bare);
}
