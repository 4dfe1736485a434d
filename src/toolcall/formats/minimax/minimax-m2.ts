import type { ToolCallFormat } from "../../format.ts";
import { thinkTags } from "../think-tags.ts";

/** invoke / parameter in <minimax:tool_call> (MiniMax M2). */
export const minimaxM2: ToolCallFormat = {
  id: "minimax-m2",
  title: "invoke / parameter in <minimax:tool_call> (MiniMax M2)",
  models: ["MiniMax-M2/2.1/2.5/2.7"],
  modelPatterns: ["^minimax-m2"],
  namesElsewhere: {
    vllm: "minimax_m2",
    sglang: "minimax-m2",
    smg: "minimax_m2",
    dynamo: "minimax_m2",
    "llama.cpp": "autoparser",
    "mlx-lm": "minimax_m2",
    "vllm.rs": "minimax_m2",
  },
  shape: '<minimax:tool_call>\n<invoke name="NAME">\n<parameter name="KEY">VALUE</parameter>\n</invoke>\n</minimax:tool_call>',
  router: null,
  reasoning: thinkTags,
  contentWrap: null,
  fence: "ignore",
  turnEnd: ["[e~["],
  tokens: {
    "<minimax:tool_call>": 200052,
    "</minimax:tool_call>": 200053,
  },
  callId: null,
  parallel: "several invokes in one section",
  variants: [],
  notes: [],
  sources: ["vLLM test_format_conformance.py", "guoqingbao/vllm.rs src/server/parser.rs"],
  confirmedBy: ["chat template", "llama.cpp", "vLLM", "SMG", "mlx-lm"],
  engine: "tagged-args",
  syntax: {
    sectionOpen: ["<minimax:tool_call>"],
    sectionClose: ["</minimax:tool_call>"],
    callOpen: ['<invoke name="'],
    nameEnd: '">',
    argOpen: '<parameter name="',
    argNameEnd: '">',
    argClose: "</parameter>",
    callClose: "</invoke>",
    valueTrim: "none",
    cdata: false,
    entities: "none",
    layout: {
      afterName: "\n",
      afterArg: "\n",
      inSection: "\n",
    },
  },
};
