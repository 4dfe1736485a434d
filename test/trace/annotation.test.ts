import { expect, it } from "vitest";
import type { Json } from "../../src/jsonrpc/json.ts";
import { bothJudge, bothRefuse, type SchemaOpinion, schemaOpinions } from "../../src/trace/annotation.ts";
import { type Line, opened, smallTrace } from "../support/traces/small-trace.ts";

const found = (name: string, value: Json): Line => ({ kind: "annotation", connection: 1, about: 4, name, value });
const nothing = { supported: false, valid: false, errors: [] };

it("tells what two validators said, by the name of what they looked at", () => {
  const ajv = { supported: true, valid: false, errors: ["/a is no string", 7, "/b is missing"] };
  const trace = smallTrace("server", [
    opened(),
    found("arguments", { tool: "other" }),
    found("json-schema", {
      tool: "echo",
      which: "inputSchema",
      ajv,
      hyperjump: { supported: true, valid: true },
      timedOut: true,
    }),
    found("json-schema", { tool: 1, which: [], ajv: { supported: "true", valid: 1, errors: "many" }, timedOut: "true" }),
    found("json-schema", null),
  ]);
  expect(schemaOpinions(trace, "json-schema")).toEqual([
    {
      seq: 3,
      about: 4,
      tool: "echo",
      which: "inputSchema",
      ajv: { supported: true, valid: false, errors: ["/a is no string", "/b is missing"] },
      hyperjump: { supported: true, valid: true, errors: [] },
      timedOut: true,
    },
    { seq: 4, about: 4, tool: "", which: "", ajv: nothing, hyperjump: nothing, timedOut: false },
    { seq: 5, about: 4, tool: "", which: "", ajv: nothing, hyperjump: nothing, timedOut: false },
  ]);
  expect(schemaOpinions(trace, "arguments").map(({ tool }) => tool)).toEqual(["other"]);
  expect(schemaOpinions(trace, "structured-content")).toEqual([]);
});

const opinions = { refuses: [true, false], accepts: [true, true], "does not know": [false, false] } as const;
type Word = keyof typeof opinions;

it.each<[Word, Word, boolean, boolean, boolean]>([
  ["refuses", "refuses", false, true, true],
  ["refuses", "refuses", true, false, false],
  ["refuses", "accepts", false, true, false],
  ["accepts", "refuses", false, true, false],
  ["accepts", "accepts", false, true, false],
  ["does not know", "refuses", false, false, false],
  ["refuses", "does not know", false, false, false],
])(
  "one validator %s, the other %s, and time ran out: %s; they judge: %s, they accuse: %s",
  (one, two, timedOut, judge, accuse) => {
    const [ajv, hyperjump] = [one, two].map((word) => {
      const [supported, valid] = opinions[word];
      return { supported, valid, errors: [] };
    });
    const opinion = { seq: 1, about: 1, tool: "a", which: "b", timedOut, ajv, hyperjump } as SchemaOpinion;
    expect([bothJudge(opinion), bothRefuse(opinion)]).toEqual([judge, accuse]);
  },
);
