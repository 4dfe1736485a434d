import { describe, expect, test } from "vitest";
import { publicUrl } from "../../src/base/secrets/public-url.ts";
import { checks } from "../../src/check/registry.ts";
import { programName } from "../../src/host/policy/command/program-name.ts";
import { sudoCommand } from "../../src/host/policy/command/sudo.ts";
import { fileUrlsIn, pathsIn } from "../../src/host/policy/path/path-text.ts";
import { challengeIn } from "../../src/run/client/reference/auth/challenge.ts";
import { canonical } from "../../src/run/parser/answer/exact-json.ts";
import { outsideUris } from "../../src/run/server/steps/outside-uris.ts";
import type { WireEvent } from "../../src/trace/wire-event.ts";
import { loadRecorded } from "../support/traces/load-recorded.ts";

/** Read over and over from each of its places, a text as long as this takes half a minute; read once, next to nothing. */
const length = 200_000;

/** What is repeated, and what stands before and behind it so that nobody finds what is looked for. */
const runs = [
  ["", "a", ""],
  ["", "0", "1"],
  ["", "-", ""],
  ["", ".", "x"],
  ["", ":", "x"],
  ["", "/", "x"],
  ["\n at ", "/", ""],
  ["", "\\", "x"],
  ["", "\n", ""],
  ["", " ", "x"],
  ["", "(", ""],
  ["", "{", ""],
  ["", "%2", ""],
  ["", "A=b ", ""],
  ["", ";env -u ", ""],
  ["", "/sh -a ", ""],
  ["", "then ", ""],
  ["\n at ", " in ", ""],
].map(([begin = "", piece = "", end = ""]) => ({
  told: JSON.stringify(`${begin}${piece}…${end}`),
  text: `${begin}${piece.repeat(length / piece.length)}${end}`,
}));

/** What reads the text of servers, models and users, by what it is for. */
const readers: Readonly<Record<string, (text: string) => unknown>> = {
  "the command of a tool call": (text) => sudoCommand("run", { command: text }, "token"),
  "the name of a program": programName,
  "the paths in an argument": (text) => [fileUrlsIn(text), pathsIn(text)],
  "the template of a resource": (text) => outsideUris([], [`{name}${text}`]),
  "a challenge": challengeIn,
  "an address that is none": (text) => publicUrl(`:${text}`),
  "a number": (text) => canonical({ number: `1${text}` }),
};

describe("is read once, however long a run of the same is in it:", () => {
  describe.each(Object.entries(readers))("%s", (_name, read) => {
    test.each(runs)("$told", ({ text }) => {
      expect(() => read(text)).not.toThrow();
    });
  });
});

/** A message of the server whose texts are others. */
function saying(event: WireEvent, text: string): WireEvent {
  if (event.kind !== "frame" || event.direction !== "received") return event;
  const others = (name: string, value: unknown): unknown => (/^(?:data|message|text)$/.test(name) ? text : value);
  return { ...event, text: JSON.stringify(JSON.parse(event.text, others)) };
}

describe.each(["logging.no-credentials", "security.no-stack-trace"])("%s judges texts with a long run of the same:", (id) => {
  const check = checks.find((one) => one.id === id);
  if (check === undefined) throw new Error(`there is no check ${id}`);
  const trace = loadRecorded(check).traces.get("satisfied");
  if (trace === undefined) throw new Error(`${id} has no satisfied trace`);

  test.each(runs)("$told", ({ text }) => {
    const outcome = check.verify({ ...trace, events: trace.events.map((event) => saying(event, text)) });
    expect(outcome).toMatchObject({ kind: "satisfied" });
  });
});
