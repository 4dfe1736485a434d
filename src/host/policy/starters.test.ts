import { describe, expect, test } from "vitest";
import { effectiveProfile } from "../profile/effective-profile.ts";
import { profiles } from "../profile/profiles.ts";
import type { Caller } from "./access.ts";
import { isForeignPage, isSmuggled, starterFault } from "./starters.ts";

const { access } = profiles.strict.policy;

function caller(more: Partial<Caller>): Caller {
  return {
    host: "127.0.0.1:4000",
    origin: undefined,
    remoteAddress: "127.0.0.1",
    forwarded: false,
    token: undefined,
    contentType: "application/json",
    site: undefined,
    ownPort: 4000,
    ...more,
  };
}

const own = [undefined, "http://localhost:4000", "http://127.0.0.1:4000", "http://[::1]:4000"];
const foreign = [
  "http://localhost:9",
  "http://localhost",
  "http://app.localhost:4000",
  "http://127.0.0.2:4000",
  "https://evil.example",
  "null",
  "",
  "file://",
];

describe("starting programs", () => {
  test.each(own)("a page at %j may", (origin) => {
    expect(starterFault(caller({ origin }), access)).toBeUndefined();
  });
  test.each(foreign)("a page at %j may not, whatever it sends", (origin) => {
    expect(starterFault(caller({ origin }), access)).toMatchObject({ status: 403 });
    expect(starterFault(caller({ origin, contentType: "text/plain" }), access)).toMatchObject({ status: 403 });
  });
  test.each(["application/json; charset=utf-8", "Application/JSON", " application/json ;x=y"])("%j is JSON", (contentType) => {
    expect(starterFault(caller({ contentType }), access)).toBeUndefined();
  });
  test.each([
    undefined,
    "",
    "text/plain",
    "text/plain;application/json",
    "application/jsonx",
    "application/x-www-form-urlencoded",
  ])("%j is not, and needs to be, whoever sends it", (contentType) => {
    for (const origin of own) expect(starterFault(caller({ origin, contentType }), access)).toMatchObject({ status: 415 });
  });
  test("an origin counts as the host's own that is where the request goes to, or that the operator named", () => {
    expect(starterFault(caller({ host: "192.168.1.5:80", origin: "http://192.168.1.5" }), access)).toBeUndefined();
    expect(starterFault(caller({ host: "localhost:8080", origin: "http://localhost:8080" }), access)).toBeUndefined();
    expect(starterFault(caller({ host: "app.localhost:9", origin: "http://app.localhost:9" }), access)).toMatchObject({
      status: 403,
    });
    const named = effectiveProfile("strict", ["policy.access.origins=http://localhost:9"]).policy.access;
    expect(starterFault(caller({ origin: "http://localhost:9" }), named)).toBeUndefined();
    expect(starterFault(caller({ origin: "http://localhost:99" }), named)).toMatchObject({ status: 403 });
  });
  test("a profile that reproduces a document asks for neither", () => {
    expect(profiles.ollama.policy.access.starters).toBe("any");
    expect(
      starterFault(caller({ origin: "http://localhost:9", contentType: undefined }), profiles.ollama.policy.access),
    ).toBeUndefined();
  });
});

test("text of another page is refused whatever it says, its JSON is not", () => {
  const origin = "http://localhost:9";
  expect([isSmuggled(caller({ origin }), access), isSmuggled(caller({ origin, contentType: "text/plain" }), access)]).toEqual([
    false,
    true,
  ]);
  expect(isSmuggled(caller({ contentType: "text/plain" }), access)).toBe(false);
});

test.each([
  [{}, false],
  [{ site: "none" }, false],
  [{ site: "same-origin", origin: "http://localhost:4000" }, false],
  [{ site: "cross-site" }, true],
  [{ site: "Cross-Site" }, true],
  [{ site: "same-site" }, true],
  [{ site: "same-site", origin: "http://localhost:4000" }, true],
  [{ origin: "http://localhost:9" }, true],
])("%j is a foreign page: %j", (more, expected) => {
  expect(isForeignPage(caller(more), access)).toBe(expected);
});
