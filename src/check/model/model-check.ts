import type { Level } from "../check.ts";
import type { Outcome } from "../outcome.ts";
import type { ModelApi, ModelTrace } from "./model-event.ts";

/** A statement about how an inference server treats the text of its models, judged by the trace of one family on one path. */
export type ModelCheck = {
  readonly id: string;
  readonly title: string;
  readonly subject: "model";
  readonly level: Level;
  /** Where it stands, by wire: the documentation of the API, or ours. A wire that is absent is not judged by it. */
  readonly spec: Readonly<Partial<Record<ModelApi, string>>>;
  readonly advice: string;
  /** Pure: looks at the trace and at nothing else. */
  readonly verify: (trace: ModelTrace) => Outcome;
};

const ollamaChat = "https://github.com/ollama/ollama/blob/main/docs/api.md#generate-a-chat-completion";
const openaiReference = "https://platform.openai.com/docs/api-reference/chat";

/** Where statements about answers stand. */
export const documented = {
  answer: { ollama: ollamaChat, openai: `${openaiReference}/object` },
  stream: { ollama: "https://docs.ollama.com/capabilities/streaming", openai: `${openaiReference}/streaming` },
  request: { ollama: ollamaChat, openai: `${openaiReference}/create` },
  thinking: { ollama: "https://docs.ollama.com/capabilities/thinking", openai: "docs/models.md#reasoning" },
} as const satisfies Readonly<Record<string, ModelCheck["spec"]>>;

/** A section of our own documentation, where no API says what we hold a server to. */
export const ours = (section: string): ModelCheck["spec"] => ({
  ollama: `docs/models.md#${section}`,
  openai: `docs/models.md#${section}`,
});
