import type { WireEvent } from "../../trace/wire-event.ts";
import type { HostEvent } from "./host-event.ts";

/** What of a server's wire is told: messages, standard error and the end. Headers and addresses may hold secrets and are not. */
export function wireTold(server: string, event: WireEvent): HostEvent | undefined {
  const told = (way: Extract<HostEvent, { kind: "wire" }>["way"], text: string): HostEvent => ({
    kind: "wire",
    server,
    way,
    text,
  });
  switch (event.kind) {
    case "frame":
      return told(event.direction === "sent" ? "sent" : "received", event.text);
    case "http-request":
      return event.body === null ? undefined : told("sent", event.body);
    case "http-body":
      return told("received", event.text);
    case "sse-event":
      return event.data === undefined ? undefined : told("received", event.data);
    case "stderr":
      return told("stderr", event.text);
    case "exit":
      return told("ended", event.signal === null ? `exit code ${event.code}` : `signal ${event.signal}`);
    case "failure":
      return told("ended", event.message);
    default:
      return undefined;
  }
}
