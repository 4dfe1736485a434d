// Written by `npm run build` (scripts/registries), so that an addition costs its own file alone.
import type { Reporter, ReporterOptions } from "./reporter.ts";
import { badgeReporter } from "./badge.ts";
import { commentReporter } from "./comment.ts";
import { githubReporter } from "./github.ts";
import { gitlabReporter } from "./gitlab.ts";
import { htmlReporter } from "./html/html.ts";
import { jsonReporter } from "./json.ts";
import { junitReporter } from "./junit.ts";
import { markdownReporter } from "./markdown.ts";
import { ndjsonReporter } from "./ndjson.ts";
import { prettyReporter } from "./pretty/pretty.ts";
import { sarifReporter } from "./sarif/sarif.ts";
import { tapReporter } from "./tap.ts";

/** Every reporter by the name the command line knows it by: `<name>Reporter` is exported by its file. */
export const reporters: Readonly<Record<string, (options: ReporterOptions) => Reporter>> = {
  badge: badgeReporter,
  comment: commentReporter,
  github: githubReporter,
  gitlab: gitlabReporter,
  html: htmlReporter,
  json: jsonReporter,
  junit: junitReporter,
  markdown: markdownReporter,
  ndjson: ndjsonReporter,
  pretty: prettyReporter,
  sarif: sarifReporter,
  tap: tapReporter,
};
