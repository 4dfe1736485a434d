import type { EventOf, WireEvent } from "../../trace/wire-event.ts";

/** What a person reads of a wire event: the bytes that travelled, or in words what happened. */
export function wireText(event: WireEvent): string {
  switch (event.kind) {
    case "frame":
    case "http-body":
    case "stderr":
      return event.text;
    case "http-request":
      return [
        `${event.method} ${event.url}`,
        ...headerLines(event.headers),
        ...(event.body === null ? [] : ["", event.body]),
      ].join("\n");
    case "http-response":
      return [`HTTP ${event.status}`, ...headerLines(event.headers)].join("\n");
    case "sse-event":
      return sseText(event);
    case "annotation":
      return `${event.name} on #${event.about}: ${JSON.stringify(event.value)}`;
    default:
      return happening(event);
  }
}

function happening(event: Exclude<WireEvent, EventOf<TextKind>>): string {
  switch (event.kind) {
    case "connect":
      return `connected to ${event.target} (${event.transport}, session ${event.session})`;
    case "judge-as":
      return `judged by revision ${event.revision}`;
    case "step":
      return `${event.scenario}: ${event.verb}${event.tag === undefined ? "" : ` (${event.tag})`}`;
    case "role":
      return `${event.tool} is taken for the role "${event.role}", ${event.by === "hint" ? "as the hints file says" : "as was seen"}`;
    case "skip":
      return `${event.scenario} skipped: ${event.reason}`;
    case "told":
      return `${event.scenario}: the client is told ${JSON.stringify(event.steps)}`;
    case "report":
      return `the client reports on step ${event.step}: ${JSON.stringify(event.value)}`;
    case "fetched":
      return `the client fetched ${event.url} (${event.method})`;
    case "auth":
      return authText(event);
    case "stdin-closed":
      return "stdin closed";
    case "signal":
      return `${event.signal} sent to the process group`;
    case "exit":
      return event.signal === null ? `exited with code ${event.code}` : `ended by ${event.signal}`;
    case "orphans":
      return `${event.count} ${event.count === 1 ? "process" : "processes"} of its group left behind`;
    case "memory":
      return `its processes held ${(event.bytes / 2 ** 20).toFixed(1)} MiB`;
    case "http-end":
      return `the answer ended: ${event.how}${event.message === undefined ? "" : ` (${event.message})`}`;
    case "silence":
      return `no answer to ${event.awaiting} within ${event.ms} ms`;
    case "failure":
      return event.message;
  }
}

type TextKind = "frame" | "http-body" | "stderr" | "http-request" | "http-response" | "sse-event" | "annotation";

function headerLines(headers: readonly (readonly [string, string])[]): string[] {
  return headers.map(([name, value]) => `${name}: ${value}`);
}

function sseText(event: EventOf<"sse-event">): string {
  const fields = [
    ...(event.comment ?? "")
      .split("\n")
      .filter(Boolean)
      .map((line) => `: ${line}`),
    ...(["event", "id", "retry"] as const).flatMap((name) => (event[name] === undefined ? [] : [`${name}: ${event[name]}`])),
    ...(event.data === undefined ? [] : event.data.split("\n").map((line) => `data: ${line}`)),
  ];
  return fields.join("\n");
}

/** What was asked of somebody who lets clients in, and what came of it. */
function authText({ party, method, url, fields, found, answer }: EventOf<"auth">): string {
  const asked = `${method} ${url} ${JSON.stringify(fields)} (${party}${Object.keys(found).length === 0 ? "" : `: ${JSON.stringify(found)}`})`;
  if (answer === undefined) return `${asked}, let through`;
  return `${asked}, answered ${answer.status} ${JSON.stringify({ ...answer.headers, body: answer.body })}`;
}
