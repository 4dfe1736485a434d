/**
 * The members a dotted path of a capability leads through (`resources.subscribe`). What follows `extensions.` is the identifier of
 * an extension, whose dots are its own, and after its name perhaps a setting:
 * `extensions.io.modelcontextprotocol/skills.directoryRead`.
 */
export function capabilityPath(capability: string): string[] {
  const extension = /^extensions\.([^/]+\/[^.]+)(?:\.(.+))?$/.exec(capability);
  if (extension === null) return capability.split(".");
  const [, id = "", setting] = extension;
  return ["extensions", id, ...(setting === undefined ? [] : setting.split("."))];
}

/** A capability in a sentence: "the capability resources.subscribe", "the extension io.modelcontextprotocol/ui". */
export function capabilityWords(capability: string): string {
  const [family, id, ...setting] = capabilityPath(capability);
  if (family !== "extensions" || id === undefined) return `the capability ${capability}`;
  return `the extension ${id}${setting.length === 0 ? "" : ` with ${setting.join(".")}`}`;
}
