import type { ToolCallFormat } from "../../format.ts";
import { thinkTags } from "../think-tags.ts";

/** <function name><param name> with CDATA (MiniCPM 5). */
export const minicpm5: ToolCallFormat = {
  id: "minicpm5",
  title: "<function name><param name> with CDATA (MiniCPM 5)",
  models: ["MiniCPM5"],
  modelPatterns: ["^minicpm5"],
  namesElsewhere: {
    vllm: "minicpm5",
    sglang: "minicpm5",
    "llama.cpp": "minicpm5",
  },
  shape: '<function name="NAME"><param name="KEY">VALUE</param></function>',
  router: null,
  reasoning: thinkTags,
  contentWrap: null,
  fence: "ignore",
  turnEnd: ["<|im_end|>"],
  tokens: {},
  callId: null,
  parallel: "one element per call",
  between: "\n",
  variants: [],
  notes: [
    "A text value that contains <, & or a newline is wrapped in <![CDATA[…]]>; inside it only ]]> ends the value.",
    "Other values may be spelled as Python literals.",
  ],
  sources: ["llama.cpp tests/test-chat.cpp", "llama.cpp models/templates/openbmb-MiniCPM5-1B.jinja"],
  confirmedBy: ["llama.cpp", "vLLM"],
  engine: "tagged-args",
  syntax: {
    sectionOpen: [],
    sectionClose: [],
    callOpen: ['<function name="'],
    nameEnd: '">',
    argOpen: '<param name="',
    argNameEnd: '">',
    argClose: "</param>",
    callClose: "</function>",
    valueTrim: "none",
    cdata: true,
    entities: "none",
    layout: {},
  },
};
