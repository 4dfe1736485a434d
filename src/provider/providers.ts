import { suggestion } from "../base/nearest.ts";
import { McpcheckError } from "../base/mcpcheck-error.ts";
import { providerFiles } from "./providers/provider-files.generated.ts";
import type { Provider } from "./provider.ts";

/** Every provider, by id. */
export const providers: readonly Provider[] = providerFiles.toSorted((a, b) => (a.id < b.id ? -1 : 1));

/** The provider with this id; `option` is what named it. @throws McpcheckError `usage` where there is none */
export function providerById(id: string, option: string): Provider {
  const found = providers.find((provider) => provider.id === id);
  if (found !== undefined) return found;
  const ids = providers.map((provider) => provider.id);
  throw new McpcheckError("usage", `${option}: there is no provider "${id}"${suggestion(id, ids)}; there are ${ids.join(", ")}`);
}
