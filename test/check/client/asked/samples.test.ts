import { expect, it } from "vitest";
import { mixedRefused, rejectionCode, unansweredRefused } from "../../../../src/check/client/asked/samples.ts";
import type { Json, JsonObject } from "../../../../src/jsonrpc/json.ts";
import { ask, done, failed, type Line, received, sent } from "../../../support/traces/small-trace.ts";
import { broken, seen, kept, none, played, type Row, second, talk, there, todo } from "../told-trace.ts";

const opening = (capabilities: Json, more: object = {}): Line => received(ask(0, "initialize", { capabilities }), more);
const refuses = (id: number, code = -32602): Line => received(failed(id, code));

const noSamples = "no client that samples with tools was sent such messages";
const samples = opening({ sampling: { tools: {} } });
const sample = (id: number, messages: Json, more: object = {}): Line =>
  sent(ask(id, "sampling/createMessage", { messages }), more);
const use = (id: string): JsonObject => ({ type: "tool_use", id });
const result = (toolUseId: string): JsonObject => ({ type: "tool_result", toolUseId });
const message = (...content: readonly Json[]): JsonObject => ({ content });
const text = { type: "text", text: "words" };
const sound = [message(use("a"), text), { content: result("a") }];
const control = [sample(1, sound), received(done(1))];
const open = [message(use("a"), use("b")), message(result("a"))];
const mixed = [message(use("a")), message(result("a"), text)];
const answered = "it was answered with a result";
const ofSamples: readonly Row[] = [
  ["a use without its result is refused", unansweredRefused, talk(samples, ...control, sample(2, open), refuses(2)), kept(6)],
  [
    "a use without its result is answered",
    unansweredRefused,
    talk(samples, ...control, sample(2, open), received(done(2))),
    broken(answered, 6),
  ],
  [
    "a use without its result is refused by another code",
    unansweredRefused,
    talk(samples, ...control, sample(2, open), refuses(2, -1)),
    broken("the code is -1, not -32602", 6),
  ],
  [
    "a use is the last of all",
    unansweredRefused,
    talk(samples, ...control, sample(2, [{ content: use("a") }]), refuses(2)),
    kept(6),
  ],
  [
    "a use has the result of another one",
    unansweredRefused,
    talk(samples, ...control, sample(2, [message(use("a")), message(result("b"))]), refuses(2)),
    kept(6),
  ],
  [
    "a use has its result before it",
    unansweredRefused,
    talk(samples, ...control, sample(2, [message(result("a")), message(use("a"))]), refuses(2)),
    kept(6),
  ],
  [
    "a use has its result two messages later",
    unansweredRefused,
    talk(samples, ...control, sample(2, [message(use("a")), message(text), message(result("a"))]), refuses(2)),
    kept(6),
  ],
  ["results are mixed with words", mixedRefused, talk(samples, ...control, sample(2, mixed), refuses(2)), kept(6)],
  [
    "results mixed with words are answered",
    mixedRefused,
    talk(samples, ...control, sample(2, mixed), received(done(2))),
    broken(answered, 6),
  ],
  [
    "results mixed with words are refused by another code",
    mixedRefused,
    talk(samples, ...control, sample(2, mixed), refuses(2, -32603)),
    broken("the code is -32603, not -32602", 6),
  ],
  [
    "mixed messages are no matter of missing results",
    unansweredRefused,
    talk(samples, ...control, sample(2, mixed), received(done(2))),
    none(noSamples),
  ],
  [
    "missing results are no matter of mixed messages",
    mixedRefused,
    talk(samples, ...control, sample(2, open), received(done(2))),
    none(noSamples),
  ],
  [
    "messages that mix and leave open are mixed",
    mixedRefused,
    talk(samples, ...control, sample(2, [...open, ...mixed]), refuses(2)),
    kept(6),
  ],
  ["the messages are no list", unansweredRefused, talk(samples, ...control, sample(2, "words"), refuses(2)), none(noSamples)],
  ["a message has no content", unansweredRefused, talk(samples, ...control, sample(2, [{}]), received(done(2))), none(noSamples)],
  ["a use without its result gets no answer", unansweredRefused, talk(samples, ...control, sample(2, open)), none(noSamples)],
  [
    "sound messages with tools are refused as well",
    unansweredRefused,
    talk(samples, sample(1, sound), refuses(1), sample(2, open), received(done(2))),
    none(noSamples),
  ],
  [
    "sound messages had no tools in them",
    unansweredRefused,
    talk(samples, sample(1, [message(text)]), received(done(1)), sample(2, open), received(done(2))),
    none(noSamples),
  ],
  [
    "messages with a defect alone were answered",
    mixedRefused,
    talk(samples, sample(1, mixed), received(done(1))),
    none(noSamples),
  ],
  [
    "sound messages were answered on another connection",
    unansweredRefused,
    talk(
      second(),
      samples,
      opening({ sampling: { tools: {} } }, there),
      sample(1, sound, there),
      received(done(1), there),
      sample(2, open),
      received(done(2)),
    ),
    none(noSamples),
  ],
  [
    "tools in sampling were not declared",
    unansweredRefused,
    talk(opening({ sampling: {} }), ...control, sample(2, open), received(done(2))),
    none(noSamples),
  ],
];

const noNo = "no client told its user's no";
const rejects = todo("wait", { answer: "sampling", refuse: true });
const asked = sample(1, []);
const ofRejections: readonly Row[] = [
  ["it is told by its code", rejectionCode, played("s", [todo("connect"), rejects], asked, refuses(1, -1)), kept(5)],
  [
    "it is told by another code",
    rejectionCode,
    played("s", [rejects], asked, refuses(1, -32603)),
    broken("the code is -32603", 5),
  ],
  [
    "the user gives an answer",
    rejectionCode,
    played("s", [{ answer: "sampling", text: "words" }], asked, refuses(1)),
    none(noNo),
  ],
  [
    "the user declines a form",
    rejectionCode,
    played("s", [{ answer: "elicitation", refuse: true }], asked, refuses(1)),
    none(noNo),
  ],
  ["the client gives an answer all the same", rejectionCode, played("s", [rejects], asked, received(done(1))), none(noNo)],
  ["the client is silent", rejectionCode, played("s", [rejects], asked), none(noNo)],
  [
    "the user of another scenario rejects",
    rejectionCode,
    [...talk(second("s")), ...played("s", [rejects]).slice(1), asked, refuses(1)],
    none(noNo),
  ],
];

it.each(ofSamples)("of sampling with tools: %s", (_title, check, lines, outcome) => {
  expect(seen(check, lines)).toEqual(outcome);
});
it.each(ofRejections)("of a no of the user: %s", (_title, check, lines, outcome) => {
  expect(seen(check, lines)).toEqual(outcome);
});
