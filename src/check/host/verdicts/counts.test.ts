import { describe, expect, it } from "vitest";
import { asked, request, traceOf } from "../../../../test/support/host-traces.ts";
import { bounds, type Bounds, inWords, within } from "../bounds.ts";
import { expectations } from "../expectations.ts";
import { hasFields, requestsTo } from "../http-requests.ts";

describe("a count that is wanted", () => {
  it.each<readonly [words: string, wanted: Bounds | undefined, right: readonly number[], wrong: readonly number[]]>([
    ["at least one", undefined, [1, 2], [0]],
    ["0", 0, [0], [1]],
    ["2", 2, [2], [1, 3]],
    ["at least 2", { min: 2 }, [2, 3, 1000], [0, 1]],
    ["at most 2", { max: 2 }, [0, 1, 2], [3]],
    ["at most 0", { max: 0 }, [0], [1]],
    ["2 to 4", { min: 2, max: 4 }, [2, 3, 4], [1, 5]],
    ["at least 0", {}, [0, 1], []],
  ])("is told as %s, and met by nothing else", (words, wanted, right, wrong) => {
    expect(inWords(wanted)).toBe(words);
    expect(right.filter((count) => !within(count, wanted))).toEqual([]);
    expect(wrong.filter((count) => within(count, wanted))).toEqual([]);
  });

  it.each([[-1], [1.5], [{ min: -1 }], [{ max: 0.5 }], [{ least: 1 }], ["1"]])("is never %j", (value) => {
    expect(bounds.safeParse(value).success).toBe(false);
  });
});

describe("the HTTP requests that reached a server", () => {
  const trace = traceOf(request("POST"), request("POST", {}, "web"), asked, request("GET"), request("DELETE", {}, "web"));
  it.each([
    ["are those of all servers where none is named", undefined, 0, [1, 2, 4, 5]],
    ["are those of the server that is named", "web", 0, [2, 5]],
    ["are those after an event, without itself", undefined, 4, [5]],
    ["are none where none came", "files", 4, []],
  ])("%s", (_title, server, after, seen) => {
    expect(requestsTo(trace, server, after).map(({ seq }) => seq)).toEqual(seen);
  });

  const [seen] = requestsTo(traceOf(request("GET", { accept: "Text/Event-Stream", "last-event-id": "" })), undefined, 0);
  it.each<readonly [title: string, forms: Readonly<Record<string, string | null>>, has: boolean]>([
    ["whatever their case, that of the name too", { Accept: "^text/event-stream$" }, true],
    ["even where they are empty", { "last-event-id": "^$" }, true],
    ["and lack what they are to lack", { "mcp-session-id": null, accept: "text" }, true],
    ["but not of another form", { accept: "json" }, false],
    ["but not where they are missing, though they could be anything", { "mcp-session-id": "" }, false],
    ["but not of a form that missing ones spell", { "mcp-session-id": "undefined" }, false],
    ["but not where they have what they are to lack", { accept: "text", "last-event-id": null }, false],
    ["but not where one of two is of another form", { accept: "text", "last-event-id": "a" }, false],
  ])("have header fields of these forms, %s", (_title, forms, has) => {
    expect(seen !== undefined && hasFields(seen, forms)).toBe(has);
  });
});

describe("an expectation alone makes a case", () => {
  it("but those that a host fulfils by doing nothing of a kind", () => {
    const silent = Object.entries(expectations).filter(([, { shows }]) => !shows);
    expect(silent.map(([name]) => name)).toEqual(["notCalled", "secret", "warned"]);
  });
});
