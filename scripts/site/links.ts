import { posix } from "node:path";
import type { Site } from "./build-site.ts";

/** The links of a site that lead nowhere in it: a file that is not there, or a place that its page does not have. */
export function deadLinks(site: Site): string[] {
  const anchors = new Map<string, Set<string>>();
  for (const [path, text] of site)
    if (path.endsWith(".html")) anchors.set(path, new Set([...String(text).matchAll(/ id="([^"]+)"/g)].map(([, id = ""]) => id)));
  return [...anchors.keys()].flatMap((path) => {
    const links = new Set([...String(site.get(path)).matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, href = ""]) => href));
    return [...links].flatMap((href) => {
      if (/^(?:https?:|mailto:|data:)/.test(href)) return [];
      const [target = "", anchor] = href.split("#");
      const to = target === "" ? path : posix.join(posix.dirname(path), decodeURIComponent(target));
      if (!site.has(to)) return [`${path}: ${href} leads to no file of the site`];
      const isThere = anchor === undefined || anchors.get(to)?.has(decodeURIComponent(anchor)) === true;
      return isThere ? [] : [`${path}: ${to} has no place #${anchor}`];
    });
  });
}
