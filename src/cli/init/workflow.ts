import { version } from "../version.ts";
import type { buildOf } from "./found-server.ts";

type Build = ReturnType<typeof buildOf>;

/** Where a CI that `init` can set up has its file. */
export const ciFiles = { github: ".github/workflows/mcpcheck.yml", gitlab: ".gitlab-ci.yml" } as const;

/** A CI that `init` can set up. */
export type Ci = keyof typeof ciFiles;

/** What a CI runs for `mcpcheck run`, in the words of that CI. */
export function workflowText(ci: Ci, build: Build): string {
  const steps = stepsOf(build);
  return ci === "github" ? github(steps, build) : gitlab(steps);
}

function stepsOf({ node, locked, builds, python }: Build): string[] {
  return [
    ...(node ? [locked ? "npm ci" : "npm install"] : []),
    ...(builds ? ["npm run build"] : []),
    ...(python ? ["uv sync"] : []),
  ];
}

/** The run of every CI: a report to read beside the lines of the log. */
const run = (reporters: string): string => `npx --yes mcpcheck@${version()} run --reporter ${reporters}`;

function github(steps: readonly string[], { python }: Build): string {
  const uv = python ? "      - uses: astral-sh/setup-uv@v6\n" : "";
  return `name: mcpcheck
on:
  push:
  pull_request:
permissions:
  contents: read
jobs:
  conformance:
    runs-on: ubuntu-latest
    timeout-minutes: 15
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: 22
${uv}${steps.map((step) => `      - run: ${step}\n`).join("")}      - run: ${run("pretty,github,html=reports/mcpcheck.html")}
      - if: always()
        uses: actions/upload-artifact@v4
        with:
          name: mcpcheck
          path: reports/
          if-no-files-found: ignore
`;
}

function gitlab(steps: readonly string[]): string {
  const lines = [...steps, run("pretty,junit=reports/mcpcheck.xml,html=reports/mcpcheck.html")];
  return `mcpcheck:
  image: node:22
  script:
${lines.map((line) => `    - ${line}\n`).join("")}  artifacts:
    when: always
    paths:
      - reports/
    reports:
      junit: reports/mcpcheck.xml
`;
}
