import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Ajv, type ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { beforeAll, describe, expect, test } from "vitest";
import { publishedSchemas } from "../../scripts/derived/published-schemas.ts";
import { schemaAddress } from "../../src/base/published-address.ts";
import { jsonReporter } from "../../src/report/json.ts";
import { ndjsonReporter } from "../../src/report/ndjson.ts";
import { formatBaseline } from "../../src/run/baseline/baseline.ts";
import type { RunEvent } from "../../src/run/run-event.ts";
import { formatTrace } from "../../src/trace/ndjson.ts";
import { render } from "../report/render.ts";
import { brokenRun, sampleRun, sampleTrace } from "../report/sample-run.ts";
import { root, runCli } from "../support/run-cli.ts";
import { recordedFiles } from "../support/traces/load-recorded.ts";
import { parseRecorded } from "../support/traces/parse-recorded.ts";

const schemas = new Map(
  publishedSchemas.map(({ name }) => {
    const schema = JSON.parse(readFileSync(join(root, `docs/schemas/${name}.schema.json`), "utf8")) as {
      readonly $schema: string;
      readonly $id: string;
    };
    return [name, schema] as const;
  }),
);

const compiled = new Map<string, ValidateFunction>();

/** What is wrong with a value by a published schema. */
function faults(name: string, value: unknown): unknown[] {
  const schema = schemas.get(name);
  if (schema === undefined) throw new Error(`no schema ${name}`);
  const make = schema.$schema.includes("2020") ? Ajv2020 : Ajv;
  const validate =
    compiled.get(name) ?? new make({ strict: false, validateFormats: false, allowUnionTypes: true }).compile(schema as object);
  compiled.set(name, validate);
  validate(value);
  return (validate.errors ?? []).map(({ instancePath, message, params }) => [instancePath, message, params]);
}

const lines = (text: string): unknown[] =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as unknown);

const filesOf = (folder: string): string[] =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith(".json") && !name.endsWith(".schema.json"))
    .map((name) => `${folder}/${name}`);

test("every schema has the address that what we write names, of the version we are", () => {
  for (const [name, { $id }] of schemas) expect($id).toBe(schemaAddress(name));
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { readonly version: string };
  expect(schemaAddress("report")).toContain(`mcpcheck@${version.split(".")[0]}/`);
  expect(JSON.parse(formatBaseline([]))).toMatchObject({ $schema: schemaAddress("baseline") });
});

describe("what is written is what its schema says:", () => {
  test.each<[string, readonly RunEvent[]]>([
    ["a run with every kind of finding", sampleRun],
    ["a run that could not judge", brokenRun],
    ["a run that broke off", sampleRun.slice(0, -1)],
  ])("%s", async (_, events) => {
    expect(faults("report", JSON.parse(await render(jsonReporter(), events)))).toEqual([]);
    for (const line of lines(await render(ndjsonReporter(), events))) expect(faults("run-event", line)).toEqual([]);
  });

  test("a trace, and every event of every trace that is recorded for a check", () => {
    for (const line of lines(formatTrace(sampleTrace))) expect(faults("trace-line", line)).toEqual([]);
    const kinds = new Set<string>();
    const wrong: unknown[] = [];
    for (const file of recordedFiles()) {
      for (const trace of parseRecorded(readFileSync(file, "utf8"), file).traces.values()) {
        for (const event of trace.events) {
          kinds.add(event.kind);
          if (faults("trace-line", event).length > 0) wrong.push([file, event]);
        }
      }
    }
    expect(wrong.slice(0, 5)).toEqual([]);
    expect(kinds.size).toBeGreaterThan(15);
  });

  test("baselines", () => {
    const full = [{ check: "tools.x", revision: "2025-11-25", reason: "why", since: "2026-11-23" }, { check: "tools.y" }];
    expect(faults("baseline", JSON.parse(formatBaseline(full)))).toEqual([]);
    expect(faults("baseline", { schemaVersion: 2, known: [] })).not.toEqual([]);
  });

  describe("a real run", () => {
    const folder = mkdtempSync(join(tmpdir(), "mcpcheck-schemas-"));
    let read: (name: string) => string;
    beforeAll(async () => {
      const reporters = `json=${join(folder, "r.json")},ndjson=${join(folder, "r.ndjson")}`;
      const trace = join(folder, "t.ndjson");
      const echo = [process.execPath, join(root, "bin/mcpcheck.js"), "serve", "mock", "echo"];
      const options = ["--spec", "2025-11-25", "--check", "tools.*", "--reporter", reporters, "--trace", trace];
      await runCli(["run", "server", ...options, "--", ...echo]);
      const texts = new Map(["r.json", "r.ndjson", "t.ndjson"].map((name) => [name, readFileSync(join(folder, name), "utf8")]));
      rmSync(folder, { recursive: true, force: true });
      read = (name) => texts.get(name) ?? "";
    }, 120_000);

    test("in JSON, as events, and its trace", () => {
      expect(faults("report", JSON.parse(read("r.json")))).toEqual([]);
      expect(JSON.parse(read("r.json"))).toMatchObject({ $schema: schemaAddress("report"), exitCode: 0 });
      for (const line of lines(read("r.ndjson"))) expect(faults("run-event", line)).toEqual([]);
      const [header, ...events] = lines(read("t.ndjson"));
      expect(header).toMatchObject({ $schema: schemaAddress("trace-line") });
      expect(events.length).toBeGreaterThan(10);
      for (const event of events) expect(faults("trace-line", event)).toEqual([]);
    });
  });
});

describe("what is read is what its schema says:", () => {
  test.each([
    ["server-suite", "suites/server"],
    ["client-suite", "suites/client"],
    ["host-suite", "suites/host"],
    ["model-suite", "suites/model"],
    ["mock", "mocks/host"],
    ["model", "mocks/models"],
    ["host-adapter", "examples/hosts"],
    ["client-adapter", "examples/clients"],
  ])("%s, by the files of %s", (name, folder) => {
    const files = filesOf(folder);
    expect(files.length).toBeGreaterThan(0);
    for (const file of files)
      expect([file, faults(name, JSON.parse(readFileSync(join(root, file), "utf8")))]).toEqual([file, []]);
  });

  test("a configuration", () => {
    const servers = {
      mine: { command: "node", args: ["server.js"], env: { PORT: 3000 } },
      remote: { url: "http://127.0.0.1:3001/mcp", headers: { a: "b" } },
    };
    expect(faults("config", { $schema: schemaAddress("config"), servers, run: { spec: "auto", strict: false } })).toEqual([]);
    expect(faults("config", { servers, run: { spce: "auto" } })).not.toEqual([]);
    expect(faults("config", { servers: { mine: { command: 5 } } })).not.toEqual([]);
  });
});
