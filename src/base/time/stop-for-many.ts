import { setMaxListeners } from "node:events";

/**
 * A controller to whose signal any number of those may listen who go on side by side: each stops listening when it is over, and Node
 * warns from eleven on.
 */
export function stopForMany(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
}
