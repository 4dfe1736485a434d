import type { SubjectJob } from "../../../run/subject-job.ts";
import type { Io } from "../../io.ts";
import { readNamed } from "../../read-named.ts";
import type { RawServerOptions } from "../server-options.ts";
import { parseAuthFile } from "./auth-file.ts";
import { authorizedJob, type AuthorizedSetup } from "./authorized-job.ts";
import { trustingServer } from "./trusting-server.ts";

/** What was typed for a run with --auth. */
export type GivenAuth = {
  readonly command: readonly string[];
  readonly raw: RawServerOptions;
  readonly auth: string;
  readonly io: Io;
};

/** The job on a server that is told by the file of --auth whom to trust. @throws McpcheckError `usage` with file and place */
export function givenAuthJob(
  { command, raw, auth, io }: GivenAuth,
  rest: Pick<AuthorizedSetup, "context" | "judge">,
): SubjectJob {
  const file = parseAuthFile(readNamed(io.cwd, auth, "--auth"), auth);
  return authorizedJob({ ...trustingServer(command, raw, io), file, ...rest });
}
