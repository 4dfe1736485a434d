import { asObject, valueAt, type Json } from "../../../jsonrpc/json.ts";
import { messages } from "../../../trace/message.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, notApplicable, overall } from "../../outcome.ts";

/** traceparent of W3C Trace Context: version, trace id, parent id, flags; later versions may add more. */
const parent = /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-.*)?$/;
/** One member of tracestate: a key and a printable value without comma and equals sign. */
const stateMember = /^[a-z0-9][a-z0-9_\-*/@]{0,255}=[\x20-\x2b\x2d-\x3c\x3e-\x7e]{1,256}$/;
/** One member of W3C Baggage: a token, a value, and properties, which may say anything. */
const baggageMember = /^[!#$%&'*+\-.^_`|~\w]+\s*=\s*(?:[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]+\s*)?(?:$|;)/;

const parts = (value: string): string[] => value.split(",").map((part) => part.trim());

const formats: Readonly<Record<string, (value: string) => boolean>> = {
  traceparent: (value) => parent.test(value),
  tracestate: (value) => parts(value).every((part) => part === "" || stateMember.test(part)),
  baggage: (value) => parts(value).every((part) => baggageMember.test(part)),
};

export const traceContext: Check = {
  id: "jsonrpc.trace-context",
  title: "traceparent, tracestate and baggage in _meta have the formats of W3C",
  subject: "server",
  level: "MUST",
  spec: { "2026-07-28": "basic/index#meta" },
  advice: "Send on what your tracing library gives you, as it is.",
  verify(trace) {
    const looked = messages(trace).flatMap(({ direction, frame, seq }): Exhibit[] => {
      if (direction !== "received") return [];
      const meta = asObject(
        frame.kind === "result" ? valueAt(frame.result, "_meta") : "params" in frame ? valueAt(frame.params, "_meta") : undefined,
      );
      return Object.entries(formats).flatMap(([name, fits]): Exhibit[] => {
        const value: Json | undefined = meta[name];
        if (value === undefined) return [];
        const right = typeof value === "string" && fits(value);
        return [{ ref: seq, wrong: right ? undefined : `${name} is ${JSON.stringify(value)}` }];
      });
    });
    return looked.length === 0 ? notApplicable("no message carries a trace context") : overall(looked, "");
  },
};
