import { expect, it } from "vitest";
import { judgedAsSpoken } from "../../src/trace/judged-as-spoken.ts";
import { ask, done, failed, type Line, note, opened, received, sent, smallTrace } from "../support/traces/small-trace.ts";

const unknown = opened({ revision: null });
const meta = (version: string): object => ({ _meta: { "io.modelcontextprotocol/protocolVersion": version } });
const stateless = (id: number | string, method: string, version = "2026-07-28"): Line =>
  received(ask(id, method, meta(version) as Record<string, never>));
const greeted = received(ask(1, "initialize", { protocolVersion: "2025-11-25" }));
const agreed = (version: string, id: number | string = 1): Line => sent(done(id, { protocolVersion: version }));

it.each<[string, readonly Line[], string | undefined]>([
  ["what was agreed on", [unknown, greeted, agreed("2025-06-18")], "2025-06-18"],
  ["nothing, where the answer never came", [unknown, greeted], undefined],
  ["nothing, where it was refused", [unknown, greeted, sent(failed(1))], undefined],
  ["nothing, where a result came for another request", [unknown, greeted, agreed("2025-06-18", 2)], undefined],
  ["nothing, where the id came back as a text", [unknown, greeted, agreed("2025-06-18", "1")], undefined],
  [
    "nothing, where the client itself gave a result under that id",
    [unknown, greeted, received(done(1, { protocolVersion: "2025-06-18" }))],
    undefined,
  ],
  [
    "nothing, where the server agreed on another connection",
    [unknown, greeted, sent(done(1, { protocolVersion: "2025-06-18" }), { connection: 2 })],
    undefined,
  ],
  ["nothing, where nobody knows the version", [unknown, greeted, agreed("1999-01-01")], undefined],
  ["what a stateless request named that got a result", [unknown, stateless(1, "tools/list"), sent(done(1))], "2026-07-28"],
  ["nothing, where a stateless request got an error", [unknown, stateless(1, "tools/list"), sent(failed(1))], undefined],
  [
    "nothing, where the server only asked something under the id of a stateless request",
    [unknown, stateless(1, "tools/list"), sent(ask(1, "roots/list"))],
    undefined,
  ],
  [
    "nothing, where the envelope names an earlier version",
    [unknown, stateless(1, "tools/list", "2025-11-25"), sent(done(1))],
    undefined,
  ],
  ["nothing, where a request names no version", [unknown, received(ask(1, "tools/list")), sent(done(1))], undefined],
  [
    "what was asked about, where the server lists that",
    [unknown, stateless(1, "server/discover"), sent(done(1, { supportedVersions: ["2025-11-25", "2026-07-28"] }))],
    "2026-07-28",
  ],
  [
    "nothing, where the server lists others",
    [unknown, stateless(1, "server/discover"), sent(done(1, { supportedVersions: ["2025-11-25"] }))],
    undefined,
  ],
  [
    "nothing, where what the server lists is no list",
    [unknown, stateless(1, "server/discover"), sent(done(1, { supportedVersions: "2026-07-28" }))],
    undefined,
  ],
  [
    "what was agreed on, though the server asked something under the same id meanwhile",
    [unknown, greeted, sent(ask(1, "roots/list")), agreed("2025-06-18")],
    "2025-06-18",
  ],
  [
    "what was agreed on, though the client answered something under the same id meanwhile",
    [unknown, greeted, sent(ask(1, "roots/list")), received(done(1)), agreed("2025-06-18")],
    "2025-06-18",
  ],
  ["what it came to last", [unknown, stateless(1, "tools/list"), sent(done(1)), greeted, agreed("2025-06-18")], "2025-06-18"],
  ["what it was opened for", [opened({ revision: "2025-11-25" }), greeted, agreed("2025-06-18")], undefined],
  [
    "what was said of it before",
    [unknown, greeted, agreed("2025-06-18"), { kind: "judge-as", connection: 1, revision: "2025-11-25" }],
    undefined,
  ],
  ["nothing, where only notifications went", [unknown, received(note("notifications/initialized"))], undefined],
])("a connection is judged by %s", (_what, lines, revision) => {
  const trace = smallTrace("client", lines);
  const { subject, events } = judgedAsSpoken(trace);
  const [seq, at] = [lines.length + 1, 10 * lines.length];
  const added = revision === undefined ? [] : [{ seq, at, connection: 1, kind: "judge-as", revision }];
  expect({ subject, events }).toEqual({ subject: trace.subject, events: [...trace.events, ...added] });
});

it("what is added for several connections is numbered on", () => {
  const two = { connection: 2 };
  const lines = [unknown, opened({ revision: null, ...two }), greeted, agreed("2025-06-18")];
  const others = [received(ask("a", "initialize"), two), sent(done("a", { protocolVersion: "2024-11-05" }), two)];
  const trace = smallTrace("client", [...lines, ...others]);
  expect(judgedAsSpoken(trace).events.slice(6)).toEqual([
    { seq: 7, at: 60, connection: 1, kind: "judge-as", revision: "2025-06-18" },
    { seq: 8, at: 60, connection: 2, kind: "judge-as", revision: "2024-11-05" },
  ]);
});

it("an empty trace stays empty", () => {
  expect(judgedAsSpoken(smallTrace("client", [])).events).toEqual([]);
});
