/** What vitest's JSON report says, as far as it is looked at. */
export type TestReport = {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
};

/** The tests that one version of Node ran. */
export type Played = {
  /** As Node calls itself, such as 22.23.3. */
  readonly node: string;
  readonly platform: string;
  /** What was run, as it is typed. */
  readonly command: string;
  /** Day, as in 2026-11-25. */
  readonly day: string;
  readonly seconds: number;
  readonly passed: number;
  readonly skipped: number;
  /** Names of the tests that failed, and of files that could not be loaded. */
  readonly failed: readonly string[];
};

/** What failed in a report: tests, and files without any because they could not be loaded. `root` is taken off the names of files. */
export function failedIn({ testResults }: TestReport, root: string): string[] {
  return testResults.flatMap(({ name, status, assertionResults }) => {
    const file = name.startsWith(root) ? name.slice(root.length) : name;
    const tests = assertionResults.filter((one) => one.status === "failed").map(({ fullName }) => `${file}: ${fullName}`);
    return status === "failed" && tests.length === 0 ? [`${file}: could not be loaded`] : tests;
  });
}

/** The page: a row for each version that was played, and what failed. `unrun` says what nobody has run, with what holds it instead. */
export function platformsPage(version: string, played: readonly Played[], unrun: readonly string[]): string {
  const rows = played.map(
    ({ node, platform, command, day, seconds, passed, skipped, failed }) =>
      `| ${node} | ${platform} | \`${command}\` | ${day} | ${passed} | ${failed.length === 0 ? "0" : `**${failed.length}**`} | ${skipped} | ${seconds.toFixed(0)} |`,
  );
  const failures = played.flatMap(({ node, failed }) => failed.map((name) => `- Node ${node}: ${name.replaceAll("\n", " ")}`));
  return [
    "# Where the tests were run",
    "",
    `mcpcheck ${version}. Made by \`npm run publish:platforms\`, which plays the tests with the Node of npm's package \`node\`. What is not in the table was not run.`,
    "",
    "| Node | system | command | on | passed | failed | skipped | s |",
    "|---|---|---|---|---:|---:|---:|---:|",
    ...rows,
    "",
    ...(failures.length === 0 ? [] : ["What failed:", "", ...failures, ""]),
    "## Not run",
    "",
    ...unrun.map((line) => `- ${line}`),
    "",
  ].join("\n");
}
