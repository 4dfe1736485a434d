import type { ToolCallFormat } from "../../format.ts";
import { thinkTags } from "../think-tags.ts";

/** steptml invokes between call tokens (Step 3). */
export const step3: ToolCallFormat = {
  id: "step3",
  title: "steptml invokes between call tokens (Step 3)",
  models: ["StepFun Step-3"],
  modelPatterns: ["^step-?3(?!\\.)"],
  namesElsewhere: {
    vllm: "step3",
    sglang: "step3",
    smg: "step3",
  },
  shape:
    '<｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="NAME"><steptml:parameter name="KEY">VALUE</steptml:parameter></steptml:invoke><｜tool_call_end｜>…<｜tool_calls_end｜>',
  router: null,
  reasoning: thinkTags,
  contentWrap: null,
  fence: "ignore",
  turnEnd: [],
  tokens: {},
  callId: null,
  parallel: "several calls in one section",
  variants: ["Some renderings put <｜tool_sep｜> between calls instead of after function."],
  notes: [],
  sources: ["SMG tool_parser/src/parsers/step3.rs", "vLLM tool_parsers/step3_tool_parser.py"],
  confirmedBy: ["vLLM", "SMG"],
  engine: "tagged-args",
  syntax: {
    sectionOpen: ["<｜tool_calls_begin｜>"],
    sectionClose: ["<｜tool_calls_end｜>"],
    callOpen: [["<｜tool_call_begin｜>", "function<｜tool_sep｜>", '<steptml:invoke name="']],
    nameEnd: '">',
    argOpen: '<steptml:parameter name="',
    argNameEnd: '">',
    argClose: "</steptml:parameter>",
    callClose: "</steptml:invoke>",
    outerClose: "<｜tool_call_end｜>",
    valueTrim: "none",
    cdata: false,
    entities: "none",
    layout: {},
  },
};
