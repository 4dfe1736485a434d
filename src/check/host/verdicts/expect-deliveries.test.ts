import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import {
  answer,
  asked,
  askedIn,
  broken,
  kept,
  textTo,
  traceOf,
  type TraceRow,
  unseen,
} from "../../../../test/support/host-traces.ts";
import { signatureOver } from "../expect-deliveries.ts";
import { expectations } from "../expectations.ts";

const { delivered } = expectations;

/** The signature by another implementation. */
const signed = (secret: string, text: string): string => `sha256=${createHmac("sha256", secret).update(text).digest("hex")}`;

describe("what was delivered to an agent is judged", () => {
  const post = (text: string, headers?: Readonly<Record<string, string>>, server = "sink") =>
    textTo(text, { server, ...(headers === undefined ? {} : { headers }) });
  const done = '{"event":"done","n":1}';
  const failed = '{"event":"failed"}';
  const fields = { "content-type": "application/json", "x-event": "done" };
  const toSink = { server: "sink" };

  it.each<TraceRow>([
    [
      "kept by all that hold it",
      { ...toSink, holds: { event: "done" } },
      [asked, post(done), post(failed), post(done)],
      kept(2, 4),
    ],
    ["kept by anything where no more is named", toSink, [asked, post(failed)], kept(2)],
    ["kept without what reached another", { ...toSink, times: 1 }, [asked, post(done), post(done, fields, "other")], kept(2)],
    ["kept without what is no object", { ...toSink, times: 1 }, [asked, post("hello"), post("[1]"), post(done)], kept(4)],
    [
      "kept without a request, which is no delivery",
      { ...toSink, times: 1 },
      [asked, post('{"jsonrpc":"2.0","id":1,"method":"message/send"}'), post('{"jsonrpc":"2.0","method":"done"}')],
      kept(3),
    ],
    ["kept by none, shown by what the host was asked", { ...toSink, times: 0 }, [asked, post(done, fields, "other")], kept(1)],
    ["undecided where the host was asked nothing", toSink, [post(done)], unseen("the host was asked nothing")],
    ["broken by none", toSink, [asked, post(done, fields, "other")], broken("sink was told 0 times, expected at least one", 1)],
    [
      "broken by one too many, at the last",
      { ...toSink, times: 1 },
      [asked, post(done), post(failed)],
      broken("sink was told 2 times, expected 1", 3),
    ],
    [
      "broken by others, at the last of them that holds it",
      { ...toSink, times: 2, holds: { event: "done" } },
      [asked, post(done), post(failed), post("x".repeat(201))],
      broken(`sink was told 1 time, expected 2 (it was posted 3 things, the last "${"x".repeat(200)}")`, 2),
    ],
    [
      "broken by others, at the last where none holds it",
      { ...toSink, holds: { event: "gone" } },
      [asked, post(done), post(failed), post(done, fields, "other")],
      broken('sink was told 0 times, expected at least one (it was posted 2 things, the last "{\\"event\\":\\"failed\\"}")', 3),
    ],
    [
      "kept by header fields of these forms",
      { ...toSink, headers: { "x-event": "^d.ne$", "content-type": "json" } },
      [asked, post(done, fields)],
      kept(2),
    ],
    [
      "kept by a character beyond 16 bits in a field",
      { ...toSink, headers: { "x-event": "^.$" } },
      [asked, post(done, { "x-event": "😀" })],
      kept(2),
    ],
    [
      "kept by one whose field is empty, where it may be, and not by one without the field",
      { ...toSink, times: 1, headers: { "x-event": "^$" } },
      [asked, post(done), post(done, { "x-event": "" })],
      kept(3),
    ],
    [
      "broken by one field of another form",
      { ...toSink, times: { min: 1 }, headers: { "x-event": "failed", "content-type": "json" } },
      [asked, post(done, fields)],
      broken(`sink was told 0 times, expected at least 1 (it was posted 1 thing, the last ${JSON.stringify(done)})`, 2),
    ],
  ])("%s", (_title, wanted, happened, outcome) => {
    expect(delivered.judge(wanted, traceOf(...happened))).toEqual(outcome);
  });

  const given = answer({ step: 1, text: '{"secret":"key"}' });
  const both = [asked, answer({ text: '{"secret":"other"}' }), askedIn(1), given];
  const bySecret = { ...toSink, signed: { step: 1, secret: "/secret" } };
  const signature = signed("key", done);

  it.each<TraceRow>([
    ["kept by the secret of the step that is named", bySecret, [...both, post(done, { "x-signature": signature })], kept(5)],
    [
      "broken by the signature of other bytes",
      bySecret,
      [...both, post(`${done} `, { "x-signature": signature })],
      broken(`X-Signature is ${signature}, not that of the bytes that came`, 5),
    ],
    [
      "broken by the second alone, without a signature",
      { ...bySecret, times: 2 },
      [...both, post(done, { "x-signature": signature }), post(done, fields)],
      broken("X-Signature is missing, not that of the bytes that came", 6),
    ],
    [
      "broken by one without any header field",
      bySecret,
      [...both, post(done)],
      broken("X-Signature is missing, not that of the bytes that came", 5),
    ],
    [
      "broken where that step gave no secret",
      { ...toSink, signed: { step: 1, secret: "/key" } },
      [...both, post(done)],
      broken("no secret was given at /key", 4),
    ],
    [
      "broken where that step gave an empty secret",
      bySecret,
      [asked, answer({ step: 1, text: '{"secret":""}' }), post(done)],
      broken("no secret was given at /secret", 2),
    ],
    [
      "broken where that step has no answer",
      { ...toSink, signed: { step: 2, secret: "/secret" } },
      [...both, post(done)],
      broken("no secret was given at /secret", 1),
    ],
  ])("by its signature, %s", (_title, wanted, happened, outcome) => {
    expect(delivered.judge(wanted, traceOf(...happened))).toEqual(outcome);
  });
});

describe("a signature is that of another implementation", () => {
  it.each([
    ["a short secret", "key"],
    ["a secret of one block", "k".repeat(64)],
    ["a secret longer than a block", "k".repeat(65)],
    ["a secret that is longer in bytes than in characters", "ü".repeat(33)],
  ])("with %s", (_title, secret) => {
    expect(signatureOver(secret, "Grüezi.")).toBe(signed(secret, "Grüezi."));
  });
});
