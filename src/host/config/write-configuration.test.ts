import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { profileIds } from "../profile/host-profile.ts";
import { profiles } from "../profile/profiles.ts";
import { readConfiguration } from "./read/read-configuration.ts";
import { autoEnableModes, type Reach, type ServerDefinition } from "./server-definition.ts";
import { serverNameFault } from "./read/server-name.ts";
import { writeConfiguration } from "./write-configuration.ts";

const text = fc.oneof(fc.string(), fc.constantFrom("${env:HOME}", "$${env:X}", "a: b", "- x", "#", "true", "1", "null", "~"));
const textMap = fc.dictionary(fc.stringMatching(/^[A-Z_]{1,8}$/), text, { maxKeys: 3, noNullPrototype: true });
const reach: fc.Arbitrary<Reach> = fc.oneof(
  fc.record({
    transport: fc.constant("stdio" as const),
    command: fc.stringMatching(/^[a-z0-9./-]{1,10}$/),
    args: fc.array(text, { maxLength: 4 }),
    env: textMap,
    cwd: fc.option(fc.constant("/srv/data"), { nil: undefined }),
  }),
  fc.record({
    transport: fc.constantFrom("http" as const, "sse" as const),
    url: fc.webUrl({ validSchemes: ["https"] }),
    headers: textMap,
  }),
);
const definition: fc.Arbitrary<ServerDefinition> = fc.record({
  name: fc
    .string({ minLength: 1, maxLength: 20 })
    .filter((name) => serverNameFault(name, 100) === undefined && name !== "__proto__"),
  description: fc.option(text, { nil: undefined }),
  reach,
  requiresPath: fc.boolean(),
  pathArgIndex: fc.option(fc.integer({ min: -2, max: 5 })),
  capabilities: fc.array(fc.string(), { maxLength: 2 }),
  autoEnable: fc.constantFrom(...autoEnableModes),
  enableIf: fc.constantFrom({ fileExists: ".git" }, { envSet: "X" }, { fileExists: "a/b", envSet: "Y" }),
  enabled: fc.boolean(),
  initializeMs: fc.option(fc.integer({ min: 1, max: 99_999 }), { nil: undefined }),
  callMs: fc.option(fc.integer({ min: 1, max: 99_999 }), { nil: undefined }),
  origin: fc.constant("file" as const),
  place: fc.constant("here"),
});
const definitions = fc.uniqueArray(definition, { selector: ({ name }) => name, maxLength: 4 });

describe("B0-012, B1-001, B2-016, B3-006: what is written in a host's form is read back as it was", () => {
  for (const id of profileIds) {
    test(`profile ${id}`, () => {
      fc.assert(
        fc.property(definitions, (servers) => {
          const { configuration } = profiles[id];
          const written = writeConfiguration(servers, configuration);
          const name = configuration.form === "llamafarm" ? "llamafarm.yaml" : "servers.json";
          const reading = readConfiguration(written, name, { profile: profiles[id], env: {}, origin: "file" });
          expect(reading.problems).toEqual([]);
          const sorted = (list: readonly ServerDefinition[]): unknown =>
            list.map((one) => ({ ...one, place: "here" })).toSorted((a, b) => (a.name < b.name ? -1 : 1));
          expect(sorted(reading.value.servers)).toEqual(sorted(servers));
        }),
      );
    });
  }
});

test.each([
  ["ollama", ["servers"]],
  ["vllm-rs", ["mcpServers"]],
  ["dolphin", ["mcpServers"]],
  ["ollmcpc", ["servers"]],
] as const)("profile %s writes its own form", (id, members) => {
  const server = fc.sample(definition, { numRuns: 1, seed: 1 });
  expect(Object.keys(JSON.parse(writeConfiguration(server, profiles[id].configuration)) as object)).toEqual(members);
});
