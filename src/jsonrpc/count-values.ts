import { endOfString, marks } from "../base/json/json-marks.ts";

// Every character is compared with these: they are looked up once.
const { blank, quote, comma, openList, closeList, openObject, closeObject } = marks;

/**
 * How many values a JSON text holds, the members of lists and objects and the value itself, names aside; of a text that is
 * no JSON, some number. It looks at every character once, makes nothing, and stops soon after `most`: so what a text would
 * cost to parse is known before it is parsed.
 */
export function countValues(text: string, most = Number.POSITIVE_INFINITY): number {
  let values = 1;
  let opened = false;
  for (let at = 0; at < text.length && values <= most; at += 1) {
    const code = text.charCodeAt(at);
    if (code <= blank) continue;
    const opens = code === openList || code === openObject;
    if (code === quote) at = endOfString(text, at);
    else if (opens || code === comma) values += 1;
    else if (opened && (code === closeList || code === closeObject)) values -= 1;
    opened = opens;
  }
  return values;
}
