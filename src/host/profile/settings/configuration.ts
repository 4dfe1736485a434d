import * as z from "zod";

/** Where the configuration comes from and how strictly it is read. */
export const configurationSettings = z.strictObject({
  /** The form in which this host writes configurations; every form is read. */
  form: z.enum(["servers", "mcpServers", "llamafarm", "ollmcpc"]),
  /** Files looked for, in order; `~/` is the home directory. The first that loads is used, they are not merged. */
  files: z.array(z.string().min(1)),
  /** The environment variable that holds definitions as JSON text, merged over those of the file; `null`: none. */
  serversVariable: z.string().min(1).nullable(),
  /** A file that cannot be read as configuration: an error, or a warning and the next one is tried. */
  malformedFile: z.enum(["error", "skip"]),
  /** No usable configuration after an error in a file that was found: stop, or run without servers. */
  failure: z.enum(["stop", "withoutServers"]),
  /** The same of a file that was named (`--config`): nobody names one to go without it. */
  namedFailure: z.enum(["stop", "withoutServers"]),
  /** Whether a `filesystem` definition exists without any file. */
  builtinFilesystem: z.boolean(),
  /** Two definitions with one name: an error, or the later wins. */
  duplicateName: z.enum(["error", "lastWins"]),
  /** An entry with both command and url: an error, the transport it names decides, or the url wins. */
  commandAndUrl: z.enum(["error", "transport", "url"]),
  /** The transport of an entry that names none: derived from its members, or it has to be named. */
  transport: z.enum(["derived", "required"]),
  /** What `http` means for an entry that gives only a url: Streamable HTTP, or the old HTTP+SSE. */
  urlTransport: z.enum(["http", "sse"]),
  /**
   * `${env:NAME}` in values: replaced, where an unset variable is an error (`strict`) or empty text (`empty`), or left as it
   * stands (`off`).
   */
  variables: z.enum(["strict", "empty", "off"]),
  /** `if_match` without conditions: an error, or it always matches. */
  emptyCondition: z.enum(["error", "matches"]),
  /** An unknown auto-enable mode: an error, or it never enables. */
  unknownMode: z.enum(["error", "never"]),
  /** Where a server is started that names no directory: the host's own, or that of the file it is written in. */
  workingDirectory: z.enum(["host", "file"]),
  /** Whether `~/` in arguments of servers is the home directory; a shell would do that, and none is used. */
  homeInArguments: z.boolean(),
  /** Whether `npx`, `python` and `node` are looked for under other names when they are missing. */
  resolveRunners: z.boolean(),
});
