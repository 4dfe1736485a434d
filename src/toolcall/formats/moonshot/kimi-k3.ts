import type { ToolCallFormat } from "../../format.ts";

/** XTML sections with typed arguments (Kimi K3). */
export const kimiK3: ToolCallFormat = {
  id: "kimi-k3",
  title: "XTML sections with typed arguments (Kimi K3)",
  models: ["Kimi-K3"],
  modelPatterns: ["^kimi-k3"],
  namesElsewhere: {
    vllm: "kimi_k3",
    sglang: "kimik3",
    smg: "kimi_k3",
    "llama.cpp": "kimi-k3",
    xgrammar: "kimi_k3",
  },
  shape:
    '<|open|>tools<|sep|><|open|>call tool="NAME" index="1"<|sep|><|open|>argument key="KEY" type="string"<|sep|>VALUE<|close|>argument<|sep|><|close|>call<|sep|><|close|>tools<|sep|><|close|>message<|sep|>',
  router: {
    kind: "sections",
  },
  reasoning: {
    open: ["<|open|>think<|sep|>"],
    close: ["<|close|>think<|sep|>"],
    startsOpen: "template",
    toolInside: "ignore",
  },
  contentWrap: {
    open: ["<|open|>response<|sep|>"],
    close: ["<|close|>response<|sep|>"],
    newline: false,
    opaque: true,
    always: true,
  },
  fence: "none",
  turnEnd: ["<|close|>message<|sep|>", "<|end_of_msg|>"],
  tokens: {},
  callId: "none on the wire, only an index per message: the server must mint unique ids",
  parallel: "several calls in one section",
  variants: [],
  notes: [
    'Attribute values escape & and " as &amp; and &quot;; bodies are raw.',
    "A call may carry one JSON body instead of arguments.",
    "The words think, response, tools are ordinary text outside of tags.",
  ],
  sources: ["llama.cpp common/parsers/kimi-k3.cpp", "llama.cpp tests/test-chat.cpp", "llama.cpp models/templates/Kimi-K3.jinja"],
  confirmedBy: ["chat template", "llama.cpp", "SMG"],
  engine: "tagged-args",
  syntax: {
    sectionOpen: ["<|open|>tools<|sep|>"],
    sectionClose: ["<|close|>tools<|sep|>"],
    callOpen: ['<|open|>call tool="'],
    nameEnd: '"<|sep|>',
    ordinal: '" index="',
    argOpen: '<|open|>argument key="',
    argNameEnd: '"<|sep|>',
    typeAttribute: {
      open: '" type="',
      kind: "json-types",
    },
    argClose: "<|close|>argument<|sep|>",
    callClose: "<|close|>call<|sep|>",
    valueTrim: "none",
    cdata: false,
    entities: "attributes",
    jsonBody: ['<|open|>json type="object"<|sep|>', "<|close|>json<|sep|>"],
    layout: {},
  },
};
