import type { JsonObject } from "../../src/jsonrpc/json.ts";
import type { Revision } from "../../src/spec/revision.ts";
import { eraOf } from "../../src/spec/revision.ts";
import { envelope } from "./test-peer.ts";

/** A client able to answer anything a server may ask. */
const capabilities = { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} };

/** The messages of a client in one revision; ids count from 1. */
export type Speaker = {
  readonly request: (method: string, params?: JsonObject) => JsonObject;
  readonly notify: (method: string, params?: JsonObject) => JsonObject;
  /** What opens a conversation. */
  readonly handshake: () => readonly JsonObject[];
};

/** A speaker that has said nothing yet. */
export function createSpeaker(revision: Revision): Speaker {
  let id = 0;
  const stateless = eraOf(revision) === "stateless";
  const request: Speaker["request"] = (method, params = {}) => ({
    jsonrpc: "2.0",
    id: ++id,
    method,
    params: stateless ? { ...envelope(capabilities), ...params } : params,
  });
  const notify: Speaker["notify"] = (method, params) => ({
    jsonrpc: "2.0",
    method,
    ...(params === undefined ? {} : { params }),
  });
  return {
    request,
    notify,
    handshake: () =>
      stateless
        ? [request("server/discover")]
        : [
            request("initialize", { protocolVersion: revision, capabilities, clientInfo: { name: "show", version: "1" } }),
            notify("notifications/initialized"),
          ],
  };
}
