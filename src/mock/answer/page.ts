import { fromBase64Url, textOf, toBase64Url, utf8 } from "../../base/bytes.ts";
import type { Json, JsonObject } from "../../jsonrpc/json.ts";
import { type Answer, badParams } from "../conversation/answer.ts";
import type { Call } from "./call.ts";

/** One page of a list, with an opaque cursor when there is more (server/utilities/pagination). */
export function pageOf(call: Call, member: string, items: readonly Json[]): Answer {
  const size = call.script.pageSize ?? Math.max(items.length, 1);
  const cursor = call.params["cursor"];
  let start = 0;
  if (cursor !== undefined) {
    const found = typeof cursor === "string" ? offsetOf(member, cursor) : undefined;
    const valid = found !== undefined && found > 0 && found < items.length && found % size === 0;
    if (!valid && !call.omits("cursor")) return badParams("Invalid cursor");
    start = valid ? found : 0;
  }
  const end = start + size;
  const page: JsonObject = { [member]: items.slice(start, end) };
  return { result: end < items.length ? { ...page, nextCursor: cursorAt(member, end) } : page };
}

function cursorAt(member: string, offset: number): string {
  return toBase64Url(utf8(`${member} ${offset}`));
}

function offsetOf(member: string, cursor: string): number | undefined {
  const [, list, digits] = /^([A-Za-z]+) (\d{1,9})$/.exec(textOf(fromBase64Url(cursor) ?? new Uint8Array())) ?? [];
  const offset = Number(digits);
  return list === member && cursorAt(member, offset) === cursor ? offset : undefined;
}
