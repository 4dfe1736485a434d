import type { ChatLayout } from "./chat-layout.ts";
import type { ModelFamily, OllamaSettings, SpecialToken } from "./family.ts";
import { jinjaTemplate } from "./jinja-template.ts";

/** What a family that is another with changes says of itself, and what differs. */
type Differences = Pick<ModelFamily, "id" | "title" | "format"> &
  Partial<Pick<ModelFamily, "specials" | "eos" | "ends" | "bos" | "toolResultSigns" | "oneCall" | "escapesDisputed">> & {
    /** Parts of its prompts, in place of the other's. */
    readonly layout?: Partial<ChatLayout>;
    /** Specials after those of the other. */
    readonly moreSpecials?: readonly SpecialToken[];
    /** Its models call several tools at a time where those of the other call one. */
    readonly manyCalls?: true;
    /** What Ollama is told, which no family takes from another; a function where it needs the layout. */
    readonly ollama: OllamaSettings | ((layout: ChatLayout) => OllamaSettings);
  };

/** A family that is another with changes; what is not said is as in the other. */
export function familyLike(
  other: ModelFamily,
  { layout: changed, moreSpecials = [], manyCalls, ollama, ...rest }: Differences,
): ModelFamily {
  const { oneCall, ...shared } = other;
  const layout = { ...other.layout, ...changed };
  return {
    ...shared,
    ...(oneCall === undefined || manyCalls === true ? {} : { oneCall }),
    ...rest,
    specials: [...(rest.specials ?? other.specials), ...moreSpecials],
    layout,
    chatTemplate: jinjaTemplate(layout),
    ollama: typeof ollama === "function" ? ollama(layout) : ollama,
  };
}
