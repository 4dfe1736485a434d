import { expect, test } from "vitest";
import { isDuty, readIndex } from "./requirement.ts";

const head = "id\tlevel\tarea\tpage\tsection\tactor\ttestable";
const line = "2025-11-25-0001\tMUST\ttools\tserver/tools\tCapabilities\tserver\tS0";

test("a row of the index is read with its place, its keyword and whom it is addressed to", () => {
  expect(readIndex(`${head}\n${line}\n`, "2025-11-25")).toEqual([
    {
      id: "2025-11-25-0001",
      revision: "2025-11-25",
      level: "MUST",
      area: "tools",
      page: "server/tools",
      section: "Capabilities",
      actor: "server",
      testable: "S0",
    },
  ]);
});

test.each([
  ["id\tlevel\n", /^line 1: expected the columns id, level, area/],
  [`${head}\n${line}\n${line.replace("2025-11-25", "2025-06-18")}\n`, /^line 3: 2025-06-18-0001 is not an id of 2025-11-25/],
  [`${head}\n${line.replace("server\tS0", "servers\tS0")}\n`, /^line 2: expected seven columns/],
  [`${head}\n${line}\tits text\n`, /^line 2: expected seven columns/],
])("a file that is not an index is refused by its line (%#)", (text, message) => {
  expect(() => readIndex(text, "2025-11-25")).toThrow(message);
});

test("a duty is what fails when it is broken", () => {
  expect(["MUST", "MUST NOT", "REQUIRED", "SHALL"].every(isDuty)).toBe(true);
  expect(["SHOULD", "SHOULD NOT", "RECOMMENDED", "MAY", "OPTIONAL"].some(isDuty)).toBe(false);
});
