import { expect, it } from "vitest";
import { isLoosely } from "./loose-name.ts";

it.each([
  ["b:echo", "b:echo"],
  ["b:echo", "mcp__b__echo"],
  ["b:echo", "b-echo"],
  ["b:echo", "mcp_b_echo"],
  ["s:a:b", "mcp__s__a_b"],
  ["a.b", "s_a_b"],
  ["my server:echo", "my_server_echo"],
])("takes %j for %j", (wanted, name) => {
  expect(isLoosely(wanted, name)).toBe(true);
});

it.each([
  ["b:echo", "a__echo"],
  ["b:echo", "bb_echo_2"],
  ["b:echo", "ab_echo"],
  ["echo", "gecko"],
  ["ECHO", "s_echo"],
  ["", "s_"],
  ["::", "s_"],
])("does not take %j for %j", (wanted, name) => {
  expect(isLoosely(wanted, name)).toBe(false);
});
