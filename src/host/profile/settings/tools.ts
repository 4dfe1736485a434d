import * as z from "zod";
import { positive } from "../units.ts";

/** How tools get from servers to the model: names, schemas, discovery. */
export const toolSettings = z.strictObject({
  /**
   * The name a tool has inside the host: `colon` server:tool, `underscore` server_tool, `bare` tool. Calls are routed by a table of
   * full names, a name is never taken apart. Rows B0-061, B1-068, B2-019, B3-020, B4-031.
   */
  naming: z.enum(["colon", "underscore", "bare"]),
  /** Characters of a server's name that become `_` in the prefix: none, or all but letters, digits and `_`. Row B2-020. */
  prefixReplace: z.enum(["none", "nonWord"]),
  /**
   * Whether names a provider would refuse (not `[A-Za-z0-9_-]{1,64}`) are mapped to server__tool, with a hash on collision or excess
   * length, and back. Rows B1-052, BX-005.
   */
  providerSafe: z.boolean(),
  /**
   * Tools of two servers with one full name: an error at load, or the first wins with a warning; within one server the first
   * always wins. Rows B1-068, B2-021, BX-003.
   */
  collision: z.enum(["error", "firstWins"]),
  /** Whether an unknown name that is the bare name of exactly one tool is taken for it. Row B0-078. */
  resolveBareName: z.boolean(),
  /** `jit`: the model starts with the meta-tool alone; `eager`: with every tool. Requests may say otherwise (jit_tools). Rows B0-089, B0-113. */
  exposure: z.enum(["jit", "eager"]),
  /** When servers are contacted: at the first discovery, when a chat first needs its tools, or when the host starts. Rows B0-091, B2-012, B3-005. */
  connect: z.enum(["lazy", "firstUse", "start"]),
  /** Most tools one discovery adds, over all servers together. Row B0-094. */
  discoveryCap: positive,
  /**
   * How discovery patterns match: `loose` strips edge `*` and looks for a part of the namespaced name; `anchored` is a glob over
   * the whole namespaced or bare name. Both ignore case. Rows B0-096 to B0-101.
   */
  discoveryMatch: z.enum(["loose", "anchored"]),
  /** Whether a discovery tells the model how many matches the cap hides. Row B0-095. */
  reportHidden: z.boolean(),
  /** Longest description in the text a discovery gives, in characters; longer ones are cut and end in "...". Row B0-103. */
  discoveryDescription: positive,
  /** Whether the meta-tool takes a bare string where an object with `pattern` belongs. Row B0-289. */
  bareStringPattern: z.boolean(),
  /**
   * Which arguments the host checks before a call: none, that required ones are there, or all against the tool's JSON Schema.
   * Row B4-038.
   */
  validateArguments: z.enum(["none", "required", "schema"]),
  /** Arguments that are not JSON: an error result for the model, or `{}`. Rows B1-063, B4-039. */
  unparsableArguments: z.enum(["error", "empty"]),
  /** Whether a definition that changes between listing and call is pinned by its hash and asks for approval again. Row BX-007. */
  pinDefinitions: z.boolean(),
  /** Whether a person is told of definitions that give orders, hide characters or speak of another server's tools. Rows BX-006, BX-008. */
  flagDefinitions: z.boolean(),
});
