import type { ChatLayout } from "../chat-layout.ts";
import type { ModelFamily } from "../family.ts";
import { jinjaTemplate } from "../jinja-template.ts";

const layout: ChatLayout = {
  system: ["<|im:start|>system<|im:content|>", "<|im:end|>\n"],
  tools: ["\n\n## Tools\n<|tool:start|>", "<|tool:end|>"],
  user: ["<|im:start|>user<|im:content|>", "<|im:end|>\n"],
  assistant: ["<|im:start|>assistant<|im:content|>", "<|im:end|>\n"],
  result: ["<|im:start|>tool<|im:content|><|tool_response:start|>", "<|tool_response:end|>\n<|im:end|>\n"],
  calls: {
    each: "<|tool_call:start|>«name»\n«args»<|tool_call:end|>",
    argument: "<|tool_arg:start|>«key»<|tool_arg:value|>«value»<|tool_arg:end|>\n",
    between: "\n",
  },
  generate: "<|im:start|>assistant<|im:content|><|think:start|><|think:end|>",
};

/**
 * Solar Open 2: names and arguments between tokens of their own. Its reasoning is off, as the maker's chat template does it for a low
 * effort. Sources: the readings of its calls and reasoning that the maker gave to vLLM and SGLang (`solar_open2_*`), which say that
 * every marker is a special token and how prompts end; how results are shown is taken from ds4, a server of other makers
 * (`ds4_server.c`).
 */
export const solarOpen2: ModelFamily = {
  id: "solar-open2",
  title: "Solar Open 2 (<|tool_call:start|>)",
  format: "solar-open2",
  specials: [
    { text: "<|startoftext|>", type: "control" },
    { text: "<|endoftext|>", type: "control" },
    { text: "<|im:start|>", type: "control" },
    { text: "<|im:content|>", type: "control" },
    { text: "<|im:end|>", type: "control" },
    { text: "<|think:start|>", type: "control" },
    { text: "<|think:end|>", type: "control" },
    { text: "<|tool:start|>", type: "control" },
    { text: "<|tool:end|>", type: "control" },
    { text: "<|tool_call:start|>", type: "control" },
    { text: "<|tool_call:end|>", type: "control" },
    { text: "<|tool_arg:start|>", type: "control" },
    { text: "<|tool_arg:value|>", type: "control" },
    { text: "<|tool_arg:end|>", type: "control" },
    { text: "<|tool_response:start|>", type: "control" },
    { text: "<|tool_response:end|>", type: "control" },
  ],
  eos: "<|im:end|>",
  ends: ["<|im:end|>", "<|endoftext|>"],
  bos: null,
  toolResultSigns: ["<|tool_response:start|>"],
  layout,
  chatTemplate: jinjaTemplate(layout),
  ollama: {},
};
