/** What comes before and after a part of a prompt. */
export type Wrap = readonly [before: string, after: string];

/**
 * How calls appear in the history. In `each`, «name», «args» (a JSON object) and «id» stand for what varies; formats with an
 * element per argument give `argument` with «key» and «value», which «args» then stands for, and `argumentsBetween` where something
 * separates them.
 */
export type CallLayout = {
  readonly around?: Wrap;
  readonly each: string;
  readonly argument?: string;
  readonly argumentsBetween?: string;
  readonly between?: string;
};

/** The prompts of a family as data; chat templates in Jinja and Go are made from it. */
export type ChatLayout = {
  /** Words by which a server knows templates of the family; they stand in a comment, which no prompt shows. */
  readonly knownBy?: string;
  /** Before everything, without the token that begins every prompt. */
  readonly begin?: string;
  readonly system: Wrap;
  /** The list of tools, within the system message. */
  readonly tools: Wrap;
  readonly user: Wrap;
  readonly assistant: Wrap;
  /** Around an assistant's text in the history, where the family marks it as its answer; nothing of it where there is no text. */
  readonly text?: Wrap;
  readonly result: Wrap;
  readonly calls: CallLayout;
  /** Reasoning in the history, before the content; `apart` where it is a message of its own. Families that do not reason have none. */
  readonly reasoning?: { readonly wrap: Wrap; readonly apart?: true };
  /** What the model goes on from; default what stands before an assistant's message. */
  readonly generate?: string;
};

/** ChatML: the messages of many families, with results as a user's message. */
export const chatMl: Pick<ChatLayout, "system" | "user" | "assistant" | "result"> = {
  system: ["<|im_start|>system\n", "<|im_end|>\n"],
  user: ["<|im_start|>user\n", "<|im_end|>\n"],
  assistant: ["<|im_start|>assistant\n", "<|im_end|>\n"],
  result: ["<|im_start|>user\n<tool_response>\n", "\n</tool_response><|im_end|>\n"],
};

/** How most families list tools: in tags, with a word on how to call them. */
export function toolsInTags(how: string): Wrap {
  return ["\n\nThese tools can be called:\n<tools>\n", `\n</tools>\nTo call one, answer ${how}`];
}
