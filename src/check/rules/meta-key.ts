const label = "[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?";
const keyPattern = new RegExp(`^(?:${label}(?:\\.${label})*/)?(?:[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)?$`);

/** Whether a key of _meta, or the identifier of an extension, follows the naming rules (basic/index, "_meta"). */
export function isMetaKey(key: string): boolean {
  return keyPattern.test(key);
}
