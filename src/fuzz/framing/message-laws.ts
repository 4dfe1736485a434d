import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import * as fc from "fast-check";
import { type Frame, parseFrame } from "../../jsonrpc/frame.ts";
import { isObject, type Json, type JsonObject } from "../../jsonrpc/json.ts";
import { deepestLevel, depthOf } from "../../jsonrpc/nesting.ts";
import { type Law, hold } from "../law.ts";
import { envelopes, ids, junkLines, numberTexts, values } from "./wire-arbitrary.ts";

const objectSpec = "https://www.jsonrpc.org/specification#request_object";
const batchSpec = "https://www.jsonrpc.org/specification#batch";

/** What a message is by its members (https://www.jsonrpc.org/specification), written down once more. */
function kindOf(value: Json): Frame["kind"] {
  if (Array.isArray(value)) return "batch";
  if (!isObject(value)) return "not-jsonrpc";
  if (typeof value["method"] === "string") return "id" in value ? "request" : "notification";
  if ("error" in value) return "error";
  return "result" in value ? "result" : "not-jsonrpc";
}

/** Whether there is nothing wrong with a message, by the letter. */
function isValid(value: JsonObject): boolean {
  const id = value["id"];
  const goodId = typeof id === "string" || Number.isInteger(id);
  const error = value["error"];
  const goodError = isObject(error) && Number.isInteger(error["code"]) && typeof error["message"] === "string";
  if (value["jsonrpc"] !== "2.0") return false;
  switch (kindOf(value)) {
    case "request":
      return goodId && !("result" in value) && !("error" in value) && (!("params" in value) || isObject(value["params"]));
    case "notification":
      return !("result" in value) && !("error" in value) && (!("params" in value) || isObject(value["params"]));
    case "result":
      return goodId;
    case "error":
      return goodError && !("result" in value);
    default:
      return false;
  }
}

const nested = fc
  .tuple(fc.integer({ min: 1, max: 1500 }), fc.constantFrom(["[", "]"], ['{"a":', "}"]), numberTexts)
  .map(
    ([levels, [open = "", close = ""], inner]) =>
      `{"jsonrpc":"2.0","id":1,"result":${open.repeat(levels)}${inner}${close.repeat(levels)}}`,
  );

/** The laws of single messages and batches. */
export const messageLaws: readonly Law[] = [
  {
    id: "framing.classification",
    title: "A message is what its members make it, and its defects are told exactly when there are some",
    spec: objectSpec,
    advice: "Decide by the members alone; be lenient about the kind and strict about the defects.",
    check: async (options) =>
      await hold(
        fc.property(fc.oneof({ weight: 5, arbitrary: envelopes }, values), (made) => {
          const text = JSON.stringify(made);
          const value = JSON.parse(text) as Json;
          const frame = parseFrame(text);
          strictEqual(frame.kind, kindOf(value));
          ok("value" in frame);
          deepStrictEqual(frame.value, value);
          if (isObject(value)) strictEqual(frame.defects.length === 0, isValid(value), `defects: ${frame.defects.join("; ")}`);
        }),
        options,
      ),
  },
  {
    id: "framing.ids",
    title: "An id of any JSON kind is kept as it came, numbers of any size included",
    spec: objectSpec,
    advice: "Keep the value as it was parsed; do not convert it.",
    check: async (options) =>
      await hold(
        fc.property(
          fc.oneof(
            ids.map((id) => JSON.stringify(id)),
            numberTexts,
          ),
          fc.constantFrom("method", "result"),
          (id, member) => {
            const frame = parseFrame(`{"jsonrpc":"2.0","id":${id},"${member}":${member === "method" ? '"x"' : "{}"}}`);
            ok(frame.kind === "request" || frame.kind === "result");
            const expected = JSON.parse(id) as Json;
            deepStrictEqual(frame.id, expected);
            strictEqual(frame.defects.length === 0, typeof expected === "string" || Number.isInteger(expected));
          },
        ),
        options,
      ),
  },
  {
    id: "framing.batches",
    title: "The members of a batch are what they are alone, and a batch in a batch is not a message",
    spec: batchSpec,
    advice: "Classify each member by itself.",
    check: async (options) =>
      await hold(
        fc.property(fc.array(fc.oneof({ weight: 3, arbitrary: envelopes }, values), { maxLength: 5 }), (members) => {
          const frame = parseFrame(JSON.stringify(members));
          ok(frame.kind === "batch");
          strictEqual(frame.defects.length === 0, members.length > 0);
          for (const [index, member] of members.entries()) {
            if (Array.isArray(member)) strictEqual(frame.items[index]?.kind, "not-jsonrpc");
            else deepStrictEqual(frame.items[index], parseFrame(JSON.stringify(member)));
          }
        }),
        options,
      ),
  },
  {
    id: "framing.never-throws",
    title: "No text makes reading throw, and nothing is kept that is nested beyond reason",
    spec: objectSpec,
    advice: "Bound the depth of what is kept before anything walks it.",
    check: async (options) =>
      await hold(
        fc.property(
          fc.oneof(
            junkLines,
            nested,
            fc.string(),
            values.map((value) => JSON.stringify(value).slice(1)),
          ),
          (text) => {
            const frame = parseFrame(text);
            ok("value" in frame ? depthOf(frame.value) <= deepestLevel : frame.defects.length > 0);
          },
        ),
        options,
      ),
  },
];
