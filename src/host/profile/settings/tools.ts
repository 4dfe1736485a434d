import * as z from "zod";
import { positive } from "../units.ts";

/** How tools get from servers to the model: names, schemas, discovery. */
export const toolSettings = z.strictObject({
  /**
   * The name a tool has inside the host: `colon` server:tool, `underscore` server_tool, `bare` tool. Calls are routed by a table of
   * full names, a name is never taken apart.
   */
  naming: z.enum(["colon", "underscore", "bare"]),
  /** Characters of a server's name that become `_` in the prefix: none, or all but letters, digits and `_`. */
  prefixReplace: z.enum(["none", "nonWord"]),
  /**
   * Whether names a provider would refuse (not `[A-Za-z0-9_-]{1,64}`) are mapped to server__tool, with a hash on collision or excess
   * length, and back.
   */
  providerSafe: z.boolean(),
  /**
   * Tools of two servers with one full name: an error at load, or the first wins with a warning; within one server the first
   * always wins.
   */
  collision: z.enum(["error", "firstWins"]),
  /** A tool of the client, or an inline one, with the full name of a server's: an error, or the client's hides the server's. */
  clientCollision: z.enum(["error", "clientWins"]),
  /** Whether an unknown name that is the bare name of exactly one tool is taken for it. */
  resolveBareName: z.boolean(),
  /** `jit`: the model starts with the meta-tool alone; `eager`: with every tool. Requests may say otherwise (jit_tools). */
  exposure: z.enum(["jit", "eager"]),
  /** When servers are contacted: at the first discovery, when a chat first needs its tools, or when the host starts. */
  connect: z.enum(["lazy", "firstUse", "start"]),
  /** Most tools one discovery adds, over all servers together. */
  discoveryCap: positive,
  /**
   * How discovery patterns match: `loose` strips edge `*` and looks for a part of the namespaced name; `anchored` is a glob over
   * the whole namespaced or bare name. Both ignore case.
   */
  discoveryMatch: z.enum(["loose", "anchored"]),
  /** Whether a discovery tells the model how many matches the cap hides. */
  reportHidden: z.boolean(),
  /** Longest description in the text a discovery gives, in characters; longer ones are cut and end in "...". */
  discoveryDescription: positive,
  /** What a call of the meta-tool without a text as pattern means: every tool, or an error that says how to call it. */
  missingPattern: z.enum(["everything", "error"]),
  /** Whether the meta-tool takes a bare string where an object with `pattern` belongs. */
  bareStringPattern: z.boolean(),
  /** Which arguments the host checks before a call: none, that required ones are there, or all against the tool's JSON Schema. */
  validateArguments: z.enum(["none", "required", "schema"]),
  /** Arguments that are not JSON: an error result for the model, or `{}`. */
  unparsableArguments: z.enum(["error", "empty"]),
  /** Whether a definition that changes between listing and call is pinned by its hash and asks for approval again. */
  pinDefinitions: z.boolean(),
  /** Whether a person is told of definitions that give orders, hide characters or speak of another server's tools. */
  flagDefinitions: z.boolean(),
});
