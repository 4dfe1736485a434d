import type { Json } from "../../../../src/jsonrpc/json.ts";
import { ask, done, failed, type Line, note, opened, received, sent } from "../../../support/traces/small-trace.ts";

/** A server on a connection that declares these capabilities: three events. */
export const declaring = (capabilities: Json, connection = 1, more: Parameters<typeof opened>[0] = {}): Line[] => [
  opened({ connection, ...more }),
  sent(ask("init", "initialize", {}), { connection }),
  received(done("init", { capabilities }), { connection }),
];

let last = 0;

/** A list of tools, asked for and answered with these names: two events. */
export function listed(names: readonly string[], connection = 1, params?: Json, more: object = {}): Line[] {
  last += 1;
  const tools = names.map((name) => ({ name }));
  return [sent(ask(last, "tools/list", params), { connection }), received(done(last, { tools, ...more }), { connection })];
}

/** A list of tools that was asked for and refused: two events. */
export function refusedList(code: number, params?: Json): Line[] {
  last += 1;
  return [sent(ask(last, "tools/list", params)), received(failed(last, code))];
}

/** The server says that its tools changed. */
export const changed = (connection = 1): Line => received(note("notifications/tools/list_changed"), { connection });
