import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { effectiveProfile } from "../../../src/host/profile/effective-profile.ts";
import { profiles } from "../../../src/host/profile/profiles.ts";
import { redact } from "../../../src/host/policy/show/redact.ts";
import { judgeSudo, rewriteSudo, sudoCommand } from "../../../src/host/policy/command/sudo.ts";

const prefix = (args: unknown, tool = "run_shell_command"): string | undefined => sudoCommand(tool, args, "prefix");
const token = (args: unknown, tool = "any"): string | undefined => sudoCommand(tool, args, "token");

describe("B2-048: profile ollmcpc looks for one form only", () => {
  test.each([
    ["sudo x", true],
    [" sudo x", false],
    ["sudo", false],
    ["sudoers", false],
    ["/usr/bin/sudo x", false],
    ["x; sudo y", false],
    ["sudo  x", true],
  ])("%j: %j", (command, found) => {
    expect(prefix({ command }) !== undefined).toBe(found);
  });
  test("in one argument of one tool", () => {
    expect([
      prefix({ command: "sudo x" }, "other"),
      prefix({ cmd: "sudo x" }),
      prefix({ command: ["sudo", "x"] }),
      prefix(null),
    ]).toEqual([undefined, undefined, undefined, undefined]);
  });
});

describe("B2-048: strict finds it wherever a shell would take it for a command", () => {
  test.each([
    "sudo x",
    " sudo x",
    "sudo",
    "/usr/bin/sudo x",
    "x; sudo y",
    "x && sudo y",
    "x | sudo tee f",
    "$(sudo id)",
    "`sudo id`",
    "(sudo id)",
    "x\nsudo y",
    "A=b sudo y",
    "nohup sudo y",
    "exec sudo y",
    "doas y",
    "pkexec y",
    "sudo;x",
    "env sudo x",
    "env A=b -u HOME sudo x",
    "/usr/bin/env -i sudo x",
    "env -S 'sudo x'",
    "su -c x",
    "su - root -c 'x'",
    "nice -n 5 sudo x",
    "timeout -s KILL 5s sudo x",
    "x | xargs -n 1 sudo y",
    "sh -c 'sudo x'",
    'bash -lc "sudo x"',
    "if x; then sudo y; fi",
    "! sudo x",
    "{ sudo x; }",
    "runuser -u x y",
    "find . -exec sudo rm {} ;",
    "find . -name a -okdir /usr/bin/sudo x",
    "find . -execdir env A=b sudo x",
  ])("%j", (command) => {
    expect(token({ command })).toBe(command);
  });
  test.each([
    "find . -name sudo",
    "find . -exec ls sudo ;",
    "find . -execute sudo",
    "sudoers",
    "echo sudo",
    "man sudo",
    "cat /etc/sudoers",
    "visudo",
    "pseudo x",
    "apt install sudo",
    "grep 'sudo' f",
    "grep -c 'sudo' f",
    "env",
    "sum x",
    "summary",
    "ls su",
    "echo hello! sudo",
  ])("not %j", (command) => {
    expect(token({ command })).toBeUndefined();
  });
  test.each([
    { cmd: "sudo x" },
    { script: "sudo x" },
    { args: ["sudo", "x"] },
    { options: { command: "sudo x" } },
    { commandLine: "sudo x" },
  ])("in %j", (args) => {
    expect(token(args)).toBeDefined();
  });
  test.each([{ content: "sudo x" }, { text: "sudo x" }, { path: "sudo x" }, "sudo x", null, [], { command: 7 }])(
    "not in %j",
    (args) => {
      expect(token(args)).toBeUndefined();
    },
  );
});

test.each([
  [`${"true; ".repeat(5000)}echo "sudo"`, true],
  [`${"true; ".repeat(5000)}echo pseudo su-x`, false],
  [`${" ".repeat(50_000)}echo sudo`, false],
])("in a command of more than 20,000 characters the word counts wherever it stands (%#)", (command, isFound) => {
  expect(sudoCommand("run", { command }, "token")).toBe(isFound ? command : undefined);
});

describe("B2-050: what becomes of it", () => {
  const args = { command: "sudo id" };
  test.each(["strict", "ollmcpc"] as const)("profile %s refuses it by default", (id) => {
    expect(judgeSudo("run_shell_command", args, profiles[id].policy.sudo)).toMatchObject({
      allowed: false,
      rule: "sudo.refused",
    });
  });
  test("profile ollmcpc with its flag lets it be asked for", () => {
    const { sudo } = effectiveProfile("ollmcpc", ["policy.sudo.rewrite=true"]).policy;
    expect(judgeSudo("run_shell_command", args, sudo).allowed).toBe(true);
  });
  test.each(["ollama", "llamafarm", "vllm-rs", "dolphin"] as const)("profile %s does not look at it", (id) => {
    expect(judgeSudo("run_shell_command", args, profiles[id].policy.sudo).allowed).toBe(true);
  });
  test("other commands are not touched", () => {
    expect(judgeSudo("run_shell_command", { command: "id" }, profiles.strict.policy.sudo).allowed).toBe(true);
  });
  test("the rewritten command, and what is shown of it", () => {
    expect(rewriteSudo("sudo apt update", "pw")).toEqual({
      command: "echo 'pw' | sudo -S apt update",
      shown: "echo *** | sudo -S apt update",
      secrets: ["pw"],
    });
  });
});

test.each(["", "a\nb", "a\rb", "a\0b"])("B2-052: password %j is a refusal", (password) => {
  expect(rewriteSudo("sudo id", password)).toMatchObject({ allowed: false, rule: "sudo.password" });
});

describe("B2-053: a password with anything in it arrives as it is, and nothing of it is run", () => {
  let bin: string;
  beforeAll(() => {
    bin = mkdtempSync(join(tmpdir(), "mcpcheck-sudo-"));
    // A stub, never the real one: prints what it was given on its input, then its arguments.
    writeFileSync(join(bin, "sudo"), '#!/bin/sh\nread -r line\nprintf "%s|%s" "$line" "$*"\n');
    chmodSync(join(bin, "sudo"), 0o755);
  });
  afterAll(() => rmSync(bin, { recursive: true, force: true }));
  test.each(["'", '"', "$HOME", "`id`", "\\", "a\\nb", "-n", "-e x", "'; touch x; '", "a b", "$(id)", "!", "ü😀", "%s"])(
    "%j",
    (password) => {
      const rewritten = rewriteSudo("sudo id -u", password);
      if (!("command" in rewritten)) throw new Error("refused");
      const output = execFileSync("/bin/sh", ["-c", rewritten.command], {
        env: { PATH: `${bin}:/usr/bin:/bin` },
        encoding: "utf8",
      });
      expect(output).toBe(`${password.trim()}|-S id -u`);
    },
  );
});

test("B2-051: whatever the password, it is not in what is shown, and can be masked in what is run", () => {
  const password = fc.string({ minLength: 8 }).filter((text) => !/[\n\r\0]/.test(text) && text.trim() === text);
  fc.assert(
    fc.property(password, (text) => {
      const rewritten = rewriteSudo("sudo id", text);
      if (!("command" in rewritten)) throw new Error("refused");
      expect(rewritten.shown).not.toContain(text);
      expect(redact(rewritten.command, rewritten.secrets)).not.toContain(text);
    }),
  );
});

test("B2-053: a password is masked as shells quote it and as JSON writes it", () => {
  const password = `it's "planted" wörd/`;
  const rewritten = rewriteSudo("sudo id", password);
  if (!("command" in rewritten)) throw new Error("refused");
  const asJson = JSON.stringify({ command: rewritten.command });
  const quoted = `'it'"'"'s "planted" wörd/'`; // as Python's shlex does
  const printed = String.raw`it\'s\ \"planted\"\ wörd/`; // by printf %q
  const ascii = asJson.replaceAll("ö", String.raw`\u00f6`);
  for (const said of [
    quoted,
    rewritten.command,
    asJson,
    JSON.stringify({ content: asJson }),
    printed,
    JSON.stringify(printed),
    ascii,
  ])
    expect(redact(said, rewritten.secrets)).not.toContain("planted");
});
