import * as z from "zod";
import { formatById } from "../../../toolcall/formats/registry.ts";
import { isPattern } from "../units.ts";

const formatId = z.string().refine((id) => formatById(id) !== undefined, "there is no such format (see `list formats`)");

/** What the host tells the model besides the conversation, and how it reads answers. */
export const modelSettings = z.strictObject({
  /** `native`: tools go into the wire's own member; `prompt`: as text into the system message, and calls are read from the text. */
  strategy: z.enum(["native", "prompt"]),
  /** Which tools of both kinds a model sees when a request brings its own. */
  requestTools: z.enum(["union", "replace"]),
  /** A text of the host's own that the system message begins with; `null`: none. */
  systemText: z.string().min(1).nullable(),
  /** Whether the model is asked for a stream: where the client wants one, or never. */
  stream: z.enum(["asAsked", "never"]),
  /** Whether a text on discovery is put into the system message. */
  discoveryText: z.boolean(),
  /** Whether the model is told the directory a server is limited to. */
  pathText: z.boolean(),
  /** Whether the system message lists every tool as "- name: description". */
  toolListText: z.boolean(),
  /** Whether calls inside reasoning and code fences of raw text count as text. */
  contentFilter: z.boolean(),
  /** Text after the first call of an answer: part of it, or dropped, as a server that stops at the call never makes it. */
  textAfterCall: z.enum(["keep", "drop"]),
  /**
   * Calls in what tools say, where calls are read from the model's text: `inert` breaks their markup before the model sees it, and a call
   * that the model repeats word for word is text; `asIs`: a model that repeats one makes it.
   */
  resultCalls: z.enum(["inert", "asIs"]),
  /**
   * Formats that calls are read from the model's text in, by the model's name (an expression over it in small letters, without owner, a
   * colon as `-`; the first that fits counts). `--format` goes before it; with strategy `prompt` Hermes' format is for all others.
   */
  families: z.array(
    z.strictObject({ models: z.string().min(1).refine(isPattern, "not a regular expression"), format: formatId }),
  ),
  /** Sampling options sent with every request that does not say otherwise, by the wire's own names. */
  options: z.record(z.string(), z.union([z.number(), z.string(), z.boolean()])),
  /** What a tool message without content becomes; `null`: it stays empty. */
  emptyResult: z.string().nullable(),
});
