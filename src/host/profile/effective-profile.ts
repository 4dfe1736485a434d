import * as z from "zod";
import { McpcheckError } from "../../base/mcpcheck-error.ts";
import { suggestion } from "../../base/nearest.ts";
import { type HostProfile, hostProfileSchema, type ProfileId, profileIds } from "./host-profile.ts";
import { profiles } from "./profiles.ts";

/**
 * The profile of that name with overrides written `key=value`, as `--set` takes them: `loop.maxRounds=3`,
 * `times.callMs=none`, `policy.command.allow=npx,node`, `model.options={"seed":1}`. Later ones win.
 * @throws McpcheckError `usage`: unknown profile, unknown key (with the nearest), a value that does not fit (with what would)
 */
export function effectiveProfile(id: string, overrides: readonly string[] = []): HostProfile {
  if (!isProfileId(id)) {
    throw new McpcheckError(
      "usage",
      `--profile: there is no profile "${id}"${suggestion(id, profileIds)} (there are ${profileIds.join(", ")})`,
    );
  }
  const profile = overrides.reduce(withOverride, profiles[id]);
  if (profile.policy.sudo.rewrite && id !== "ollmcpc") {
    throw new McpcheckError("usage", `--set policy.sudo.rewrite: only profile ollmcpc hands passwords to sudo, not ${id}`);
  }
  return profile;
}

/** Every key that can be overridden, dotted, in the order of `config show`. */
export const profileKeys: readonly string[] = leaves(hostProfileSchema, []).filter((key) => key !== "id" && key !== "title");

function isProfileId(id: string): id is ProfileId {
  return (profileIds as readonly string[]).includes(id);
}

function withOverride(profile: HostProfile, override: string): HostProfile {
  const cut = override.indexOf("=");
  if (cut < 1) throw new McpcheckError("usage", `--set: expected key=value, got "${override}"`);
  const key = override.slice(0, cut).trim();
  const schema = schemaOf(key);
  const value = fitting(schema, override.slice(cut + 1).trim(), key);
  return replaced(profile, key.split("."), value) as HostProfile;
}

function schemaOf(key: string): z.ZodType {
  if (!profileKeys.includes(key)) {
    const group = profileKeys.filter((known) => known.startsWith(`${key}.`));
    const within = group.length > 0 ? `; it is a group of ${group.join(", ")}` : suggestion(key, profileKeys);
    throw new McpcheckError("usage", `--set: there is no key "${key}" in a profile${within}`);
  }
  return key.split(".").reduce<z.ZodType>((schema, part) => (schema as z.ZodObject).shape[part] as z.ZodType, hostProfileSchema);
}

/** The first reading of the text that fits: JSON, a word for "no limit", the text itself, a list with commas. */
function fitting(schema: z.ZodType, text: string, key: string): unknown {
  const readings = [...asJson(text), ...(["none", "never"].includes(text) ? [null] : []), text, listOf(text)];
  for (const reading of readings) {
    const parsed = schema.safeParse(reading);
    if (parsed.success) return parsed.data;
  }
  const [issue] = schema.safeParse(readings[0]).error?.issues ?? [];
  const place = issue === undefined || issue.path.length === 0 ? "" : ` (at ${issue.path.map(String).join(".")})`;
  throw new McpcheckError("usage", `--set ${key}: "${text}" does not fit${place}: ${issue?.message ?? "invalid"}`);
}

function asJson(text: string): unknown[] {
  try {
    return [JSON.parse(text) as unknown];
  } catch {
    return [];
  }
}

function listOf(text: string): string[] {
  return text === "" ? [] : text.split(",").map((one) => one.trim());
}

function replaced(value: unknown, path: readonly string[], leaf: unknown): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return leaf;
  const record = value as Readonly<Record<string, unknown>>;
  return { ...record, [first]: replaced(record[first], rest, leaf) };
}

function leaves(schema: unknown, path: readonly string[]): string[] {
  if (!(schema instanceof z.ZodObject)) return [path.join(".")];
  return Object.entries(schema.shape).flatMap(([key, inner]) => leaves(inner, [...path, key]));
}
