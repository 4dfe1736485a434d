import { expect, test } from "vitest";
import { hostNameOf, isAddress, isLoopbackAddress, isLoopbackName, otherLoopbackAddress } from "./loopback.ts";

test.each([
  ["127.0.0.1", true],
  ["127.255.0.1", true],
  ["::1", true],
  ["::ffff:127.0.0.1", true],
  ["[::1]", true],
  ["10.0.0.1", false],
  ["::ffff:10.0.0.1", false],
  ["127.evil", false],
  ["::2", false],
  [undefined, false],
])("%j is this machine's own address: %j", (address, expected) => {
  expect(isLoopbackAddress(address)).toBe(expected);
});

test.each([
  ["localhost", true],
  ["app.localhost", true],
  ["localhost.", true],
  ["[::1]", true],
  ["notlocalhost", false],
  ["localhost.evil.example", false],
  ["127.0.0.1.evil.example", false],
])("%j means this machine: %j", (name, expected) => {
  expect(isLoopbackName(name)).toBe(expected);
});

test.each([
  ["10.0.0.9", true],
  ["[2001:db8::1]", true],
  ["2001:db8::1", false],
  ["256.0.0.1", false],
  ["010.0.0.9", false],
  ["[abc]", false],
  ["a.example", false],
])("%j is an address: %j", (name, expected) => {
  expect(isAddress(name)).toBe(expected);
});

test.each([
  ["LocalHost:80", "localhost"],
  ["[::1]:1", "[::1]"],
  ["user@localhost", undefined],
  ["a b", undefined],
  ["", undefined],
  [undefined, undefined],
])("the name in the Host %j is %j", (host, expected) => {
  expect(hostNameOf(host)).toBe(expected);
});

test("a second loopback address is one wherever it is named", () => {
  expect(["linux", "win32", "darwin"].map((platform) => otherLoopbackAddress(platform))).toEqual([
    "127.0.0.2",
    "127.0.0.2",
    undefined,
  ]);
  expect(isLoopbackAddress(otherLoopbackAddress("linux"))).toBe(true);
});
