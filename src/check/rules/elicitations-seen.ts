import { type ServerWish, serverWishes } from "../../trace/facts/server-message.ts";
import type { Trace } from "../../trace/trace.ts";

/** What the server asked of the user, in order, in either mode. */
export const allElicitations = (trace: Trace): ServerWish[] => serverWishes(trace, "elicitation/create");

/** What the server asked to have done at a URL. */
export const urlElicitations = (trace: Trace): ServerWish[] => allElicitations(trace).filter(isUrlMode);

/** What the server asked in a form: without a mode it is one. */
export const formElicitations = (trace: Trace): ServerWish[] => allElicitations(trace).filter((wish) => !isUrlMode(wish));

/** Whether an elicitation is in URL mode (2025-11-25, client/elicitation). */
export const isUrlMode = (wish: ServerWish): boolean => wish.params["mode"] === "url";
