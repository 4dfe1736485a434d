import { isObject } from "../../jsonrpc/json.ts";
import { announcements } from "../../trace/facts/server-facts.ts";
import type { Explanation } from "../explanation.ts";

/** An announcement without capabilities declares nothing: whatever the server then offers is not declared, for that one reason. */
export const undeclaredOffers: Explanation = {
  checks: [
    "*.declared",
    "*.declared-when-served",
    "*.undeclared-method",
    "*.undeclared-ignored",
    "subscriptions.updated-declared",
  ],
  within: "revision",
  at: (trace) => announcements(trace).filter(({ result }) => !isObject(result["capabilities"])),
};
