/** The wires a fake model can be spoken to on. */
export const wireNames = ["ollama", "openai", "anthropic", "gemini"] as const;

/** A wire: Ollama's own API, OpenAI's chat completions and responses, Anthropic's messages, or Gemini's content. */
export type WireName = (typeof wireNames)[number];
