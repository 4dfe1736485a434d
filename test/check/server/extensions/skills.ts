import type { Json, JsonObject } from "../../../../src/jsonrpc/json.ts";
import { type Answer, asked, gives, type Part } from "../conversation.ts";

/** The skills are listed. */
export const lists = (...skills: readonly Json[]): Part => asked("skills/list", {}, gives({ skills }));

/** A skill is asked for, and this comes of it. */
export const gets = (uri: Json, answer?: Answer): Part => asked("skills/get", { uri }, answer);

/** The URI of the skill with a name. */
export const uriOf = (name: string): string => `skill://${name}/SKILL.md`;

/** The entry of a skill, unless it says something else. */
export const entry = (name: string, more: JsonObject = {}): JsonObject => ({
  uri: uriOf(name),
  frontmatter: { name, description: "d" },
  resources: "dynamic",
  ...more,
});

/** Files as an entry lists them. */
export const files = (...uris: readonly Json[]): JsonObject => ({
  resources: uris.map((uri) => ({ uri, digest: `sha256:${"0a".repeat(32)}`, size: 0 })),
});
