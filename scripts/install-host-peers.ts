import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { installHost } from "./hosts/install-host.ts";

/**
 * Installs the pinned hosts that `examples/hosts` describes, all of them or those that are named, each in a folder of its own below
 * `.venv/hosts`. Where there is no registry it says so and ends with success: `run host` then says that they are missing.
 */
const pins = fileURLToPath(new URL("../examples/hosts/pins/", import.meta.url));
const hosts = readdirSync(pins).map((name) => name.replace(/\.json$/, ""));
const named = process.argv.slice(2);
const unknown = named.filter((one) => !hosts.includes(one));
if (unknown.length > 0) throw new Error(`no such host: ${unknown.join(", ")} (there are ${hosts.join(", ")})`);
for (const host of named.length === 0 ? hosts : named) {
  const failed = installHost(host, `${pins}${host}.json`);
  console.error(failed === undefined ? `${host}: installed` : `${host}: not installed (${failed})`);
}
