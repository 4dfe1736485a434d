import { describe, expect, it } from "vitest";
import { profiles } from "../profile/profiles.ts";
import { answerMeans, type ApprovalSettings } from "./approval.ts";
import { childEnvironment, type EnvironmentSettings } from "./environment.ts";

describe("an answer to the question for a call", () => {
  it.each<[title: string, answer: string | undefined, settings: Partial<ApprovalSettings>, expected: object]>([
    ["is a no where nothing is said and no is the default", "", {}, { approved: false, remember: false }],
    [
      "is a yes for once where nothing is said and yes is the default",
      " ",
      { defaultAnswer: "yes" },
      { approved: true, remember: false },
    ],
    [
      "is a no at the end of input, whatever the default",
      undefined,
      { defaultAnswer: "yes" },
      { approved: false, remember: false },
    ],
    ["is a yes for ever", " ALWAYS ", {}, { approved: true, remember: true }],
    ["is a no for ever", "Never", {}, { approved: false, remember: true }],
    ["is a no where the word for ever is not offered", "always", { remember: false }, { approved: false, remember: false }],
    [
      "is a no for once where the word for ever is not offered",
      "never",
      { remember: false },
      { approved: false, remember: false },
    ],
    ["is a yes for once", "yes", {}, { approved: true, remember: false }],
    ["is a no where it only begins like a yes", "yesterday", { defaultAnswer: "yes" }, { approved: false, remember: false }],
  ])("%s", (_title, answer, settings, expected) => {
    expect(answerMeans(answer, { ...profiles.strict.policy.approval, ...settings })).toEqual(expected);
  });
});

describe("a secret that an entry sets", () => {
  const child = (origin: "file" | "request", configuredSecrets: EnvironmentSettings["configuredSecrets"]): object =>
    childEnvironment(
      { host: {}, configured: { GITHUB_TOKEN: "t" }, origin, isWorldWritable: () => false },
      { ...profiles.strict.policy.environment, configuredSecrets },
    );
  it.each([
    ["is kept where all are, in a request", "request", "keep", true],
    ["is kept where all are, in a file", "file", "keep", true],
    ["is kept where the operator's are, in a file", "file", "operatorKeeps", true],
    ["is dropped where the operator's are kept, in a request", "request", "operatorKeeps", false],
    ["is dropped where all are, in a file", "file", "drop", false],
  ] as const)("%s", (_title, origin, configuredSecrets, isKept) => {
    const secret = isKept ? { GITHUB_TOKEN: "t" } : {};
    expect(child(origin, configuredSecrets)).toEqual({
      decision: { allowed: true },
      env: { PATH: "/usr/local/bin:/usr/bin:/bin", ...secret },
      dropped: isKept ? [] : ["GITHUB_TOKEN"],
    });
  });
});

it("a variable without a name keeps a server from being started, with nothing to start it with", () => {
  const parts = { host: { PATH: "/bin" }, configured: { "": "x" }, origin: "file" as const, isWorldWritable: () => false };
  expect(childEnvironment(parts, profiles.strict.policy.environment)).toEqual({
    decision: { allowed: false, rule: "env.name", reason: '"" is not a name for an environment variable' },
    env: {},
    dropped: [],
  });
});
