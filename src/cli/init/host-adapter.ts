import { schemaAddress } from "../../base/published-address.ts";

/** How the hosts are asked that `init host` writes adapters for. */
export const hostSurfaces = ["openai", "ollama", "cli"] as const;

/** One of them. */
export type HostSurface = (typeof hostSurfaces)[number];

/** An adapter file that is right in its form, with the command of a host to be filled in. */
export function hostAdapterText(surface: HostSurface): string {
  const asked =
    surface === "cli"
      ? { triggers: { chat: ["node", "{adapter}/my-host.js", "--servers", "{config}", "--prompt", "{prompt}"] } }
      : {
          start: { command: ["node", "{adapter}/my-host.js", "--port", "{port}", "--servers", "{config}"], ready: { url: "/" } },
        };
  const adapter = {
    $schema: schemaAddress("host-adapter"),
    id: "my-host",
    title: "my host",
    surface,
    ...asked,
    environment: { OPENAI_BASE_URL: "{model}/v1", OPENAI_API_KEY: "none", MODEL: "{modelName}" },
    servers: { form: "mcpServers" },
    model: { api: "openai" },
    capabilities: ["stdio", "http", "model", ...(surface === "cli" ? [] : [surface]), "several-servers"],
    naming: "bare",
  };
  return `${JSON.stringify(adapter, null, 2)}\n`;
}
