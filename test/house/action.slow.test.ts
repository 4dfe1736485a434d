import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { removeTree } from "../../src/base/files/remove-tree.ts";
import { root } from "../support/run-cli.ts";
import { fakeGitHub } from "./runner/fake-github.ts";
import { playAction } from "./runner/play-action.ts";

const patient = { timeout: 180_000 };
const program = join(root, "bin/mcpcheck.js");
const broken = {
  mcpcheck: `'${process.execPath}' '${program}'`,
  command: `'${process.execPath}' '${program}' serve mock wrong-id`,
  args: "--suite tools/*",
};
const sound = { ...broken, command: `'${process.execPath}' '${program}' serve mock reference` };

/** Runs the action in a job of its own. */
async function job(inputs: Readonly<Record<string, string>>, event: "pull_request" | "push", place = "http://127.0.0.1:1") {
  const played = await playAction(inputs, event, place);
  onTestFinished(() => void removeTree(played.workspace));
  return played;
}

/** GitHub's interface while a test lasts. */
async function api(mayWrite?: boolean) {
  const github = await fakeGitHub(mayWrite);
  onTestFinished(github.close);
  return github;
}

describe("the action, as GitHub's runner plays it", () => {
  test("comments a pull request once and brings the comment up to date", patient, async () => {
    const github = await api();
    const first = await job(broken, "pull_request", github.url);
    expect(first.failed).toEqual(['exit "$EXIT_CODE"']);
    expect(first.outputs).toMatchObject({ "exit-code": "1", flaky: "0", reports: "./mcpcheck-reports" });
    expect(Number(first.outputs["failed"])).toBeGreaterThan(0);
    expect(first.summary).toContain("failed");
    expect(first.log.match(/^::error /gm)?.length).toBeGreaterThan(0);
    const annotations = first.log.split("\n").filter((line) => line.startsWith("::error "));
    expect(new Set(annotations).size).toBe(annotations.length);
    expect(first.used["actions/upload-artifact"]).toEqual({ name: "mcpcheck-reports", path: "./mcpcheck-reports" });
    const kinds = ["json", "sarif", "html", "md", "junit.xml", "svg"];
    expect(kinds.filter((kind) => !existsSync(join(first.workspace, "mcpcheck-reports", `mcpcheck.${kind}`)))).toEqual([]);
    expect(github.comments.map(({ user }) => user.type)).toEqual(["User", "Bot"]);
    const [, comment] = github.comments;
    const body = comment?.body ?? "";
    if (comment !== undefined) comment.body = `${body.split("\n")[0]}\nan earlier verdict`;

    const second = await job({ ...broken, "fail-on": "never" }, "pull_request", github.url);
    expect(second).toMatchObject({ outcome: "success", failed: [], outputs: { "exit-code": "1" } });
    expect(github.comments).toHaveLength(2);
    expect(comment?.body).toContain("failed");
    expect(github.asked.filter((asked) => !asked.startsWith("GET"))).toEqual([
      "POST /repos/me/it/issues/7/comments",
      "PATCH /repos/me/it/issues/comments/2",
    ]);
  });

  test("a fork's pull request, whose token may not write, loses the comment and no more", patient, async () => {
    const github = await api(false);
    const played = await job(sound, "pull_request", github.url);
    expect(played.outcome).toBe("success");
    expect(played.warnings).toEqual([expect.stringContaining("pull-requests: write")]);
    expect(github.comments).toHaveLength(1);
  });

  test("a push is not commented; its results go to code scanning where that is wanted", patient, async () => {
    const played = await job({ ...broken, sarif: "true", "fail-on": "never", artifact: "" }, "push");
    expect(played.outcome).toBe("success");
    expect(played.outputs["exit-code"]).toBe("1");
    expect(played.used).toEqual({ "github/codeql-action/upload-sarif": { sarif_file: "./mcpcheck-reports/mcpcheck.sarif" } });
    const sarif = JSON.parse(readFileSync(join(played.workspace, "mcpcheck-reports/mcpcheck.sarif"), "utf8")) as {
      readonly runs: readonly { readonly results: readonly { readonly locations: readonly object[] }[] }[];
    };
    expect(sarif.runs[0]?.results.length).toBeGreaterThan(0);
    for (const { locations } of sarif.runs[0]?.results ?? []) {
      expect(locations[0]).toHaveProperty("physicalLocation.artifactLocation.uri");
    }
  });

  test.each([
    ["an input that is wrong", { ...sound, "fail-on": "sometimes" }, "fail-on is fail, warn, untested or never"],
    ["an option that is none", { ...sound, args: "--nonsense" }, "--nonsense"],
  ])(
    "%s fails the job by its own words, and nothing is said of reports that are not there",
    patient,
    async (_, inputs, words) => {
      const github = await api();
      const played = await job({ ...inputs, sarif: "true" }, "pull_request", github.url);
      expect(played.log).toContain(words);
      expect(played.outcome).toBe("failure");
      expect(played.used).toEqual({});
      expect(played.failed).toHaveLength(1);
    },
  );
});
