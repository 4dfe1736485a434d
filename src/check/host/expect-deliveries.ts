import * as z from "zod";
import { counted } from "../../base/counted.ts";
import { utf8 } from "../../base/bytes.ts";
import { hmacSha256, sha256 } from "../../base/sha256.ts";
import { isObject, type Json, type JsonObject } from "../../jsonrpc/json.ts";
import { inconclusive, satisfied, violated } from "../outcome.ts";
import { bounds, inWords, within } from "./bounds.ts";
import { pointed } from "./expect-model.ts";
import { expectation } from "./expectation.ts";
import { hostEvents, type HostTrace, type ServerFrame } from "./host-event.ts";
import { asText, holds, parsed } from "./server-messages.ts";

const json: z.ZodType<Json, Json> = z.json();

/** What is meant by a delivery: to whom, and what it holds. */
export type Delivered = {
  readonly server: string;
  readonly holds?: JsonObject | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
};

/** The deliveries to an agent that hold something, in order: what was posted to it that is a JSON object and no request. */
export function deliveriesTo(trace: HostTrace, { server, holds: part = {}, headers = {} }: Delivered): ServerFrame[] {
  return hostEvents(trace, "server-received").filter((event) => {
    const value = parsed(event.text);
    const hasHeaders = Object.entries(headers).every(([name, form]) => {
      const seen = event.headers?.[name];
      return seen !== undefined && new RegExp(form, "u").test(seen);
    });
    const isRequest = isObject(value) && "method" in value && "id" in value;
    return event.server === server && !isRequest && holds(value, part) && hasHeaders;
  });
}

/** The value of `X-Signature` over a text, with a secret of any length (RFC 2104). */
export function signatureOver(secret: string, text: string): string {
  const key = utf8(secret);
  const short = key.length <= 64 ? key : bytesOf(sha256(key));
  return `sha256=${hmacSha256(short, utf8(text))}`;
}

const bytesOf = (digits: string): Uint8Array => Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

/** What was delivered to an agent: so often, holding this, with header fields of these forms, and signed with a secret that the host gave. */
export const delivered = expectation(
  z.strictObject({
    server: z.string().describe("the agent it is delivered to"),
    times: bounds.optional(),
    holds: z.record(z.string(), json).optional(),
    headers: z.record(z.string(), z.string()).optional().describe("by name in small letters, regular expressions"),
    signed: z
      .strictObject({ step: z.int().nonnegative(), secret: z.string() })
      .optional()
      .describe(
        "X-Signature is the HMAC of exactly the bytes that came, with the secret at this JSON pointer of that step's answer",
      ),
  }),
  true,
  ({ times, signed, ...meant }, trace) => {
    const found = deliveriesTo(trace, meant);
    const [asked] = hostEvents(trace, "asked");
    if (asked === undefined) return inconclusive("the host was asked nothing");
    const all = hostEvents(trace, "server-received").filter(({ server }) => server === meant.server);
    if (!within(found.length, times))
      return violated(
        found.at(-1) ?? all.at(-1) ?? asked,
        `${meant.server} was told ${counted(found.length, "time")}, expected ${inWords(times)}${all.length > found.length ? ` (it was posted ${counted(all.length, "thing")}, the last ${JSON.stringify(all.at(-1)?.text.slice(0, 200))})` : ""}`,
      );
    if (signed !== undefined) {
      const given = hostEvents(trace, "answered").find(({ step }) => step === signed.step);
      const secret = asText(pointed(parsed(given?.text ?? ""), signed.secret));
      if (secret === "") return violated(given ?? asked, `no secret was given at ${signed.secret}`);
      const wrong = found.find(({ text, headers }) => headers?.["x-signature"] !== signatureOver(secret, text));
      if (wrong !== undefined)
        return violated(wrong, `X-Signature is ${wrong.headers?.["x-signature"] ?? "missing"}, not that of the bytes that came`);
    }
    return found.length === 0 ? satisfied([asked]) : satisfied(found);
  },
);
