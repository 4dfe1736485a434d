import type { HostConfiguration } from "../config/configuration.ts";

/** The body of a request, which means the configuration's default model where it names none. */
export function withDefaultModel(
  body: Readonly<Record<string, unknown>>,
  { defaultModel }: Pick<HostConfiguration, "defaultModel">,
): Readonly<Record<string, unknown>> {
  const named = body["model"] !== undefined && body["model"] !== null && body["model"] !== "";
  return named || defaultModel === undefined ? body : { ...body, model: defaultModel };
}
