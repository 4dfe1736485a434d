import { isObject, valueAt } from "../../../jsonrpc/json.ts";
import { isRevision } from "../../../spec/revision.ts";
import { clientCalls, clientNotifications } from "../../../trace/facts/client-facts.ts";
import { requestsOfEra } from "../../../trace/facts/client-era.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, overall } from "../../outcome.ts";
import { places } from "../../places.ts";
import { shortJson } from "../../rules/text-forms.ts";

const unopened = "the client sent no initialize";

/** `initialize` says which revision, what the client can do, and who it is. */
export const initializeParams: Check = {
  id: "lifecycle.client-initialize-params",
  title: "initialize has a protocol version, capabilities, and the name and version of the client",
  subject: "client",
  level: "MUST",
  spec: places.initialization,
  advice: "Give protocolVersion (text), capabilities (an object, perhaps empty) and clientInfo with name and version.",
  verify: (trace) =>
    overall(
      clientCalls(trace, "initialize").map(({ request }): Exhibit => {
        const { params } = request.frame;
        const wrong = [
          ...(typeof valueAt(params, "protocolVersion") === "string" ? [] : ["protocolVersion"]),
          ...(isObject(valueAt(params, "capabilities")) ? [] : ["capabilities"]),
          ...(["name", "version"] as const).flatMap((name) =>
            typeof valueAt(params, "clientInfo", name) === "string" ? [] : [`clientInfo.${name}`],
          ),
        ];
        return { ref: request, wrong: wrong.length === 0 ? undefined : `initialize lacks ${wrong.join(", ")}` };
      }),
      unopened,
    ),
};

/** A version the client does not know ends the conversation. */
export const unknownVersionLeft: Check = {
  id: "lifecycle.client-unknown-version",
  title: "The client goes no further with a server whose version it does not support",
  subject: "client",
  level: "SHOULD",
  spec: places.versionNegotiation,
  advice: "Compare the version in the result of initialize with those you support, and disconnect when it is none of them.",
  verify: (trace) =>
    overall(
      clientCalls(trace, "initialize").flatMap(({ request, answer }): Exhibit[] => {
        const version = answer?.frame.kind === "result" ? valueAt(answer.frame.result, "protocolVersion") : undefined;
        if (answer === undefined || typeof version !== "string" || isRevision(version)) return [];
        const later = [...clientNotifications(trace, "notifications/initialized"), ...requestsOfEra(trace)].find(
          ({ connection, seq, frame }) => connection === request.connection && seq > answer.seq && frame.method !== "initialize",
        );
        return [
          {
            ref: later ?? answer,
            wrong: later && `${later.frame.method} was sent to a server that speaks ${shortJson(version)}`,
          },
        ];
      }),
      "no server answered with a version that does not exist",
    ),
};

const capabilityOf: Readonly<Record<string, string>> = {
  "tools/list": "tools",
  "resources/list": "resources",
  "resources/templates/list": "resources",
  "prompts/list": "prompts",
};

/** What a server does not offer is not asked for. */
export const onlyOffered: Check = {
  id: "lifecycle.client-only-offered",
  title: "The client lists only what the server offers",
  subject: "client",
  level: "MUST",
  spec: { "2025-06-18": "basic/lifecycle#operation", "2026-07-28": "removed" },
  advice: "Look into the capabilities of the server before you list tools, resources or prompts.",
  verify: (trace) =>
    overall(
      clientCalls(trace, "initialize").flatMap(({ request, answer }): Exhibit[] => {
        const capabilities = answer?.frame.kind === "result" ? valueAt(answer.frame.result, "capabilities") : undefined;
        if (!isObject(capabilities)) return [];
        return requestsOfEra(trace).flatMap((message): Exhibit[] => {
          const needed = capabilityOf[message.frame.method];
          if (message.connection !== request.connection || message.seq < request.seq || needed === undefined) return [];
          const offered = capabilities[needed] !== undefined;
          return [
            { ref: message, wrong: offered ? undefined : `${message.frame.method} was sent to a server without ${needed}` },
          ];
        });
      }),
      "the client listed nothing",
    ),
};
