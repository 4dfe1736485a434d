import * as z from "zod";

/** A conversation with the host at a terminal: what has to be seen before the next keys are typed. */
export const terminalStep = z.strictObject({
  args: z.array(z.string()).optional().describe("further words of the command"),
  talk: z
    .array(
      z.strictObject({
        see: z.string().min(1).describe("what the terminal shows, after what was seen before"),
        type: z.string().optional().describe("the keys then pressed; \\r is Enter, \\u0003 Ctrl-C, \\u0004 Ctrl-D"),
      }),
    )
    .min(1),
});
/** A conversation at a terminal: see the schema of the same name. */
export type TerminalStep = z.infer<typeof terminalStep>;
