import * as z from "zod";
import { jsonObject } from "./rule.ts";

const transport = z.enum(["stdio", "http", "sse"]);
const headers = z.record(z.string(), z.string()).optional();
const open = z.literal(true).optional().describe("goes on without waiting for the end of the HTTP response");

/** One thing a client does; a plain string is a request without params. */
const showStep = z.union([
  z.string(),
  z.strictObject({ call: z.string(), arguments: jsonObject.optional(), headers, open }),
  z.strictObject({ request: z.string(), params: jsonObject.optional(), headers, open }),
  z.strictObject({ notify: z.string(), params: jsonObject.optional() }),
  z.strictObject({ raw: z.string() }),
  z.strictObject({ http: z.string(), path: z.string().optional(), headers, body: z.string().optional(), open }),
  z.strictObject({ signal: z.enum(["SIGTERM", "SIGINT"]) }),
  z.strictObject({ eof: z.literal(true) }),
]);
/** One thing a client does in an exchange that shows a mock. */
export type ShowStep = z.infer<typeof showStep>;

/**
 * An exchange that shows what is special about a mock: what a client does after the handshake, and regular expressions for what
 * it sees, in this order. `[pause 500]`, `[exit 3]`, `[spawn]`, `[stderr 12]` and `[ended]` stand for what is not text.
 */
export const show = z.strictObject({
  on: z
    .union([transport, z.array(transport)])
    .optional()
    .describe("default all transports the mock is made for"),
  era: z.enum(["stateful", "stateless"]).optional().describe("default both, as far as it is spoken"),
  handshake: z.literal(false).optional().describe("does only what the steps say"),
  do: z.array(showStep),
  sees: z.array(z.string()).min(1),
  never: z.array(z.string()).optional(),
});
/** An exchange that shows a mock. */
export type Show = z.infer<typeof show>;
