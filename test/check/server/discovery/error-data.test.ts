import { expect, it } from "vitest";
import type { Check } from "../../../../src/check/check.ts";
import type { Outcome } from "../../../../src/check/outcome.ts";
import {
  initializeNamesVersions,
  missingCapabilityData,
  versionErrorData,
} from "../../../../src/check/server/discovery/version.ts";
import type { Json } from "../../../../src/jsonrpc/json.ts";
import {
  ask,
  body,
  done,
  failed,
  type Line,
  opened,
  posted,
  received,
  sent,
  status,
  step,
} from "../../../support/traces/small-trace.ts";
import { fine, late, none, open, type Row, said, silence, wrong } from "../told-outcomes.ts";

const revision = "2026-07-28";

const connected = opened({ revision });

const versioned = (version: string): Json => ({ _meta: { "io.modelcontextprotocol/protocolVersion": version } });

const asked = (tag: string, params: Json = {}, method = "tools/list"): Line[] => [
  step("request", { tag, deviant: true }),
  sent(ask(1, method, params)),
];

const ping = [step("fence"), sent(ask(2, "ping")), received(done(2))];

const error = (code: number, data: Json): Line => received({ jsonrpc: "2.0", id: 1, error: { code, message: "no", data } });

const requested = asked("unsupported-version", versioned("1999-01-01"));

const complete = { supported: ["2025-11-25", revision], requested: "1999-01-01" };

const unnamed = "data.requiredCapabilities is";

it.each<[data: Json, check: Check, code: number, outcome: Outcome]>([
  [complete, versionErrorData, -32022, fine(4)],
  [{ requested: "1999-01-01" }, versionErrorData, -32022, wrong("data.supported is missing, expected a list of versions", 4)],
  [{ supported: [] }, versionErrorData, -32022, wrong("data.supported is [], expected a list of versions", 4)],
  [
    { supported: [revision, 1] },
    versionErrorData,
    -32022,
    wrong('data.supported is ["2026-07-28",1], expected a list of versions', 4),
  ],
  [{ supported: revision }, versionErrorData, -32022, wrong('data.supported is "2026-07-28", expected a list of versions', 4)],
  [
    { ...complete, supported: ["2025-11-25"] },
    versionErrorData,
    -32022,
    wrong('data.supported is ["2025-11-25"], without 2026-07-28, which is served', 4),
  ],
  [{ ...complete, requested: "a" }, versionErrorData, -32022, wrong('data.requested is "a", expected "1999-01-01"', 4)],
  [{ supported: [revision] }, versionErrorData, -32022, wrong('data.requested is missing, expected "1999-01-01"', 4)],
  [complete, versionErrorData, -32602, none("the server answers an unsupported version differently, which other checks report")],
  [{ requiredCapabilities: { sampling: {} } }, missingCapabilityData, -32021, fine(4)],
  [
    { requiredCapabilities: {} },
    missingCapabilityData,
    -32021,
    wrong(`${unnamed} {}, expected an object that names capabilities`, 4),
  ],
  [
    { requiredCapabilities: ["a"] },
    missingCapabilityData,
    -32021,
    wrong(`${unnamed} ["a"], expected an object that names capabilities`, 4),
  ],
  [{}, missingCapabilityData, -32021, wrong(`${unnamed} missing, expected an object that names capabilities`, 4)],
  [{}, missingCapabilityData, -32022, none("no request was refused for a capability that the client had not declared (-32021)")],
])("judges the data %j of an error (%#)", (data, check, code, outcome) => {
  expect(said(check, [connected, ...requested, error(code, data)])).toEqual(outcome);
});

it("looks at the data of every refusal of a version, and at none where nothing was refused", () => {
  const unseen = open("no error -32022 was seen");
  expect(said(versionErrorData, [connected, ...ping])).toEqual(unseen);
  expect(said(versionErrorData, [connected, ...requested])).toEqual(unseen);
  expect(said(versionErrorData, [connected, sent(ask(1, "ping")), error(-32022, { supported: [revision] })])).toEqual(fine(3));
});

const probe = asked("legacy-initialize", {}, "initialize");

const post = [connected, ...probe.slice(0, 1), posted(1, ask(1, "initialize"))];

const refusal = (message: string, more: Json = {}): Json => ({
  jsonrpc: "2.0",
  id: 1,
  error: { code: -32601, message, ...(more as object) },
});

const speaksOld = none("the server also speaks the revisions with initialize");

it.each<Row>([
  ["names its versions", initializeNamesVersions, [connected, ...probe, received(refusal("I speak 2026-07-28 only"))], fine(4)],
  [
    "names its versions in the data",
    initializeNamesVersions,
    [connected, ...probe, received(refusal("no", { data: { supported: [revision] } }))],
    fine(4),
  ],
  [
    "names none",
    initializeNamesVersions,
    [connected, ...probe, received(refusal("no 12026-07-281"))],
    wrong('the error names no version: "no 12026-07-281"', 4),
  ],
  [
    "says nothing",
    initializeNamesVersions,
    [connected, ...probe, received({ jsonrpc: "2.0", id: 1, error: { code: 1 } })],
    wrong("the error names no version: missing", 4),
  ],
  [
    "gives no answer",
    initializeNamesVersions,
    [connected, ...ping, ...probe, silence(1)],
    late("no answer to initialize within 5000 ms", 7),
  ],
  [
    "was not waited for",
    initializeNamesVersions,
    [connected, ...ping, ...probe],
    open("initialize was not tried, or not answered"),
  ],
  ["answers it", initializeNamesVersions, [connected, ...probe, received(done(1))], speaksOld],
  [
    "lists versions that have it",
    initializeNamesVersions,
    [
      connected,
      sent(ask(2, "server/discover")),
      received(done(2, { supportedVersions: ["2025-11-25"] })),
      ...probe,
      received(failed(1)),
    ],
    speaksOld,
  ],
  ["turns it away, and says why", initializeNamesVersions, [...post, status(1, 400), body(1, "only 2026-07-28")], fine(4)],
  [
    "turns it away in other words",
    initializeNamesVersions,
    [...post, status(1, 400), body(1, "go away")],
    wrong("status 400, and no version is named", 4),
  ],
  [
    "turns it away without a word",
    initializeNamesVersions,
    [...post, status(1, 404)],
    wrong("status 404, and no version is named", 4),
  ],
  [
    "takes it without an answer",
    initializeNamesVersions,
    [...post, status(1, 399)],
    open("initialize was not tried, or not answered"),
  ],
  [
    "turned another request away before",
    initializeNamesVersions,
    [connected, step("request"), posted(2, ask(2, "ping")), status(2, 400), ...post.slice(1), status(1, 200)],
    open("initialize was not tried, or not answered"),
  ],
  [
    "turns another request away",
    initializeNamesVersions,
    [...post, status(1, 200), step("request"), posted(2, ask(2, "ping")), status(2, 400)],
    open("initialize was not tried, or not answered"),
  ],
])("judges a server without initialize that is sent one, and %s", (_, check, lines, outcome) => {
  expect(said(check, lines, lines.some(({ kind }) => kind === "http-request") ? "http" : "stdio")).toEqual(outcome);
});
