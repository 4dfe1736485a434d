import { visible } from "../base/visible.ts";
import type { HostConfiguration } from "../host/config/configuration.ts";
import { listingText } from "./lists/listing.ts";

/** The servers a host has definitions of, as a table with a head. */
export function definitionsTable({ servers }: Pick<HostConfiguration, "servers">): string {
  if (servers.length === 0) return "no servers are defined\n";
  const head = {
    id: "NAME",
    description: "DESCRIPTION",
    auto: "AUTO-ENABLE",
    path: "REQUIRES-PATH",
    capabilities: "CAPABILITIES",
  };
  const rows = servers.map(({ name, description = "", autoEnable, requiresPath, capabilities, enabled }) => ({
    id: visible(name),
    description: visible(description) || "-",
    auto: enabled ? autoEnable : "off",
    path: requiresPath ? "yes" : "no",
    capabilities: capabilities.map((one) => visible(one)).join(", ") || "-",
  }));
  return listingText({ items: [head, ...rows], columns: ["description", "auto", "path", "capabilities"] });
}
