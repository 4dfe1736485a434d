import type { ToolCallFormat } from "../../format.ts";
import { formatLike } from "../format-like.ts";
import { jamba } from "./jamba.ts";

/** JSON array in <tool_calls> (Apriel). */
export const apriel: ToolCallFormat = formatLike(jamba, {
  id: "apriel",
  title: "JSON array in <tool_calls> (Apriel)",
  models: ["ServiceNow Apriel 1.5/1.6 Thinker"],
  modelPatterns: ["^apriel-"],
  namesElsewhere: { "llama.cpp": "autoparser" },
  shape: '<tool_calls>[{"name": NAME, "arguments": ARGS}, …]</tool_calls>',
  reasoning: {
    open: ["Here are my reasoning steps:"],
    close: ["[BEGIN FINAL RESPONSE]"],
    startsOpen: "template",
    toolInside: "ignore",
    where: "message-start",
  },
  notes: [
    "Apriel 1.6 opens the reasoning with a sentence in the prompt; the output then only has the closer, on a line of its own.",
  ],
  sources: ["llama.cpp tests/test-chat.cpp"],
  confirmedBy: ["chat template", "llama.cpp"],
});
