import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { listMocks } from "./load-script.ts";
import { mockTable } from "./mock-table.ts";

it("docs/mocks.md lists the mocks there are (npx tsx scripts/write-mock-docs.ts writes it)", () => {
  const text = readFileSync(new URL("../../docs/mocks.md", import.meta.url), "utf8");
  expect(text.split("-->\n\n")[1]).toBe(mockTable(listMocks()));
});
