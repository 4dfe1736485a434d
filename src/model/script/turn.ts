import * as z from "zod";
import { formats } from "../../toolcall/formats/registry.ts";
import { expression } from "./expression.ts";
import { fault } from "./fault.ts";

/** Id of a tool-call format. */
export const formatId = z.enum(formats.map(({ id }) => id) as [string, ...string[]]);

/** How a text is cut into the pieces that are streamed. */
export const split = z.union(
  [
    z.enum(["whole", "characters", "tokens", "asked"]),
    z.strictObject({ every: z.int().positive().describe("UTF-16 units per piece") }),
    z.strictObject({ at: z.array(z.int().positive()).describe("cuts at these UTF-16 units") }),
    z.strictObject({ pieces: z.array(z.string()).describe("the pieces; they must add up to the text") }),
  ],
  {
    error:
      'expected "whole", "characters", "tokens" (markers of the format whole), "asked" (as the user\'s text says), or an object with every, at or pieces',
  },
);
/** A way to cut texts: see the schema of the same name. */
export type Split = z.infer<typeof split>;

const part = z.union([
  z.string(),
  z.strictObject({ result: z.enum(["last", "all"]) }),
  z.strictObject({ user: z.literal(true) }),
  z.strictObject({ tools: z.literal(true).describe("names of the offered tools, separated by blanks") }),
  z.strictObject({ repeat: z.string(), times: z.int().nonnegative() }),
]);
/** A part of a text: literal, or taken from the conversation. */
export type Part = z.infer<typeof part>;

/** A text: literal, or put together from parts. There is no template language. */
const said = z.union([z.string(), z.array(part)], {
  error: "expected a text, or a list of texts and parts (result, user, tools, repeat)",
});
/** A text as a script gives it. */
export type Said = z.infer<typeof said>;

const tool = z.union([
  z
    .string()
    .describe(
      "the offered tool of this name, also after a server's name, or of this server and name (files:read) in whatever form; as it stands when none is offered",
    ),
  z.strictObject({
    asked: expression.describe("regular expression whose first group is the name, found in the user's last text"),
    otherwise: z.string().describe("the name when the user asks for none"),
  }),
  z.strictObject({
    offered: z.string().describe("an offered tool whose name matches; * stands for any characters"),
    except: z.string().optional(),
    nth: z.int().nonnegative().optional().describe("which of those, from 0; after the last the first again"),
  }),
]);
/** Which tool a call means. */
export type ToolReference = z.infer<typeof tool>;

/** A call of a turn. Exactly one of `tool` and `name` says what is called. */
const call = z
  .strictObject({
    tool: tool.optional(),
    name: z.string().optional().describe("the name verbatim, also an empty one"),
    id: z.string().nullable().optional().describe("the id verbatim; null leaves it out; default a fresh one"),
    arguments: z.json().optional().describe("default {}; what is not an object is sent as it is"),
    text: z.string().optional().describe("the arguments as this text, JSON or not"),
    sample: z.literal(true).optional().describe("arguments made from the tool's schema; those of `arguments` go over them"),
    asked: z.literal(true).optional().describe("arguments are the JSON object in the user's last text, if there is one"),
    vary: z.literal(true).optional().describe("plain strings and numbers of the sample differ in every call"),
    bare: z.literal(true).optional().describe("the name without what stands before its last : . / or __"),
    as: z.enum(["object", "string"]).optional().describe("how the member is written, whatever the wire wants"),
    times: z.int().positive().optional().describe("so many calls of this kind"),
  })
  .refine((one) => (one.tool === undefined) !== (one.name === undefined), "a call needs either tool or name")
  .refine(
    (one) => one.text === undefined || [one.arguments, one.sample, one.asked].every((other) => other === undefined),
    "text goes without arguments, sample and asked",
  );
/** A call as a script gives it. */
export type ScriptedCall = z.infer<typeof call>;

/** One answer of the model. Without any text or call it is empty. */
export const turn = z
  .strictObject({
    marker: z
      .string()
      .regex(/^[A-Z0-9_]+$/)
      .optional()
      .describe("comes next when this is in the user's text or a tool result, whatever the round"),
    reasoning: said.optional(),
    say: said.optional().describe("visible text before the calls"),
    calls: z.array(call).optional(),
    after: said.optional().describe("visible text after the calls"),
    raw: said.optional().describe("the model's text, verbatim, markers included, instead of reasoning, say, calls and after"),
    format: formatId.optional().describe("raw text of this format, whatever the script says"),
    cut: z.int().optional().describe("keeps so many UTF-16 units of the raw text; below zero: drops so many from its end"),
    ids: z.boolean().optional().describe("whether markers come with their token ids where the format has some; default true"),
    rounds: z.int().positive().optional().describe("comes so many rounds in a row"),
    split: split.optional(),
    generated: z
      .string()
      .optional()
      .describe(
        "the model's own text, in tokens of four characters, for clients that ask for log-probabilities of a whole answer; default the visible text",
      ),
    finish: z.string().optional().describe("the wire's word for why it stopped, right or wrong"),
    usage: z.strictObject({ prompt: z.int().nonnegative(), completion: z.int().nonnegative() }).optional(),
    fault: fault.optional(),
  })
  .refine(
    ({ raw, reasoning, say, calls, after }) =>
      raw === undefined || [reasoning, say, calls, after].every((one) => one === undefined),
    "raw goes without reasoning, say, calls and after",
  );
/** A turn of a scenario: see the schema of the same name. */
export type Turn = z.infer<typeof turn>;
