import * as z from "zod";
import { isObject, type JsonObject } from "../../../jsonrpc/json.ts";
import { applyPatch } from "../../../mock/script/json-patch.ts";
import { patchOperation } from "../../../mock/script/rule.ts";

/** A deviation of a client towards its caller: what becomes of the report of a step. */
export const reportChange = z.strictObject({
  on: z.string().describe("what the driver was told to do: `list-tools`"),
  nth: z.int().positive().optional().describe("only the so-manieth of them, from 1"),
  patch: z.array(patchOperation).min(1).describe("changes the report, `{step, ok, result}`"),
});

/** A deviation of a client towards its caller. */
export type ReportChange = z.infer<typeof reportChange>;

/** A function that changes the reports of a driver as they are made, in order. */
export function reportChanger(changes: readonly ReportChange[]): (told: string, value: JsonObject) => JsonObject {
  const counts = new Map<string, number>();
  return (told, value) => {
    const count = (counts.get(told) ?? 0) + 1;
    counts.set(told, count);
    const own = changes.filter(({ on, nth }) => on === told && (nth === undefined || nth === count));
    const changed = own.reduce((report, { patch }) => applyPatch(report, patch, {}), value as ReturnType<typeof applyPatch>);
    return isObject(changed) ? changed : value;
  };
}
