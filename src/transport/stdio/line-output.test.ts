import { expect, test } from "vitest";
import { createRecorder } from "../../trace/recorder.ts";
import { createLineOutput } from "./line-output.ts";

function output({ open = true } = {}) {
  const recorder = createRecorder({ kind: "server", transport: "stdio" }, () => 0);
  const writes: string[] = [];
  const line = createLineOutput({
    recorder,
    connection: 1,
    write: (bytes) => writes.push(Buffer.from(bytes).toString("latin1")),
    mayWrite: () => open,
  });
  const frames = () => recorder.trace().events.map((event) => (event.kind === "frame" ? [event.text, event.pieces] : []));
  return { ...line, writes, frames };
}

test("a line is written and recorded whole", () => {
  const { send, writes, frames } = output();
  send("one");
  expect(writes).toEqual(["one\n"]);
  expect(frames()).toEqual([["one", undefined]]);
});

test("the first piece goes out behind the next line in one write, the rest when it is asked for", () => {
  const { send, behind, writes, frames } = output();
  const rest = behind("größe", 3); // in the middle of a character
  expect(writes).toEqual([]);
  send("one");
  expect(frames()).toEqual([["one", undefined]]);
  rest();
  rest();
  send("two");
  expect(writes).toEqual(["one\ngr\u00c3", "\u00b6\u00c3\u009fe\n", "two\n"]);
  expect(frames()).toEqual([
    ["one", undefined],
    ["größe", 2],
    ["two", undefined],
  ]);
});

test("no line gets between two pieces", () => {
  const { send, behind, writes } = output();
  const rest = behind("half", 2);
  send("one");
  send("two");
  rest();
  expect(writes).toEqual(["one\nha", "lf\n", "two\n"]);
});

test("what has no line to go behind goes out whole", () => {
  const { behind, writes, frames } = output();
  behind("half", 2)();
  expect(writes).toEqual(["half\n"]);
  expect(frames()).toEqual([["half", undefined]]);
});

test("nothing is written or recorded once nothing can be sent", () => {
  const { send, behind, writes, frames } = output({ open: false });
  const rest = behind("half", 2);
  send("one");
  rest();
  expect([writes, frames()]).toEqual([[], []]);
});

test("a line is a frame that was sent, with its bytes and its end", () => {
  const recorder = createRecorder({ kind: "server", transport: "stdio" }, () => 0);
  createLineOutput({ recorder, connection: 3, write: () => undefined, mayWrite: () => true }).send("ü");
  const [frame] = recorder.trace().events;
  expect(frame).toMatchObject({ kind: "frame", connection: 3, direction: "sent", text: "ü", bytes: 2, terminator: "\n" });
  expect(Object.keys(frame ?? {})).not.toContain("pieces");
});
