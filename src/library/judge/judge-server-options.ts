import type { RunEvent } from "../../run/run-event.ts";
import type { Revision } from "../../spec/revision.ts";
import type { ToolRole } from "../../trace/facts/tool-role.ts";
import type { Trace } from "../../trace/trace.ts";

/** A server to judge: the command that starts it, or the URL it is reached at. */
export type ServerTarget =
  | {
      readonly command: string;
      readonly args?: readonly string[];
      /** Variables it gets, besides those that programs need to start at all. Their values are in no report. */
      readonly env?: Readonly<Record<string, string>>;
      /** Where it runs; default a scratch directory. */
      readonly cwd?: string;
    }
  | {
      readonly url: string;
      /** Default Streamable HTTP. */
      readonly transport?: "http" | "sse";
      /** Header fields of every request. Their values are in no report. */
      readonly headers?: Readonly<Record<string, string | readonly string[]>>;
    };

/** How a server is judged. What is left out is as on the command line. */
export type JudgeServerOptions = {
  /** Revisions to judge: `auto` (default) finds out what it speaks and takes the newest of each era, `all` all it speaks. */
  readonly spec?: "auto" | "all" | Revision | readonly Revision[];
  /** Only these checks, as a glob (`tools.*`), those judged on request among them. */
  readonly check?: string;
  /** Providers of models that have to take the tools, such as `gemini`: what one refuses fails, what it leaves out is a warning. */
  readonly providers?: readonly string[];
  /** Only these suites, or scenarios as suite/scenario, as a glob. */
  readonly suite?: string;
  /** Which tools fill roles that scenarios need; naming a tool is consent to call it. */
  readonly hints?: Partial<Record<ToolRole, { readonly tool: string; readonly arguments?: Readonly<Record<string, unknown>> }>>;
  /** Also calls tools that are not marked read-only. */
  readonly allowWrites?: boolean;
  /** Warnings count as failures, in `exitCode`. */
  readonly strict?: boolean;
  /** Stops at the first failure. */
  readonly bail?: boolean;
  /** Confines a server that is started (bubblewrap); `read` are paths that it sees besides. */
  readonly sandbox?: true | { readonly read?: readonly string[] };
  /** How long one exchange may take, in milliseconds; default 10,000. */
  readonly timeoutMs?: number;
  /** How long the whole server may take, in milliseconds; default 120,000. */
  readonly budgetMs?: number;
  /** Sessions side by side. */
  readonly workers?: number;
  /** The environment in which programs are found and which PATH, HOME and the like are taken from: mostly `process.env`. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** What paths of a command are relative to; default the current directory. */
  readonly cwd?: string;
  /** Ends the run, which then throws the reason. */
  readonly signal?: AbortSignal;
  /** Is told what happens as it happens: the event stream of `--reporter ndjson`. */
  readonly onEvent?: (event: RunEvent) => void;
  /** Is handed the record of everything that went over the wire, for `judgeTrace`. */
  readonly onTrace?: (trace: Trace) => void;
};
