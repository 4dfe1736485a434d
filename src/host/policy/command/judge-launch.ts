import type { ResolvedServer } from "../../config/auto-enable.ts";
import { absolutePath, expandHome } from "../../config/world/tools-path.ts";
import type { World } from "../../config/world/world.ts";
import type { HostProfile } from "../../profile/host-profile.ts";
import { judgeArguments } from "./argv.ts";
import { judgeCommand } from "./command.ts";
import { allOf, type Decision } from "../decision.ts";
import { childEnvironment } from "../environment.ts";

/** A process ready to be started, or why it is not. */
export type Launch = {
  readonly decision: Decision;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string | undefined;
  /** Configured variables that were dropped; names only. */
  readonly dropped: readonly string[];
};

/**
 * Every guard over the start of a server, whoever configured it: command, arguments, environment. `words` is the command after runners were
 * resolved. `undefined` for a server that is not a process.
 */
export function judgeLaunch(
  { definition, reach }: ResolvedServer,
  words: readonly string[],
  policy: HostProfile["policy"],
  world: World,
): Launch | undefined {
  if (reach.transport !== "stdio") return undefined;
  const [program = reach.command, ...first] = words;
  const command = expandHome(program, world.home);
  const args = [...first, ...reach.args];
  const child = childEnvironment(
    { host: world.env, configured: reach.env, origin: definition.origin, isWorldWritable: world.isWorldWritable },
    policy.environment,
  );
  const cwd = reach.cwd === undefined ? undefined : absolutePath(reach.cwd, world);
  const decision = allOf([
    () => judgeCommand(command, args, policy.command, world, { cwd, path: child.env["PATH"] }),
    () => judgeArguments(args, policy.argv),
    () => child.decision,
  ]);
  return { decision, command, args, env: decision.allowed ? child.env : {}, cwd, dropped: child.dropped };
}
