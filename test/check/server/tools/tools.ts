import type { Json } from "../../../../src/jsonrpc/json.ts";
import type { Line } from "../../../support/traces/small-trace.ts";
import { type Answer, asked, gives, type Part } from "../conversation.ts";

/** The server lists these tools. */
export const listing = (...tools: readonly Json[]): Part => asked("tools/list", {}, gives({ tools }));

/** A tool of this name with no arguments. */
export const tool = (name: string, more: { readonly [member: string]: Json } = {}): Json => ({
  name,
  inputSchema: { type: "object" },
  ...more,
});

/** A tool is called. */
export const called = (name: Json, args?: Json, answer?: Answer, more: { readonly [member: string]: Json } = {}): Part =>
  asked("tools/call", { name, ...(args === undefined ? {} : { arguments: args }), ...more }, answer);

/** The tool says that it did what it was asked. */
export const works = (text = "done"): Answer => gives({ content: [{ type: "text", text }] });

/** The tool says that it failed. */
export const breaks = (text = "no"): Answer => gives({ content: [{ type: "text", text }], isError: true });

type Verdict = "accepts" | "refuses" | "does not know";

const opinion = (verdict: Verdict, errors: readonly string[]): Json => ({
  supported: verdict !== "does not know",
  valid: verdict === "accepts",
  errors: verdict === "refuses" ? errors : [],
});

/** What the validators ajv and hyperjump said of what stands at a line. */
export const judged = (
  name: string,
  about: number,
  [ajv, hyperjump]: readonly [Verdict, Verdict],
  more: { readonly [member: string]: Json } = {},
  errors: readonly (readonly string[])[] = [[], []],
): Line => ({
  kind: "annotation",
  connection: 1,
  about,
  name,
  value: {
    tool: "echo",
    which: "inputSchema",
    ajv: opinion(ajv, errors[0] ?? []),
    hyperjump: opinion(hyperjump, errors[1] ?? []),
    ...more,
  },
});
