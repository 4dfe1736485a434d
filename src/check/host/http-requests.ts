import { hostEvents, type HostTrace, type ServerHttp } from "./host-event.ts";

/** The HTTP requests that reached a server (all servers when none is named) after an event, in order. */
export function requestsTo(trace: HostTrace, server: string | undefined, after: number): ServerHttp[] {
  return hostEvents(trace, "server-http").filter(
    (event) => event.seq > after && (server === undefined || event.server === server),
  );
}

/** Whether a request has header fields of these forms, regular expressions without regard to case; `null`: lacks the field. */
export function hasFields({ headers }: ServerHttp, forms: Readonly<Record<string, string | null>>): boolean {
  return Object.entries(forms).every(([field, form]) => {
    const seen = headers[field.toLowerCase()];
    return form === null ? seen === undefined : seen !== undefined && new RegExp(form, "i").test(seen);
  });
}
