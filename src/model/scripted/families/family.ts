import type { ChatLayout } from "./chat-layout.ts";

/** A special token as the real model's converter declares it; llama.cpp hides control tokens, user-defined ones are text. */
export type SpecialToken = {
  readonly text: string;
  readonly type: "control" | "user-defined";
};

/** What Ollama is told about a model of the family: a built-in renderer and parser, or a Go template; nothing where it has neither. */
export type OllamaSettings = {
  readonly renderer?: string;
  readonly parser?: string;
  readonly template?: string;
};

/** A model family: what a server sees of it. Everything the compiler knows about it is in here. */
export type ModelFamily = {
  readonly id: string;
  readonly title: string;
  /** The tool-call format in which its models say calls: an id of `src/toolcall`. */
  readonly format: string;
  readonly specials: readonly SpecialToken[];
  /** Ends every answer that does not end with another of `ends`. */
  readonly eos: string;
  /** All specials that end an answer, `eos` among them. */
  readonly ends: readonly string[];
  /** Begins every prompt; null when the family has none. */
  readonly bos: string | null;
  /** Texts of a prompt that show a tool result; specials or texts that become user-defined tokens. */
  readonly toolResultSigns: readonly string[];
  /** Its prompts as data, from which the templates are made. */
  readonly layout: ChatLayout;
  /** Its models call one tool at a time: the maker's own chat template refuses a history with more. */
  readonly oneCall?: true;
  /**
   * Within quotes a backslash is read in two ways, as an escape and as itself, both by servers that are sound otherwise; the source
   * says which.
   */
  readonly escapesDisputed?: true;
  /** A chat template in Jinja that shows tools, calls and results. */
  readonly chatTemplate: string;
  readonly ollama: OllamaSettings;
};
