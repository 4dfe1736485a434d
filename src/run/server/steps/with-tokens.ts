import type { Step } from "../../../suite/scenario.ts";
import { tokenKinds, type Tokens } from "../../../suite/token-kinds.ts";

/** A step with tokens in the place of `{token:kind}`, in its headers and in the path it asks for. */
export function withTokens(step: Step, tokens: Tokens | undefined): Step {
  if (tokens === undefined || !JSON.stringify(step).includes("{token:")) return step;
  const filled = (text: string): string =>
    tokenKinds.reduce((sofar, kind) => sofar.replaceAll(`{token:${kind}}`, tokens[kind] ?? ""), text);
  const headers = (given: Headers): Headers =>
    Object.fromEntries(Object.entries(given).map(([name, value]) => [name, value === null ? null : filled(value)]));
  return {
    ...step,
    ...("headers" in step && step.headers !== undefined ? { headers: headers(step.headers) } : {}),
    ...("laterHeaders" in step && step.laterHeaders !== undefined ? { laterHeaders: headers(step.laterHeaders) } : {}),
    ...("http" in step
      ? {
          http: {
            ...step.http,
            ...(step.http.headers === undefined ? {} : { headers: headers(step.http.headers) }),
            ...(step.http.path === undefined ? {} : { path: filled(step.http.path) }),
          },
        }
      : {}),
  };
}

type Headers = Readonly<Record<string, string | null>>;
