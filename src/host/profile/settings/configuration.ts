import * as z from "zod";

/** Where the configuration comes from and how strictly it is read. */
export const configurationSettings = z.strictObject({
  /** The form in which this host writes configurations; every form is read. Rows B0-012, B1-001, B2-016, B3-006, B4-001. */
  form: z.enum(["servers", "mcpServers", "llamafarm", "ollmcpc"]),
  /** Files looked for, in order; `~/` is the home directory. The first that loads is used, they are not merged. Rows B0-013, B1-006, B4-002. */
  files: z.array(z.string().min(1)),
  /** The environment variable that holds definitions as JSON text, merged over those of the file; `null`: none. Rows B0-015, B0-016. */
  serversVariable: z.string().min(1).nullable(),
  /** A file that cannot be read as configuration: an error, or a warning and the next one is tried. Row B0-017. */
  malformedFile: z.enum(["error", "skip"]),
  /** No usable configuration after an error: stop, or run without servers. Rows B0-008, B3-012. */
  failure: z.enum(["stop", "withoutServers"]),
  /** Whether a `filesystem` definition exists without any file. Row B0-014. */
  builtinFilesystem: z.boolean(),
  /** Two definitions with one name: an error, or the later wins. Rows B0-019, B0-287. */
  duplicateName: z.enum(["error", "lastWins"]),
  /** An entry with both command and url: an error, the transport it names decides, or the url wins. Rows B0-026, B3-008. */
  commandAndUrl: z.enum(["error", "transport", "url"]),
  /** The transport of an entry that names none: derived from its members, or it has to be named. Rows B0-023, B1-005. */
  transport: z.enum(["derived", "required"]),
  /** What `http` means for an entry that gives only a url: Streamable HTTP, or the old HTTP+SSE. Row B4-003. */
  urlTransport: z.enum(["http", "sse"]),
  /**
   * `${env:NAME}` in values: replaced, where an unset variable is an error (`strict`) or empty text (`empty`), or left as it
   * stands (`off`). Rows B1-069 to B1-075.
   */
  variables: z.enum(["strict", "empty", "off"]),
  /** `if_match` without conditions: an error, or it always matches. Row B0-036. */
  emptyCondition: z.enum(["error", "matches"]),
  /** An unknown auto-enable mode: an error, or it never enables. Row B0-039. */
  unknownMode: z.enum(["error", "never"]),
  /** Where a server is started that names no directory: the host's own, or that of the file it is written in. Row B1-011. */
  workingDirectory: z.enum(["host", "file"]),
  /** Whether `~/` in arguments of servers is the home directory; a shell would do that, and none is used. Row B4-003. */
  homeInArguments: z.boolean(),
  /** Whether `npx`, `python` and `node` are looked for under other names when they are missing. Row B0-131. */
  resolveRunners: z.boolean(),
});
