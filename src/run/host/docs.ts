/** Where the behaviours that host cases rest on are described. */
export const hostBehaviours = "https://github.com/mcpcheck/mcpcheck/blob/main/docs/hosts.md";
