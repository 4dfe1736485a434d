import { posix } from "node:path";
import type { World } from "../../config/world/world.ts";

/** As many links as a kernel follows. */
const maxLinks = 40;

/**
 * The place a path leads to, step by step as a kernel walks it: `..` goes up from where a link led, and a dangling link leads to what it
 * names. Parts that do not exist yet are taken as written. Undefined when links go round in a circle.
 */
export function leadsTo(path: string, from: string, world: Pick<World, "realpath" | "readlink">): string | undefined {
  let links = 0;
  const walk = (steps: string, start: string): string | undefined => {
    let here = steps.startsWith("/") ? "/" : start;
    for (const step of steps.split("/")) {
      const next = posix.join(here, step);
      const real = world.realpath(next);
      const link = real === undefined ? world.readlink(next) : undefined;
      if (link !== undefined && (links += 1) > maxLinks) return undefined;
      const led = real ?? (link === undefined ? next : walk(link, here));
      if (led === undefined) return undefined;
      here = led;
    }
    return here;
  };
  return walk(path, from);
}
