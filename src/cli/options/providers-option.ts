import { providers } from "../../provider/providers.ts";

/** `--providers` and what `--help` says of it, for commander's `option`. */
export const providersOption = [
  "--providers <ids>",
  `providers of models that have to take the tools: ${providers.map(({ id }) => id).join(", ")}`,
] as const;
