import type { GivenHeaders } from "../../transport/client-transport.ts";
/** How one MCP server is reached. `env` is the whole environment of the child, `headers` go with every request. */
export type ServerTarget =
  | {
      readonly transport: "stdio";
      readonly command: string;
      readonly args: readonly string[];
      readonly cwd: string;
      readonly env: Readonly<Record<string, string>>;
      /** The working directory was made for the run and is empty: the user named none. */
      readonly inScratch?: boolean;
      /** It runs in a sandbox, and sees only what its command names. */
      readonly confined?: boolean;
    }
  | { readonly transport: "http" | "sse"; readonly url: string; readonly headers: GivenHeaders };

/** The names of the headers that go with every request, in lower case. */
export function headerNames(target: ServerTarget): ReadonlySet<string> {
  return new Set(target.transport === "stdio" ? [] : Object.keys(target.headers).map((name) => name.toLowerCase()));
}

/** The words a person would use for a target: the command line or the URL. */
export function targetName(target: ServerTarget): string {
  return target.transport === "stdio" ? [target.command, ...target.args].join(" ") : target.url;
}
