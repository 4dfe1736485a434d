import type { Skill } from "../../agent/wire/agent-card.ts";
import type { SurfaceSetup } from "../surface/surface-setup.ts";
import type { Worker } from "./colleagues.ts";
import type { Poster } from "./post-bytes.ts";

/** What a bridge is made of. */
export type BridgeSetup = {
  readonly surface: SurfaceSetup;
  /** Which wire it speaks at /a2a: that of its document, or A2A 1.0 as published. */
  readonly wire: "documented" | "published";
  readonly name: string;
  readonly description: string;
  readonly skills: readonly Skill[];
  /** Where others reach it, without a slash at the end; asked when it is needed, as a port may be known only then. */
  readonly url: () => string;
  /** The model that works on tasks that name none. */
  readonly model: string;
  /** The tools of its /mcp; undefined: all. */
  readonly tools: readonly string[] | undefined;
  /** Hosts in private networks that may be notified: a name or an address, with a port or without. */
  readonly allowedWebhooks: readonly string[];
  readonly post: Poster;
  /** The agents that work can be handed to. */
  readonly workers: readonly Worker[];
  /** Whether it ends tasks by the tool `respond_to_manager` where it has no servers. */
  readonly isWorker: boolean;
};
