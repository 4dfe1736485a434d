// Written by `npm run build` (scripts/registries), so that an addition costs its own file alone.
import type { Reporter, ReporterOptions } from "./reporter.ts";

/** Every reporter by the name the command line knows it by: `<name>Reporter` is exported by its file; loaded when it is wanted. */
export const reporters: Readonly<Record<string, () => Promise<(options: ReporterOptions) => Reporter>>> = {
  badge: async () => (await import("./badge.ts")).badgeReporter,
  comment: async () => (await import("./comment.ts")).commentReporter,
  github: async () => (await import("./github.ts")).githubReporter,
  gitlab: async () => (await import("./gitlab.ts")).gitlabReporter,
  html: async () => (await import("./html/html.ts")).htmlReporter,
  json: async () => (await import("./json.ts")).jsonReporter,
  junit: async () => (await import("./junit.ts")).junitReporter,
  markdown: async () => (await import("./markdown.ts")).markdownReporter,
  ndjson: async () => (await import("./ndjson.ts")).ndjsonReporter,
  pretty: async () => (await import("./pretty/pretty.ts")).prettyReporter,
  sarif: async () => (await import("./sarif/sarif.ts")).sarifReporter,
  tap: async () => (await import("./tap.ts")).tapReporter,
};
