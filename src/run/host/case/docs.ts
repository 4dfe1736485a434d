/** Where the behaviours that host cases rest on are described. */
export const hostBehaviours = "docs/hosts.md";
