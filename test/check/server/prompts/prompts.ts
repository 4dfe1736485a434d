import type { Json, JsonObject } from "../../../../src/jsonrpc/json.ts";
import { type Answer, asked, gives, type Part } from "../conversation.ts";

/** The server lists these prompts. */
export const listing = (...prompts: readonly Json[]): Part => asked("prompts/list", {}, gives({ prompts }));

/** A page of prompts that is not the last one. */
export const paged = (nextCursor: string, ...prompts: readonly Json[]): Part =>
  asked("prompts/list", {}, gives({ prompts, nextCursor }));

/** The page of prompts behind a cursor. */
export const further = (cursor: string, ...prompts: readonly Json[]): Part =>
  asked("prompts/list", { cursor }, gives({ prompts }));

/** A prompt of this name with these arguments. */
export const prompt = (name: Json, ...args: readonly Json[]): JsonObject => ({ name, arguments: args });

/** An argument a prompt cannot do without. */
export const needed = (name: Json): Json => ({ name, required: true });

/** A prompt is asked for. */
export const got = (name: Json, args?: Json, answer?: Answer): Part =>
  asked("prompts/get", { name, ...(args === undefined ? {} : { arguments: args }) }, answer);

/** The prompt comes. */
export const served: Answer = gives({ messages: [] });
