/** How often somebody is told who does not take it, beside the first time. */
export const mostRetries = 5;

/** How long is waited before a try, counted from 1, in ms: 1, 2, 4, 8 and 16 seconds. Undefined: there is no such try. */
export function retryDelay(retry: number): number | undefined {
  return retry >= 1 && retry <= mostRetries ? 1000 * 2 ** (retry - 1) : undefined;
}
