import type { JsonObject } from "../jsonrpc/json.ts";
import type { Revision } from "../spec/revision.ts";

/** The version of the saved form; raised when an older mcpcheck could misread a newer file. */
export const surfaceVersion = 1;

/** The lists of a surface, in the order they are shown. */
export const surfaceLists = ["tools", "prompts", "resources", "resourceTemplates"] as const;

/** The name of a list of a surface. */
export type SurfaceList = (typeof surfaceLists)[number];

/**
 * Everything a server shows before anything of it is used: what hosts and models see of it. Lists are sorted by what identifies their
 * items, members of objects by name, so that two equal surfaces are equal texts. A list that nobody asked for is absent.
 */
export type Surface = {
  readonly schemaVersion: typeof surfaceVersion;
  readonly revision: Revision;
  readonly server: { readonly name?: string; readonly version?: string };
  readonly instructions?: string;
  readonly capabilities: JsonObject;
  /** What models are given of the tools, at four bytes a token. */
  readonly tokens: number;
} & { readonly [list in SurfaceList]?: readonly JsonObject[] };

/** The member that identifies an item of each list. */
export const surfaceKeys: Readonly<Record<SurfaceList, string>> = {
  tools: "name",
  prompts: "name",
  resources: "uri",
  resourceTemplates: "uriTemplate",
};
