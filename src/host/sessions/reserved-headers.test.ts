import { expect, test } from "vitest";
import { withoutReserved } from "./reserved-headers.ts";

test("configured headers keep off the protocol's own, whatever their case (B0-155, B3-015)", () => {
  const configured = {
    Accept: "text/event-stream",
    "CONTENT-TYPE": "x/y",
    "mcp-Session-Id": "1",
    Authorization: "t",
    "X-A": "b",
  };
  expect(withoutReserved(configured)).toEqual({
    headers: { Authorization: "t", "X-A": "b" },
    ignored: ["Accept", "CONTENT-TYPE", "mcp-Session-Id"],
  });
});
