import * as z from "zod";
import { isPattern, natural, positive, variablePattern } from "../units.ts";

/** Which commands may be started as servers. */
const command = z.strictObject({
  /**
   * `allow`: only what `allow` names is started; `block`: names of the list are refused, which cannot be complete; `off`: anything.
   */
  mode: z.enum(["off", "block", "allow"]),
  /** The base names refused; compared without regard to case and to an extension such as `.exe`. */
  block: z.array(z.string().min(1)),
  /**
   * What is started in mode `allow`, and the exceptions to the list in mode `block`: a name (the program along PATH), a path, or the
   * beginning of a command line (`npx -y some-server`).
   */
  allow: z.array(z.string().min(1)),
  /** Whether the file a command leads to through links counts as well. */
  followLinks: z.boolean(),
  /** Whether hard links and copies of known programs count as these programs, and scripts as their interpreters. */
  sameFile: z.boolean(),
  /** `..` in a command: refused anywhere in the text, or only as a segment of a path. */
  parentSegment: z.enum(["anywhere", "segment"]),
  /**
   * What is read of a server's arguments: nothing, the command that a wrapper such as `env` would start (`wrappers`), or also
   * inline programs of interpreters, which are refused (`-c`, `-e`, `--eval`: `programs`).
   */
  arguments: z.enum(["ignore", "wrappers", "programs"]),
});

/** Which arguments a server may be started with. */
const argv = z.strictObject({
  /** `meta`: characters a shell would act on are refused; `control`: NUL and line ends only, as no shell is used; `off`: none. */
  mode: z.enum(["off", "meta", "control"]),
  /** Longest flag in mode `meta`. */
  maxFlagChars: positive,
});

/** What a server's process sees of the host's environment. */
const environment = z.strictObject({
  /** `allowList`: only the names in `allow`; `all`: everything. */
  inherit: z.enum(["allowList", "all"]),
  /** Names handed on in mode `allowList`. */
  allow: z.array(variablePattern),
  /** Names never handed on, compared exactly. */
  block: z.array(variablePattern),
  /** Patterns never handed on, compared without regard to case. */
  patterns: z.array(variablePattern),
  /** Names a request may set; all others are refused, because they may load code or lead a program elsewhere. */
  requestable: z.array(variablePattern),
  /** Names a request may not set even so. */
  refuse: z.array(variablePattern),
  /**
   * A configured variable that is in `block`: dropped with a warning, or kept where the operator's configuration gives it (a
   * request's is dropped), or kept always.
   */
  configuredSecrets: z.enum(["drop", "operatorKeeps", "keep"]),
  /** PATH when the host has none. */
  defaultPath: z.string().min(1),
  /** Whether relative and world-writable directories are removed from PATH. */
  cleanPath: z.boolean(),
});

/** The guard over paths in tool arguments. */
const path = z.strictObject({
  /** `requiresPath`: for servers that declare it; `on`: for every server once the chat has a directory; `off`: none. */
  mode: z.enum(["off", "requiresPath", "on"]),
  /** Argument names that hold paths, as a regular expression without regard to case, matched against words of the name. */
  keys: z.string().min(1).refine(isPattern, "not a regular expression"),
  /**
   * Argument names that may hold paths, in the same form: a value that looks like one is taken for one there, and a file URL anywhere.
   * `null`: only names say what is a path.
   */
  maybe: z.string().min(1).refine(isPattern, "not a regular expression").nullable(),
  /** Longest path. */
  maxChars: positive,
});

/** When a person is asked before a call. */
const approval = z.strictObject({
  /** `destructive`: calls of tools that do not declare themselves read-only or harmless. */
  when: z.enum(["off", "all", "destructive"]),
  /** What an empty answer means; the end of input is always a no. */
  defaultAnswer: z.enum(["yes", "no"]),
  /** Whether the answers "always" and "never" are offered and kept for the session. */
  remember: z.boolean(),
});

/** What is done about `sudo` in tool arguments. */
const sudo = z.strictObject({
  /** `ignore`: arguments are not looked at; `refuse`: a call with it is refused; `ask`: as the flag `rewrite` says. */
  mode: z.enum(["ignore", "refuse", "ask"]),
  /** `prefix`: only `command` of `run_shell_command` that begins with "sudo "; `token`: the word in any command position. */
  detect: z.enum(["prefix", "token"]),
  /** The flag --enable-sudo-rewrite: a password may be asked for and piped to sudo. Only profile ollmcpc accepts it. */
  rewrite: z.boolean(),
});

/** Who may talk to the host's own HTTP surfaces. */
const access = z.strictObject({
  /** Where `mcp_servers` in requests is accepted; beyond loopback it needs --allow-request-servers and a token. */
  requestServers: z.enum(["never", "loopback", "token"]),
  /** Whether Origin and Host are checked, 403 otherwise. */
  checkOrigin: z.boolean(),
  /** Host names beyond loopback that are this host. */
  hosts: z.array(z.string().min(1)),
  /** Origins beyond loopback that may call, and that count as the host's own. */
  origins: z.array(z.string().min(1)),
  /** Port of loopback origins that may call; 0: any. */
  originPort: natural,
  /**
   * Whose requests may start programs or answer for a person: `own`: pages of the host's own address or of `origins`, and callers
   * without an Origin, in both cases as application/json; `any`: whoever may call.
   */
  starters: z.enum(["own", "any"]),
});

/** Every guard of the host. */
export const policySettings = z.strictObject({
  command,
  argv,
  environment,
  path,
  approval,
  sudo,
  access,
  /** Whether CR, LF and TAB in the text of tool arguments become blanks. */
  compactArguments: z.boolean(),
});
