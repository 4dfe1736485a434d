import { setMaxListeners } from "node:events";

/**
 * A signal that is aborted as soon as one of several is. Any number of those who wait may listen to it: what goes on side by side
 * listens, and stops listening when it is over, and Node warns from eleven on.
 */
export function anySignal(...signals: readonly AbortSignal[]): AbortSignal {
  const any = AbortSignal.any([...signals]);
  setMaxListeners(0, any);
  return any;
}
