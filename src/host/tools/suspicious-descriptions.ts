import type { Route } from "./routing-table.ts";
import { withoutEnd } from "../../base/without-end.ts";

/** Words that are meant for the model rather than for whoever wants to know what a tool does. */
const orders: readonly RegExp[] = [
  /<\/?(?:important|system|instructions?|assistant|secret)\b[^<>]{0,40}>/i,
  /\b(?:ignore|disregard|forget)\s+(?:all\s+|any\s+|the\s+|your\s+)*(?:previous|prior|above|earlier|other)\b/i,
  /\b(?:do\s+not|don't|never)\s+(?:tell|mention|inform|notify|show)\b[^.]{0,60}\buser\b/i,
  /<\|[a-z_]{2,20}\|>|\[\/?INST\]/i,
];

/** Characters that nobody sees: of format and direction, and the tags of Unicode, but for what emoji are joined by. */
const hidden = /[\u{E0000}-\u{E007F}\u00ad\u200b\u200e\u200f\u2028-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/u;

/**
 * What a person should know of definitions before a model follows them: one that gives orders, one with characters nobody sees, one
 * that speaks of a tool of another server. A host cannot judge what is meant, so nothing is kept from the model.
 */
export function suspiciousDescriptions(routes: readonly Route[]): readonly string[] {
  const owners = new Map<string, ReadonlySet<string>>();
  const own = (name: string, server: string): void => void owners.set(name, new Set([...(owners.get(name) ?? []), server]));
  for (const { fullName, server, tool } of routes) {
    own(fullName, server);
    // A plain word such as `search` appears in many a description.
    if (/[_-]|[a-z][A-Z]/.test(tool.name)) own(tool.name, server);
  }
  return routes.flatMap(({ fullName, server, tool }) => {
    const warn = (what: string): string => `the definition of ${fullName} (server ${server}) ${what}`;
    const foreign = wordsOf(tool.description).find((word) => {
      const servers = owners.get(word);
      return servers !== undefined && !servers.has(server);
    });
    return [
      ...(orders.some((order) => order.test(tool.digest)) ? [warn("holds words that look like orders to the model")] : []),
      ...(hidden.test(tool.digest) ? [warn("holds characters that nobody sees")] : []),
      ...(foreign === undefined ? [] : [warn(`speaks of ${foreign}, a tool of another server`)]),
    ];
  });
}

/** Names as they may appear in a text, without the full stop or colon after them. */
function wordsOf(text: string): readonly string[] {
  return (text.match(/[\w:./-]+/g) ?? []).map((word) => withoutEnd(word, ":./-"));
}
