import type { Json, JsonObject } from "../../../../src/jsonrpc/json.ts";
import { type Answer, asked, gives, type Part } from "../conversation.ts";

/** The server says what it can do. */
export const announcing = (capabilities: Json): Part => asked("initialize", {}, gives({ capabilities }));

const argument: Json = { name: "a", value: "" };

/** A completion is asked for an argument of a prompt. */
export const asking = (answer?: Answer, name: Json = "p"): Part =>
  asked("completion/complete", { ref: { type: "ref/prompt", name }, argument }, answer);

/** A completion is asked for an argument of something that is no prompt. */
export const askingOf = (ref: JsonObject, answer?: Answer): Part => asked("completion/complete", { ref, argument }, answer);

/** A completion of a prompt is asked for, and not of which argument. */
export const bare = (answer?: Answer, name: Json = "p"): Part =>
  asked("completion/complete", { ref: { type: "ref/prompt", name } }, answer);

/** A completion comes. */
export const completing = (completion: Json): Part => asking(gives({ completion }));

/** These values come. */
export const completed = (...values: readonly Json[]): Part => completing({ values });
