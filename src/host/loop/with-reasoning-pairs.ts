import type { ToolCallFormat } from "../../toolcall/format.ts";
import { thinkTags } from "../../toolcall/formats/think-tags.ts";

/** The pairs in which models of different makers reason. */
const pairs: readonly (readonly [open: string, close: string])[] = [
  ["<think>", "</think>"],
  ["<|think|>", "<|/think|>"],
  ["[THINK]", "[/THINK]"],
  ["<thought>", "</thought>"],
];

/**
 * A format that takes every usual pair for reasoning besides its own, for a host that is told calls in words by models it does not
 * know. A format that cuts messages into channels has its own way to reason and stays as it is.
 */
export function withReasoningPairs(format: ToolCallFormat): ToolCallFormat {
  const { reasoning, router } = format;
  if (router !== null) return format;
  const own = reasoning ?? { ...thinkTags, startsOpen: "never" };
  return {
    ...format,
    reasoning: {
      ...own,
      open: [...new Set([...own.open, ...pairs.map(([open]) => open)])],
      close: [...new Set([...own.close, ...pairs.map(([, close]) => close)])],
    },
  };
}
