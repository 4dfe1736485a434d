/** The identifiers of the extensions whose statements are held here. */
export const extensionIds = {
  apps: "io.modelcontextprotocol/ui",
  tasks: "io.modelcontextprotocol/tasks",
  skills: "io.modelcontextprotocol/skills",
} as const;

/** The published pages of their statements, in the edition that is held. */
export const extensionPages = {
  apps: "https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx",
  tasks: "https://github.com/modelcontextprotocol/ext-tasks/blob/main/specification/draft/tasks.md",
  skills: "https://github.com/modelcontextprotocol/ext-skills/blob/main/specification/stable/skills.mdx",
} as const;

/** The media type of a view of MCP Apps. */
export const viewType = "text/html;profile=mcp-app";
