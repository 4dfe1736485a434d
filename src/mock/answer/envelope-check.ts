import { headerMismatch, unsupportedProtocolVersion } from "../../jsonrpc/error-codes.ts";
import { type JsonObject, asObject, isObject } from "../../jsonrpc/json.ts";
import { type Answer, badParams, refuse } from "../conversation/answer.ts";
import { spokenIn } from "../era/capabilities.ts";
import { metaKeys } from "../era/era.ts";
import { type HeaderFields, headerOf } from "../../base/http/header-fields.ts";
import { logLevels } from "../script/log-levels.ts";
import type { MockScript, Omission } from "../script/script.ts";

/** The error for a protocol version this server does not speak, with those it speaks in the stateless way. */
function unsupportedVersion(script: MockScript, requested: string): Answer {
  return refuse(unsupportedProtocolVersion, "Unsupported protocol version", {
    supported: spokenIn(script, "stateless"),
    requested,
  });
}

/**
 * What a 2026-07-28 request must carry before its method is looked at: the version in header and envelope, alike and spoken
 * here; the Mcp-Method header; the client's capabilities. Gives the error of the first rule that is broken.
 */
export function checkEnvelope(
  script: MockScript,
  method: string,
  params: JsonObject,
  headers: HeaderFields | undefined,
  omits: (step: Omission) => boolean,
): Answer | undefined {
  const meta = asObject(params["_meta"]);
  const version = meta[metaKeys.version];
  if (method === "initialize" && version === undefined)
    return unsupportedVersion(script, typeof params["protocolVersion"] === "string" ? params["protocolVersion"] : "");
  const header = headers === undefined ? undefined : headerOf(headers, "mcp-protocol-version");
  if (headers !== undefined && !omits("version-header")) {
    if (header === undefined) return mismatch("the MCP-Protocol-Version header is missing");
    if (typeof version === "string" && header !== version) return mismatch("MCP-Protocol-Version does not match the body");
  }
  if (typeof version !== "string" && !omits("envelope")) return malformed(metaKeys.version);
  if (typeof version === "string" && !omits("version") && !(spokenIn(script, "stateless") as readonly string[]).includes(version))
    return unsupportedVersion(script, version);
  if (headers !== undefined && !omits("standard-headers")) {
    const named = headerOf(headers, "mcp-method");
    if (named === undefined) return mismatch("the Mcp-Method header is missing");
    if (named !== method) return mismatch("Mcp-Method does not match the body");
  }
  if (!isObject(meta[metaKeys.capabilities]) && !omits("envelope")) return malformed(metaKeys.capabilities);
  const level = meta[metaKeys.logLevel];
  if (level !== undefined && !(logLevels as readonly unknown[]).includes(level) && !omits("log-level"))
    return badParams("Invalid log level");
  return undefined;
}

/** An error for HTTP headers that are missing, wrong or at odds with the body. */
export function mismatch(reason: string): Answer {
  return refuse(headerMismatch, `Header mismatch: ${reason}`);
}

function malformed(key: string): Answer {
  return { ...badParams(`_meta must have ${key}`), status: 400 };
}
