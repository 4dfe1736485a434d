import { hostileWords } from "./hostile-words.ts";
import type { PeerScript } from "./scripted-peer.ts";

/** A server that is right in everything, but for what it says: every string that is up to it is hostile, or the `words` for that place. */
export function hostileSpeaker(elsewhere: string, words = (mark: string): string => hostileWords(mark, elsewhere)): PeerScript {
  const json = (value: object): string => JSON.stringify(value);
  const icons = [{ src: `${elsewhere}/icon.png`, mimeType: words("icon.mimeType"), sizes: [words("icon.sizes")] }];
  const error = (mark: string): string =>
    json({ code: -32602, message: words(`${mark}.message`), data: { why: words(`${mark}.data`) } });
  const log = {
    method: "notifications/message",
    params: { level: "error", logger: words("log.logger"), data: words("log.data") },
  };
  const progress = { method: "notifications/progress", params: { progress: 1, total: 2, message: words("progress.message") } };
  return {
    stderr: `${words("stderr")}\n`,
    results: {
      initialize: json({
        protocolVersion: "2025-11-25",
        capabilities: { tools: {}, prompts: {}, resources: {}, logging: {} },
        serverInfo: {
          name: words("serverInfo.name"),
          title: words("serverInfo.title"),
          version: words("serverInfo.version"),
          description: words("serverInfo.description"),
          websiteUrl: `${elsewhere}/website`,
          icons,
        },
        instructions: words("instructions"),
      }),
      "tools/list": json({
        tools: [words("tool.name"), "look", "delete_all"].map((name) => ({
          name,
          title: words("tool.title"),
          description: words("tool.description"),
          icons,
          inputSchema: {
            type: "object",
            title: words("schema.title"),
            properties: { at: { type: "string", description: words("schema.description"), default: words("schema.default") } },
          },
          annotations: { title: words("annotations.title"), readOnlyHint: name !== "delete_all" },
          _meta: { "example.com/words": words("tool._meta") },
        })),
      }),
      "tools/call": json({
        content: [
          { type: "text", text: words("content.text") },
          { type: "resource_link", uri: `${elsewhere}/linked`, name: words("link.name"), description: words("link.description") },
          {
            type: "resource",
            resource: { uri: `${elsewhere}/embedded`, mimeType: words("embedded.mimeType"), text: words("embedded.text") },
          },
          { type: "image", data: "aGk=", mimeType: words("image.mimeType") },
        ],
        structuredContent: { [words("structured.name")]: words("structured.value") },
      }),
      "prompts/list": json({
        prompts: [
          {
            name: words("prompt.name"),
            title: words("prompt.title"),
            description: words("prompt.description"),
            arguments: [{ name: words("argument.name"), description: words("argument.description") }],
          },
        ],
      }),
      "resources/list": json({
        resources: [
          {
            uri: `hostile:${words("resource.uri")}`,
            name: words("resource.name"),
            description: words("resource.description"),
            mimeType: words("resource.mimeType"),
          },
        ],
      }),
      "resources/templates/list": json({
        resourceTemplates: [{ uriTemplate: `hostile:{${words("template")}}`, name: words("template.name") }],
      }),
    },
    errors: {
      "unknown tool": error("unknown"),
      "prompts/get": error("prompt"),
      "resources/read": error("resource"),
      "resources/subscribe": error("subscribe"),
    },
    before: { "tools/call": [log, progress], "tools/list": [log], "prompts/get": [log] },
  };
}
