import { isArray, isObject, type Json } from "../../../jsonrpc/json.ts";
import { canonical } from "../text-forms.ts";

/** Flags that are true where they are absent; all others are false then. */
const trueWhenAbsent = ["destructiveHint", "openWorldHint"];

/** The first place at which something that was sent is not in what was told, or undefined. What was added is not looked at. */
export function lostMember(sent: Json | undefined, told: Json | undefined, place = ""): string | undefined {
  if (isArray(sent)) {
    if (!isArray(told)) return place;
    return sent.map((one, index) => lostMember(one, told[index], `${place}/${index}`)).find((one) => one !== undefined);
  }
  if (isObject(sent)) {
    if (!isObject(told)) return place;
    const members = Object.entries(sent).filter(
      ([name, value]) =>
        name !== "_meta" && value !== null && !(told[name] === undefined && value === trueWhenAbsent.includes(name)),
    );
    return members.map(([name, value]) => lostMember(value, told[name], `${place}/${name}`)).find((one) => one !== undefined);
  }
  return canonical(sent) === canonical(told) ? undefined : place;
}
