import type { Secrets } from "../base/secrets/secrets.ts";
import type { FrameEvent, Unread, Unrecorded } from "./wire-event.ts";

/** What takes secrets out of what is recorded. */
export type Hiding = Pick<Secrets, "hide" | "hideBytes" | "hideValue">;

/**
 * An event without secrets. What mcpcheck itself says in it (the scenario, the verb, the tag) stays as it is, for that is what checks
 * go by.
 */
export function hiddenEvent(event: Unrecorded, { hide, hideBytes, hideValue }: Hiding): Unrecorded {
  switch (event.kind) {
    case "frame":
      return hiddenFrame(event, { hide, hideBytes, hideValue });
    case "connect":
      return { ...event, target: hide(event.target) };
    case "skip":
      return { ...event, reason: hide(event.reason) };
    case "stderr":
      return { ...event, text: hide(event.text, event.cut) };
    case "http-request":
      return {
        ...event,
        url: hide(event.url),
        headers: hiddenHeaders(event.headers, hide).map(([name, value]) => [name, withoutCredential(name, value)] as const),
        body: event.body === null ? null : hide(event.body),
      };
    case "http-response":
      return { ...event, headers: hiddenHeaders(event.headers, hide) };
    case "http-body":
      return { ...event, text: hide(event.text, event.cut), ...hiddenRest(event, { hide, hideBytes }) };
    case "sse-event": {
      const { event: type, data, id, retry, comment, ...rest } = event;
      const texts = Object.entries({ event: type, data, id, retry, comment }).filter(([, text]) => text !== undefined);
      const hidden = Object.fromEntries(texts.map(([name, text]) => [name, hide(text as string, event.cut)]));
      return { ...rest, ...hidden, ...hiddenRest(event, { hide, hideBytes }) };
    }
    case "http-end":
      return event.message === undefined ? event : { ...event, message: hide(event.message) };
    case "silence":
      return { ...event, awaiting: hide(event.awaiting) };
    case "failure":
      return { ...event, message: hide(event.message) };
    case "annotation":
      return { ...event, value: hideValue(event.value) };
    case "role":
      return { ...event, tool: hide(event.tool) };
    case "told":
      return { ...event, steps: hideValue(event.steps) };
    case "report":
      return { ...event, value: hideValue(event.value) };
    case "auth": {
      const { url, headers, fields, found, answer } = event;
      const hidden = { url: hide(url), headers: hideValue(headers), fields: hideValue(fields), found: hideValue(found) };
      return { ...event, ...hidden, ...(answer === undefined ? {} : { answer: hideValue(answer) }) };
    }
    case "fetched":
      return { ...event, url: hide(event.url) };
    case "judge-as":
    case "step":
    case "stdin-closed":
    case "signal":
    case "exit":
    case "orphans":
    case "memory":
      return event;
  }
}

/** The member by member copy is for speed: nearly all events of a flood are frames. */
export function hiddenFrame(event: Unrecorded<FrameEvent>, { hide, hideBytes }: Hiding): Unrecorded<FrameEvent> {
  const { kind, connection, direction, text, bytes, terminator, base64, cut, unread, pieces } = event;
  const frame = { kind, connection, direction, text: hide(text, cut ?? terminator === ""), bytes, terminator };
  if (pieces !== undefined) return { ...frame, pieces };
  if (base64 === undefined && cut === undefined) return frame;
  return { ...frame, ...(cut === undefined ? {} : { cut }), ...hiddenRest({ base64, unread }, { hide, hideBytes }) };
}

/** What may be beside the text of a message. */
function hiddenRest(
  { base64, unread }: { readonly base64?: string | undefined; readonly unread?: Unread | undefined },
  { hide, hideBytes }: Pick<Hiding, "hide" | "hideBytes">,
): { readonly base64?: string; readonly unread?: Unread } {
  const id = unread?.id;
  return {
    ...(base64 === undefined ? {} : { base64: hideBytes(base64) }),
    ...(unread === undefined ? {} : { unread: typeof id === "string" ? { ...unread, id: hide(id) } : unread }),
  };
}

function hiddenHeaders(headers: readonly (readonly [string, string])[], hide: Hiding["hide"]): (readonly [string, string])[] {
  return headers.map(([name, value]) => [hide(name), hide(value)] as const);
}

/** What authorizes a request is no one's business, however short or ordinary it is. */
function withoutCredential(name: string, value: string): string {
  if (!/^(?:(?:proxy-)?authorization|cookie|(?:x-)?api-key)$/i.test(name)) return value;
  const scheme = /^(?:Bearer|Basic|Digest|Token|ApiKey)\s+/i.exec(value)?.[0] ?? "";
  return scheme + value.slice(scheme.length).replace(/[^=;\s]/g, "x");
}
