/** The wires a fake model can be spoken to on. */
export const wireNames = ["ollama", "openai", "anthropic"] as const;

/** A wire: Ollama's own API, OpenAI's chat completions, or Anthropic's messages. */
export type WireName = (typeof wireNames)[number];
