/** The name or address in a Host header, in small letters and without its port; undefined where it is missing or malformed. */
export function hostNameOf(host: string | undefined): string | undefined {
  return /^(\[[0-9a-f:.%]+\]|[^:/\s@]+)(?::\d{1,5})?$/i.exec(host ?? "")?.[1]?.toLowerCase();
}

/** Whether a host is named by its address: such a name cannot be made to point elsewhere. IPv6 stands in brackets, as in URLs. */
export function isAddress(name: string): boolean {
  return isIpv4(name) || /^\[[0-9a-f.%]*:[0-9a-f:.%]*\]$/i.test(name);
}

/** Whether an address is this machine's own: 127.0.0.0/8 or ::1, also mapped or in brackets. */
export function isLoopbackAddress(address: string | undefined): boolean {
  const plain = (address ?? "").replace(/^\[|\]$/g, "").replace(/^::ffff:/i, "");
  return plain === "::1" || (isIpv4(plain) && plain.startsWith("127."));
}

/** Whether a name or address means this machine: `localhost`, a name below it, or a loopback address. */
export function isLoopbackName(name: string): boolean {
  return /^(?:[^.]+\.)*localhost\.?$/i.test(name) || isLoopbackAddress(name);
}

/**
 * An address of this machine beside 127.0.0.1, on a kind of system where all of 127.0.0.0/8 is the machine itself (RFC 1122, section
 * 3.2.1.3); undefined elsewhere (macOS has only 127.0.0.1 unless others are set up). `platform` is a name as `process.platform` has them.
 */
export function otherLoopbackAddress(platform: string): string | undefined {
  return platform === "linux" || platform === "win32" ? "127.0.0.2" : undefined;
}

function isIpv4(name: string): boolean {
  const parts = name.split(".");
  return parts.length === 4 && parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255);
}
