import { McpcheckError } from "../../base/mcpcheck-error.ts";
import { liveSurface } from "../../cli/surface/live-surface.ts";
import { recordedSurface, surfaceOfText } from "../../cli/surface/read-surface.ts";
import { loadTokenizers } from "../../cli/surface/tokenizers.ts";
import type { JsonObject } from "../../jsonrpc/json.ts";
import { isRevision, type Revision, revisions } from "../../spec/revision.ts";
import type { Change } from "../../surface/change.ts";
import { diffSurface as changesBetween, uncompared } from "../../surface/diff-surface.ts";
import type { Surface, SurfaceList } from "../../surface/surface.ts";
import { type ToolCosts, toolCosts } from "../../surface/tool-costs.ts";
import type { Trace } from "../../trace/trace.ts";
import type { JudgeServerOptions, ServerTarget } from "./judge-server-options.ts";
import { hold, holdOptions, type Rules } from "../given/given.ts";
import { aSurface, textOrTrace, toolsOrSurface } from "../given/kept.ts";
import * as rules from "../given/rules.ts";
import { judgeServerRules } from "./option-rules.ts";
import { entryOf, quietIo, usualLimits } from "./visited-world.ts";

/** How a server is visited for its surface. */
export type SurfaceOptions = Pick<JudgeServerOptions, "sandbox" | "timeoutMs" | "budgetMs" | "env" | "cwd" | "signal"> & {
  /** The revision that is spoken; default the newest the server speaks. Of a text or a trace, the newest it was recorded at. */
  readonly spec?: "auto" | Revision;
  /** What messages call a text or a trace: its file, for one. */
  readonly name?: string;
};

/** What two surfaces differ in: what `mcpcheck surface diff --json` prints. */
export type SurfaceDiff = {
  readonly schemaVersion: 1;
  /** What the tools cost a model, before and after. */
  readonly tokens: { readonly was: number; readonly is: number };
  /** The breaking changes first. */
  readonly changes: readonly Change[];
  /** Lists that nobody asked for in one of the two, which are not compared. */
  readonly uncompared: readonly SurfaceList[];
};

const surfaceRules: Rules<SurfaceOptions> = {
  sandbox: judgeServerRules.sandbox,
  timeoutMs: judgeServerRules.timeoutMs,
  budgetMs: judgeServerRules.budgetMs,
  env: judgeServerRules.env,
  cwd: judgeServerRules.cwd,
  signal: judgeServerRules.signal,
  spec: rules.text,
  name: rules.text,
};

/**
 * Everything a server shows before anything of it is used: tools, prompts, resources, templates, capabilities, instructions. `of` is a
 * server, which is started or connected to and is gone again when this returns; or what was kept of one: the text of a file of
 * `mcpcheck surface save`, or a trace, as text or as `onTrace` handed it over.
 * @throws McpcheckError `usage` for a target, a text or a revision that is none, `subject` for a server that cannot be reached or does not
 * list what it declares
 */
export async function surface(of: ServerTarget | Trace | string, options: SurfaceOptions = {}): Promise<Surface> {
  holdOptions(options, surfaceRules, "options");
  const { spec = "auto", sandbox, signal, timeoutMs, budgetMs, name = "surface" } = options;
  signal?.throwIfAborted();
  if (typeof of === "string") return surfaceOfText(of, name);
  if (rules.isRecord(of) && "events" in of) {
    hold(of, textOrTrace, "of");
    return recordedSurface(of, name);
  }
  if (spec !== "auto" && !isRevision(spec))
    throw new McpcheckError("usage", `spec: there is no revision ${String(spec)}; there are ${revisions.join(", ")}`);
  const interrupted = new AbortController();
  const onAbort = (): void => interrupted.abort("SIGINT");
  signal?.addEventListener("abort", onAbort, { once: true });
  const entry = entryOf(of);
  const visit = {
    wanted: spec === "auto" ? spec : [spec],
    timeoutMs: timeoutMs ?? usualLimits.timeoutMs,
    budgetMs: budgetMs ?? usualLimits.budgetMs,
    cwd: entry.kind === "stdio" ? entry.cwd : undefined,
    ...(sandbox === undefined ? {} : { sandbox: { read: sandbox === true ? [] : (sandbox.read ?? []) } }),
  };
  try {
    return await liveSurface(entry, visit, quietIo(options, interrupted.signal));
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    signal?.removeEventListener("abort", onAbort);
  }
}

/**
 * What the tools of a surface (or of `listTools`) cost, in OpenAI's vocabularies where the package gpt-tokenizer is installed, else at four
 * bytes a token: then the one element is called `estimate`.
 * @throws McpcheckError `usage` where gpt-tokenizer is installed and cannot be loaded
 */
export async function countToolTokens(of: Pick<Surface, "tools"> | readonly JsonObject[]): Promise<ToolCosts[]> {
  hold(of, toolsOrSurface, "of");
  return toolCosts(Symbol.iterator in of ? of : (of.tools ?? []), await loadTokenizers());
}

/** What two surfaces differ in, sorted by what it breaks: a tool that is gone, a parameter that is new and required, changed words. */
export function diffSurface(was: Surface, is: Surface): SurfaceDiff {
  hold(was, aSurface, "was");
  hold(is, aSurface, "is");
  return {
    schemaVersion: 1,
    tokens: { was: was.tokens, is: is.tokens },
    changes: changesBetween(was, is),
    uncompared: uncompared(was, is),
  };
}
