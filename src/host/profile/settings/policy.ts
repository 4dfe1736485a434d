import * as z from "zod";
import { natural, positive, variablePattern } from "../units.ts";

/** Which commands may be started as servers. Rows B0-167 to B0-178. */
const command = z.strictObject({
  /** `block`: names of the list are refused; `allow`: only names of the list are started; `off`: anything. */
  mode: z.enum(["off", "block", "allow"]),
  /** The base names refused; compared without regard to case and to an extension such as `.exe`. Row B0-171. */
  block: z.array(z.string().min(1)),
  /** The base names started in mode `allow`; in mode `block` exceptions to the list. Row B0-176. */
  allow: z.array(z.string().min(1)),
  /** Whether the file a command leads to through links counts as well. Row B0-174. */
  followLinks: z.boolean(),
  /** `..` in a command: refused anywhere in the text, or only as a segment of a path. Row B0-175. */
  parentSegment: z.enum(["anywhere", "segment"]),
  /**
   * What is read of a server's arguments: nothing, the command that a wrapper such as `env` would start (`wrappers`), or also
   * inline programs of interpreters, which are refused (`-c`, `-e`, `--eval`: `programs`). Row B0-173.
   */
  arguments: z.enum(["ignore", "wrappers", "programs"]),
});

/** Which arguments a server may be started with. Rows B0-194 to B0-197. */
const argv = z.strictObject({
  /** `meta`: characters a shell would act on are refused; `control`: NUL and line ends only, as no shell is used; `off`: none. */
  mode: z.enum(["off", "meta", "control"]),
  /** Longest flag in mode `meta`. Row B0-196. */
  maxFlagChars: positive,
});

/** What a server's process sees of the host's environment. Rows B0-179 to B0-187. */
const environment = z.strictObject({
  /** `allowList`: only the names in `allow`; `all`: everything. Rows B0-179, B3-013. */
  inherit: z.enum(["allowList", "all"]),
  /** Names handed on in mode `allowList`. Row B0-180. */
  allow: z.array(variablePattern),
  /** Names never handed on, compared exactly. Row B0-181. */
  block: z.array(variablePattern),
  /** Patterns never handed on, compared without regard to case. Row B0-183. */
  patterns: z.array(variablePattern),
  /** Names a request may not set, because they load code or redirect the program search. Row B0-187. */
  refuse: z.array(variablePattern),
  /**
   * A configured variable that is in `block`: dropped with a warning, or kept where the operator's configuration gives it (a
   * request's is dropped), or kept always. Row B0-182.
   */
  configuredSecrets: z.enum(["drop", "operatorKeeps", "keep"]),
  /** PATH when the host has none. Row B0-184. */
  defaultPath: z.string().min(1),
  /** Whether relative and world-writable directories are removed from PATH. Row B0-185. */
  cleanPath: z.boolean(),
});

/** The guard over paths in tool arguments. Rows B0-188 to B0-193. */
const path = z.strictObject({
  /** `requiresPath`: for servers that declare it; `on`: for every server once the chat has a directory; `off`: none. */
  mode: z.enum(["off", "requiresPath", "on"]),
  /** Argument names that hold paths, as a regular expression without regard to case, matched against words of the name. Row B0-192. */
  keys: z.string().min(1).refine(isPattern, "not a regular expression"),
  /** Longest path. Row B0-190. */
  maxChars: positive,
});

/** When a person is asked before a call. Rows B2-038 to B2-047. */
const approval = z.strictObject({
  /** `destructive`: calls of tools that do not declare themselves read-only or harmless. Rows B0-003, B2-038, B2-040. */
  when: z.enum(["off", "all", "destructive"]),
  /** What an empty answer means; the end of input is always a no. Rows B2-040, B2-041. */
  defaultAnswer: z.enum(["yes", "no"]),
  /** Whether the answers "always" and "never" are offered and kept for the session. Row B2-046. */
  remember: z.boolean(),
});

/** What is done about `sudo` in tool arguments. Rows B2-048 to B2-053. */
const sudo = z.strictObject({
  /** `ignore`: arguments are not looked at; `refuse`: a call with it is refused; `ask`: as the flag `rewrite` says. */
  mode: z.enum(["ignore", "refuse", "ask"]),
  /** `prefix`: only `command` of `run_shell_command` that begins with "sudo "; `token`: the word in any command position. Row B2-048. */
  detect: z.enum(["prefix", "token"]),
  /** The flag --enable-sudo-rewrite: a password may be asked for and piped to sudo. Only profile ollmcpc accepts it. Row B2-050. */
  rewrite: z.boolean(),
});

/** Who may talk to the host's own HTTP surfaces. Rows BX-029, BX-030. */
const access = z.strictObject({
  /** Where `mcp_servers` in requests is accepted; beyond loopback it needs --allow-request-servers and a token. Row BX-029. */
  requestServers: z.enum(["never", "loopback", "token"]),
  /** Whether Origin and Host are checked, 403 otherwise. Row BX-030. */
  checkOrigin: z.boolean(),
  /** Host names beyond loopback that are this host. Row BX-030. */
  hosts: z.array(z.string().min(1)),
  /** Origins beyond loopback that may call. Row BX-030. */
  origins: z.array(z.string().min(1)),
  /** Port of loopback origins that may call; 0: any. */
  originPort: natural,
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
  /** Whether CR, LF and TAB in the text of tool arguments become blanks. Rows B2-054, B2-055. */
  compactArguments: z.boolean(),
});

function isPattern(text: string): boolean {
  try {
    return new RegExp(text, "i").flags === "i";
  } catch {
    return false;
  }
}
