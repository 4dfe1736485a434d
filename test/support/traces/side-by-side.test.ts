import { expect, test } from "vitest";
import { parseRecorded } from "./parse-recorded.ts";
import { sideBySide } from "./side-by-side.ts";

const subject = 'subject {"kind":"server","transport":"http","url":"http://127.0.0.1:3001/mcp"}';
const connect =
  'connect {"transport":"http","revision":"2025-11-25","session":"main","capabilities":{},"target":"http://127.0.0.1:3001/mcp"}';
const text = `== satisfied
${subject}
${connect}
http-request 1 GET http://127.0.0.1:3001/mcp
annotation {"about":2,"name":"note","value":null}
`;

test("traces lie side by side: connections, exchanges and what is told of an event are their own, in the order of their times", () => {
  const trace = [...parseRecorded(text, "x.traces").traces.values()][0] ?? {
    subject: { kind: "server", transport: "http" },
    events: [],
  };
  const { events } = sideBySide([trace, trace]);
  expect(events.map(({ seq, at, connection, kind }) => [seq, at, connection, kind])).toEqual([
    [1, 0, 1, "connect"],
    [2, 0, 2, "connect"],
    [3, 2, 1, "http-request"],
    [4, 2, 2, "http-request"],
    [5, 4, 1, "annotation"],
    [6, 4, 2, "annotation"],
  ]);
  expect(events.flatMap((event) => ("exchange" in event ? [event.exchange] : []))).toEqual([1, 2]);
  expect(events.flatMap((event) => (event.kind === "annotation" ? [event.about] : []))).toEqual([3, 4]);
});
