import { describe, expect, test } from "vitest";
import { effectiveProfile } from "../profile/effective-profile.ts";
import { profileIds } from "../profile/host-profile.ts";
import { profiles } from "../profile/profiles.ts";
import { judgeCaller, judgeRequestServers } from "./access.ts";

const { access } = profiles.strict.policy;
const host = "127.0.0.1:11434";

describe("BX-030: the Host header", () => {
  test.each([
    "localhost",
    "localhost:80",
    "LOCALHOST:1",
    "app.localhost:1",
    "127.0.0.1:11434",
    "127.1.2.3",
    "[::1]:11434",
    "192.168.1.5:1",
    "[2001:db8::1]:1",
  ])("%s is fine", (value) => {
    expect(judgeCaller({ host: value, origin: undefined }, access).allowed).toBe(true);
  });
  test.each([
    "evil.example",
    "evil.example:11434",
    "localhost.evil.example",
    "127.0.0.1.evil.example",
    "notlocalhost",
    "",
    undefined,
    "a b",
    "localhost:x",
    "user@localhost",
    "localhost/",
    "::1",
  ])("%j is refused", (value) => {
    expect(judgeCaller({ host: value, origin: undefined }, access)).toMatchObject({ allowed: false, rule: "access.host" });
  });
  test("names the operator allows are fine", () => {
    const settings = effectiveProfile("strict", ["policy.access.hosts=box.tail.net"]).policy.access;
    expect(judgeCaller({ host: "box.tail.net:1", origin: undefined }, settings).allowed).toBe(true);
    expect(judgeCaller({ host: "x.box.tail.net:1", origin: undefined }, settings).allowed).toBe(false);
  });
});

describe("BX-030: the Origin header", () => {
  test.each([undefined, "http://localhost:3000", "https://127.0.0.1", "http://[::1]:9", "http://app.localhost"])(
    "%j is fine",
    (origin) => {
      expect(judgeCaller({ host, origin }, access).allowed).toBe(true);
    },
  );
  test.each([
    "https://evil.example",
    "null",
    "",
    "file://",
    "http://localhost.evil.example",
    "chrome-extension://abc",
    "http://192.168.1.5",
    "javascript:alert(1)",
  ])("%j is refused", (origin) => {
    expect(judgeCaller({ host, origin }, access)).toMatchObject({ allowed: false, rule: "access.origin" });
  });
  test("origins and the port can be set", () => {
    const settings = effectiveProfile("strict", ["policy.access.origins=https://ui.example", "policy.access.originPort=3000"])
      .policy.access;
    const judged = ["https://ui.example", "http://localhost:3000", "http://localhost:3001", "http://ui.example"].map(
      (origin) => judgeCaller({ host, origin }, settings).allowed,
    );
    expect(judged).toEqual([true, true, false, false]);
  });
  test.each([
    [443, "https://localhost", true],
    [443, "http://localhost", false],
    [80, "http://localhost", true],
    [80, "https://localhost", false],
  ])("port %j and %s: %j", (originPort, origin, expected) => {
    expect(judgeCaller({ host, origin }, { ...access, originPort }).allowed).toBe(expected);
  });
  test("every profile checks; switching it off is somebody's own decision", () => {
    expect(profileIds.map((id) => profiles[id].policy.access.checkOrigin)).toEqual(profileIds.map(() => true));
    const settings = effectiveProfile("strict", ["policy.access.checkOrigin=false"]).policy.access;
    expect(judgeCaller({ host: "evil.example", origin: "https://evil.example" }, settings).allowed).toBe(true);
  });
});

describe("BX-029: mcp_servers in a request starts processes", () => {
  const near = { remoteAddress: "127.0.0.1", forwarded: false, token: undefined };
  const far = { remoteAddress: "10.0.0.9", forwarded: false, token: undefined };
  const opened = effectiveProfile("strict", ["policy.access.requestServers=token"]).policy.access;
  test("from this machine it may", () => {
    expect([judgeRequestServers(near, access, undefined).allowed, judgeRequestServers(near, opened, "t").allowed]).toEqual([
      true,
      true,
    ]);
  });
  test("from elsewhere, or through a proxy, it may not", () => {
    expect(judgeRequestServers(far, access, undefined).allowed).toBe(false);
    expect(judgeRequestServers({ ...near, forwarded: true }, access, undefined).allowed).toBe(false);
    expect(judgeRequestServers({ ...far, token: "t" }, access, "t").allowed).toBe(false);
  });
  test.each([
    ["t0ken", "t0ken", true],
    ["t0ken", "other", false],
    ["t0ken", "t0ke", false],
    [undefined, "t0ken", false],
    ["", "", false],
    ["x", undefined, false],
    [undefined, undefined, false],
  ])("opened: token %j against %j: %j", (token, expected, allowed) => {
    expect(judgeRequestServers({ ...far, token }, opened, expected).allowed).toBe(allowed);
  });
  test.each(["llamafarm", "ollmcpc", "vllm-rs", "dolphin"] as const)("profile %s never takes any", (id) => {
    expect(judgeRequestServers(near, profiles[id].policy.access, "t").allowed).toBe(false);
  });
});
