/** What stands in a file within the root that mcpcheck offers, and in one beside it: a tool that reads it gives it away. */
export const boundaryWords = {
  inside: "mcpcheck wrote this file inside of the root it offers: 5d2177",
  outside: "mcpcheck wrote this file outside of the root it offers: e9043b",
} as const;
