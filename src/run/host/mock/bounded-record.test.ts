import { expect, test } from "vitest";
import type { UnplacedHostEvent } from "../../../check/host/host-event.ts";
import { recordTo } from "./bounded-record.ts";

test("what is said is written down up to a limit, and what became of the process always", () => {
  const lines: string[] = [];
  const note = recordTo(
    (line) => lines.push(line),
    () => 7,
    100,
  );
  const sent: UnplacedHostEvent = { kind: "server-sent", server: "s", instance: "s:1", text: "a page" };
  const ended: UnplacedHostEvent = { kind: "server-end", server: "s", instance: "s:1", how: "eof" };
  for (const event of [sent, sent, sent, ended]) note(event);
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([sent, sent, ended].map((event) => ({ at: 7, event })));
});
