import type { Json, JsonObject } from "../../../../src/jsonrpc/json.ts";
import { type Answer, asked, gives, type Part } from "../conversation.ts";

/** What a client declares that shows views. */
export const shows: JsonObject = { extensions: { "io.modelcontextprotocol/ui": {} } };

/** The server announces MCP Apps. */
export const announced: Part = asked("server/discover", {}, gives({ capabilities: shows }));

/** The tools are listed. */
export const tools = (...items: readonly Json[]): Part => asked("tools/list", {}, gives({ tools: items }));

/** A tool that says this in its `_meta`. */
export const tool = (name: Json, meta: Json): JsonObject => ({ name, _meta: meta });

/** A tool that is linked to a view, and says more of it. */
export const linked = (name: string, resourceUri: Json, more: JsonObject = {}): JsonObject =>
  tool(name, { ui: { resourceUri, ...more } });

/** The resources are listed. */
export const resources = (...items: readonly Json[]): Part => asked("resources/list", {}, gives({ resources: items }));

/** A resource is read, and these are its contents. */
export const reads = (uri: string, ...contents: readonly Json[]): Part => readsWith(uri, gives({ contents }));

/** A resource is read, and this comes of it. */
export const readsWith = (uri: Json, answer?: Answer): Part => asked("resources/read", { uri }, answer);
