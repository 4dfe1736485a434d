import type { Json, JsonObject } from "../../src/jsonrpc/json.ts";

/** A tool with a hostile schema, and what judge and host are to make of it. `elsewhere` is a URL nobody must ask. */
export type SchemaPeer = {
  readonly name: string;
  /** The schema as text: some are nested deeper than `JSON.stringify` can go. */
  readonly schema: (elsewhere: string) => string;
  /** What a model calls it with on the host. */
  readonly given: JsonObject;
  /** The check that accuses it, if any does. */
  readonly accused?: string;
};

/** A schema of one argument. Its default is what a judge calls the tool with, so that validators have a value to judge. */
const at = (schema: Json, more: JsonObject = {}): string =>
  JSON.stringify({ type: "object", properties: { at: schema }, required: ["at"], default: { at: "x" }, ...more });

/** A value on which the pattern tries every way of cutting it into pieces. */
const worst = `${"a".repeat(60)}!`;

/** Definitions of which each stands for the next one twice: 2 to the power of 40 in all. */
const doubling = Object.fromEntries(
  Array.from({ length: 41 }, (_unused, level) => {
    const next = { $ref: `#/$defs/d${level + 1}` };
    return [`d${level}`, level === 40 ? { type: "string" } : { allOf: [next, next] }] as const;
  }),
);

/** It takes all the time validators are given. */
export const slowSchema: SchemaPeer = {
  name: "a pattern that tries every way to fit",
  schema: () => at({ type: "string", pattern: "^(a+)+$" }, { default: { at: worst } }),
  given: { at: worst },
  accused: "tools.schema-affordable",
};

/** Every other way a schema can go wrong. */
export const schemaPeers: readonly SchemaPeer[] = [
  {
    name: "references that double at every step",
    schema: () => at({ $ref: "#/$defs/d0" }, { $defs: doubling }),
    given: { at: "x" },
    accused: "tools.schema-affordable",
  },
  {
    name: "a schema that is itself all the way down",
    schema: () =>
      at(
        { type: "string" },
        {
          properties: { child: { $ref: "#" } },
          required: [],
          $dynamicAnchor: "node",
          additionalProperties: { $dynamicRef: "#node" },
        },
      ),
    given: { child: { child: {} }, other: { child: {} } },
  },
  {
    name: "references in a circle that consume nothing",
    schema: () =>
      at(
        { type: "string" },
        { allOf: [{ $ref: "#/$defs/a" }], $defs: { a: { $ref: "#/$defs/b" }, b: { allOf: [{ $ref: "#/$defs/a" }] } } },
      ),
    given: { at: "x" },
  },
  {
    name: "references to another host in every place",
    schema: (elsewhere) =>
      at(
        { type: "string" },
        {
          $id: `${elsewhere}/id`,
          $comment: elsewhere,
          allOf: [{ $ref: `${elsewhere}/ref` }, { $dynamicRef: `${elsewhere}/dynamic` }, { $ref: "relative" }],
          properties: { at: { type: "string" }, b: { $id: `${elsewhere}/inner/`, $ref: "other#/x" } },
        },
      ),
    given: { at: "x" },
    accused: "tools.schema-local-refs",
  },
  {
    name: "a dialect on another host",
    schema: (elsewhere) => at({ type: "string" }, { $schema: `${elsewhere}/dialect` }),
    given: { at: "x" },
  },
  {
    name: "ten thousand levels",
    schema: () =>
      `{"type":"object","default":{"at":"x"},"properties":{"at":${'{"anyOf":['.repeat(10_000)}{}${"]}".repeat(10_000)}}}`,
    given: { at: "x" },
    accused: "tools.schema-affordable",
  },
  {
    name: "twenty thousand values to choose from",
    schema: () => at({ enum: Array.from({ length: 20_000 }, (_unused, index) => `value-${index}`) }),
    given: { at: "value-19999" },
  },
];
