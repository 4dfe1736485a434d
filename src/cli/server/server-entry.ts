import type { GivenHeaders } from "../../transport/client-transport.ts";

/** One server to judge as the user named it: on the command line or in a host's configuration. */
export type ServerEntry =
  | {
      readonly name: string;
      readonly kind: "stdio";
      readonly command: readonly string[];
      readonly env: Readonly<Record<string, string>>;
      readonly cwd: string | undefined;
    }
  | {
      readonly name: string;
      readonly kind: "http" | "sse";
      readonly url: string;
      readonly headers: GivenHeaders;
    };
