import { createHash } from "node:crypto";

/** A tool that needs a name on a provider's wire; tools of clients have no server. */
export type Named = { readonly fullName: string; readonly server?: string; readonly tool?: string };

/** The names tools have on a provider's wire, and the way back. Names once given stay. */
export type ProviderNames = {
  /** Gives names to tools that have none yet; those that need no change go first. */
  readonly assign: (tools: readonly Named[]) => void;
  /** The name on the wire of a tool that was assigned one; the full name otherwise. */
  readonly wireName: (fullName: string) => string;
  /** The full name meant by a name a model used, be it the wire's or the full one. */
  readonly meant: (name: string) => string;
};

/** What providers with the strictest rule accept (https://platform.openai.com/docs/api-reference/chat/create). */
const allowed = /^[A-Za-z0-9_-]{1,64}$/;
const longest = 64;
const hashLength = 8;

/** The names as they are, for wires that take any. */
export const anyNames: ProviderNames = { assign: () => undefined, wireName: (name) => name, meant: (name) => name };

/** Names for providers that allow only `[A-Za-z0-9_-]{1,64}`: `server__tool`, with a hash where that is too long or taken. */
export function createProviderNames(): ProviderNames {
  const toWire = new Map<string, string>();
  const toFull = new Map<string, string>();
  function give(fullName: string, wire: string): void {
    toWire.set(fullName, wire);
    toFull.set(wire, fullName);
  }
  return {
    assign(tools) {
      const fresh = tools.filter(({ fullName }) => !toWire.has(fullName));
      for (const { fullName } of fresh) if (allowed.test(fullName) && !toFull.has(fullName)) give(fullName, fullName);
      for (const one of fresh) if (!toWire.has(one.fullName)) give(one.fullName, mapped(one, toFull));
    },
    wireName: (fullName) => toWire.get(fullName) ?? fullName,
    meant: (name) => toFull.get(name) ?? name,
  };
}

function mapped({ fullName, server, tool }: Named, taken: ReadonlyMap<string, string>): string {
  const plain = server === undefined || tool === undefined ? fullName : `${server}__${tool}`;
  const safe = plain.replaceAll(/[^A-Za-z0-9_-]/g, "_");
  if (safe !== "" && safe.length <= longest && !taken.has(safe)) return safe;
  const hash = createHash("sha256").update(fullName).digest("hex").slice(0, hashLength);
  return `${safe.slice(0, longest - hashLength - 1)}_${hash}`;
}
