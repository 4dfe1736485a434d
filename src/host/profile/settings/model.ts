import * as z from "zod";

/** What the host tells the model besides the conversation, and how it reads answers. */
export const modelSettings = z.strictObject({
  /** `native`: tools go into the wire's own member; `prompt`: as text into the system message, and calls are read from the text. Rows B1-036, B1-041, B3-021. */
  strategy: z.enum(["native", "prompt"]),
  /** Which tools of both kinds a model sees when a request brings its own. Row B3-026. */
  requestTools: z.enum(["union", "replace"]),
  /** Whether a text on discovery is put into the system message. Row B0-110. */
  discoveryText: z.boolean(),
  /** Whether the model is told the directory a server is limited to. Row B0-111. */
  pathText: z.boolean(),
  /** Whether the system message lists every tool as "- name: description". Row B4-027. */
  toolListText: z.boolean(),
  /** Whether calls inside reasoning and code fences of raw text count as text. Rows B3-053 to B3-062. */
  contentFilter: z.boolean(),
  /** Text behind the first call of an answer: part of it, or dropped, as a server that stops at the call never makes it. Row B3-029. */
  textAfterCall: z.enum(["keep", "drop"]),
  /** Sampling options sent with every request that does not say otherwise, by the wire's own names. Row B4-030. */
  options: z.record(z.string(), z.union([z.number(), z.string(), z.boolean()])),
  /** What a tool message without content becomes; `null`: it stays empty. Row B3-004. */
  emptyResult: z.string().nullable(),
});
