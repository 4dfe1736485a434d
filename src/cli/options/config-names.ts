/** The names under which a project's configuration is looked for, the first one found wins. */
export const configNames = ["mcpcheck.config.ts", "mcpcheck.config.js", "mcpcheck.config.mjs", "mcpcheck.config.json"];
