/** Whether an IP address is one that strangers must not make this machine call: its own, its network's, or no single machine's. */
export function isPrivateAddress(address: string): boolean {
  const plain =
    address
      .replace(/^\[|\]$/g, "")
      .toLowerCase()
      .split("%")[0] ?? "";
  const mapped = /^(?:::ffff:|64:ff9b::)(\d+\.\d+\.\d+\.\d+)$/.exec(plain)?.[1];
  const hex = /^(?:::ffff:|64:ff9b::)([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(plain);
  if (hex !== null) {
    const [high, low] = [Number.parseInt(hex[1] ?? "", 16), Number.parseInt(hex[2] ?? "", 16)];
    return isPrivateIpv4([high >> 8, high & 255, low >> 8, low & 255]);
  }
  const four = mapped ?? plain;
  if (/^\d+(?:\.\d+){3}$/.test(four)) return isPrivateIpv4(four.split(".").map(Number));
  if (!plain.includes(":")) return true; // no address at all
  return plain === "::" || plain === "::1" || /^(?:f[cd]|fe[89a-f]|ff|100:|2001:db8:|2002:|::\d)/.test(plain);
}

/** RFC 6890 and RFC 5771: this host, private, shared, loopback, link-local, protocol, documentation, benchmarks, multicast, reserved. */
function isPrivateIpv4([a = 0, b = 0, c = 0]: readonly number[]): boolean {
  if (a === 0 || a === 10 || a === 127 || a >= 224) return true;
  if (a === 100) return b >= 64 && b < 128;
  if (a === 169) return b === 254;
  if (a === 172) return b >= 16 && b < 32;
  if (a === 192) return b === 168 || (b === 0 && (c === 0 || c === 2));
  if (a === 198) return b === 18 || b === 19 || (b === 51 && c === 100);
  return a === 203 && b === 0 && c === 113;
}

/** Where a notification may go: a host name or address, with a port or for all of them, that the operator named. */
export function isNamed(url: URL, allowed: readonly string[]): boolean {
  const port = url.port === "" ? (url.protocol === "https:" ? "443" : "80") : url.port;
  return allowed.some((one) => [url.hostname, `${url.hostname}:${port}`].includes(one.toLowerCase()));
}

/**
 * Why nobody is told at this address, as far as it can be seen without asking for its name: undefined where it may be tried. Names are
 * looked up when they are used, and what they lead to is judged by `isPrivateAddress` then.
 */
export function addressFault(text: string, allowed: readonly string[]): string | undefined {
  if (!URL.canParse(text)) return "it is not an address";
  const url = new URL(text);
  if (url.protocol !== "http:" && url.protocol !== "https:") return "only http and https addresses are called";
  if (url.username !== "" || url.password !== "") return "an address with a user name or a password is not called";
  if (isNamed(url, allowed)) return undefined;
  const { hostname } = url;
  const isIp = hostname.startsWith("[") || /^\d+(?:\.\d+){3}$/.test(hostname);
  if (
    isIp ? isPrivateAddress(hostname) : /^(?:[^.]+\.)*(?:localhost|local|internal)\.?$/.test(hostname) || !hostname.includes(".")
  )
    return "it is in a private network (--allow-webhook names those that may be called)";
  return undefined;
}
