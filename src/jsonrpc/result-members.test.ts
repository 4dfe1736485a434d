import { expect, test } from "vitest";
import { isResultOf } from "./result-members.ts";

/** A result of each method, with the one member that shows whose it is. */
const members: readonly (readonly [string, string])[] = [
  ["initialize", "protocolVersion"],
  ["initialize", "serverInfo"],
  ["server/discover", "supportedVersions"],
  ["tools/list", "tools"],
  ["tools/call", "content"],
  ["tools/call", "structuredContent"],
  ["resources/list", "resources"],
  ["resources/templates/list", "resourceTemplates"],
  ["resources/read", "contents"],
  ["prompts/list", "prompts"],
  ["prompts/get", "messages"],
  ["completion/complete", "completion"],
];

test.each(members)("a result of %s is known by %s, and is none of another method", (method, member) => {
  const methods = [...new Set(members.map(([one]) => one))];
  expect(methods.filter((one) => isResultOf(one, { [member]: [], _meta: {} }))).toEqual([method]);
});

test("what may be empty shows nothing, and nor does what is no object", () => {
  expect([isResultOf("ping", {}), isResultOf("tools/list", {}), isResultOf("tools/list", ["tools"])]).toEqual([
    false,
    false,
    false,
  ]);
});
