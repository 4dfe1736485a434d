import type { ToolCallFormat } from "../../format.ts";

/** List of Python calls (Llama 3.2 / 4 pythonic, ToolACE). */
export const pythonic: ToolCallFormat = {
  id: "pythonic",
  title: "List of Python calls (Llama 3.2 / 4 pythonic, ToolACE)",
  models: ["Llama-3.2-1B/3B", "Llama-4 (pythonic)", "ToolACE-8B", "Gemma-3 via template"],
  modelPatterns: ["llama-?3\\.2-[13]b", "^llama-?4", "^toolace-8b"],
  namesElsewhere: {
    vllm: "pythonic, llama4_pythonic",
    sglang: "pythonic",
    smg: "pythonic",
    dynamo: "pythonic",
    "vllm.rs": "llama4",
  },
  shape: "[NAME(key='text', other=5), …]",
  router: null,
  reasoning: null,
  contentWrap: null,
  fence: "ignore",
  turnEnd: ["<|eom|>", "<|eot|>"],
  tokens: {
    "<|python_start|>": 200016,
    "<|eom|>": 200007,
    "<|eot|>": 200008,
  },
  callId: null,
  parallel: "list elements",
  variants: [],
  notes: ["[ counts as an opener only at the start of the message and when an identifier and ( follow."],
  sources: ["vLLM tool_parsers/pythonic_tool_parser.py", "guoqingbao/vllm.rs src/server/parser.rs"],
  confirmedBy: ["vLLM"],
  engine: "pythonic",
  syntax: {
    open: ["["],
    close: ["]"],
    separator: ",",
    startsAt: "message-start",
    bareWraps: [["<|python_start|>", "<|python_end|>"]],
  },
};
