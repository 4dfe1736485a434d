import { readFileSync, writeFileSync } from "node:fs";
import { listMocks } from "../src/mock/load-script.ts";
import { mockTable } from "../src/mock/mock-table.ts";

/** Puts the table of all mocks into docs/mocks.md, behind the mark that says so: `npx tsx scripts/write-mock-docs.ts`. */
const file = new URL("../docs/mocks.md", import.meta.url);
const mark = "<!-- made by npx tsx scripts/write-mock-docs.ts -->\n";
const [text = ""] = readFileSync(file, "utf8").split(mark);
writeFileSync(file, `${text}${mark}\n${mockTable(listMocks())}`);
