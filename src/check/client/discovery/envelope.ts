import { isObject, valueAt } from "../../../jsonrpc/json.ts";
import { requestsOfEra } from "../../../trace/facts/client-era.ts";
import type { Check } from "../../check.ts";
import { overall } from "../../outcome.ts";
import { places } from "../../places.ts";

const prefix = "io.modelcontextprotocol/";
const noRequest = "the client sent no request of a stateless revision";

/** Every request carries what a server has to know of its client. */
export const clientEnvelope: Check = {
  id: "discovery.client-envelope",
  title: "Every request has the protocol version and the client's capabilities in its _meta",
  subject: "client",
  level: "MUST",
  spec: places.envelope,
  advice:
    "Put io.modelcontextprotocol/protocolVersion and io.modelcontextprotocol/clientCapabilities into params._meta of every request.",
  verify: (trace) =>
    overall(
      requestsOfEra(trace).map((message) => {
        const meta = valueAt(message.frame.params, "_meta");
        const missing = [
          ...(typeof valueAt(meta, `${prefix}protocolVersion`) === "string" ? [] : ["protocolVersion"]),
          ...(isObject(valueAt(meta, `${prefix}clientCapabilities`)) ? [] : ["clientCapabilities"]),
        ];
        return {
          ref: message,
          wrong: missing.length === 0 ? undefined : `${message.frame.method} lacks ${missing.join(" and ")}`,
        };
      }),
      noRequest,
    ),
};

/** And should say who it is. */
export const clientInfoSent: Check = {
  id: "discovery.client-info",
  title: "Every request names the client in its _meta",
  subject: "client",
  level: "SHOULD",
  spec: places.envelope,
  advice: "Put io.modelcontextprotocol/clientInfo with name and version into params._meta, unless the user does not want it.",
  verify: (trace) =>
    overall(
      requestsOfEra(trace).map((message) => {
        const name = valueAt(message.frame.params, "_meta", `${prefix}clientInfo`, "name");
        return { ref: message, wrong: typeof name === "string" ? undefined : `${message.frame.method} does not` };
      }),
      noRequest,
    ),
};
