import { invalidRequest } from "../../jsonrpc/error-codes.ts";
import { isObject } from "../../jsonrpc/json.ts";
import { type Revision, isRevision } from "../../spec/revision.ts";
import { type Answer, badParams, refuse } from "../conversation/answer.ts";
import type { Call } from "./call.ts";
import { capabilitiesOf, spokenIn } from "../era/capabilities.ts";
import { shapeDefinition } from "../era/revision-shape.ts";
import { type LogLevel, logLevels } from "../script/log-levels.ts";

/** Answers `initialize`: the version asked for when it is spoken, else the latest one (basic/lifecycle, "Version Negotiation"). */
export function initialize(call: Call): Answer {
  const { protocolVersion, capabilities, clientInfo } = call.params;
  if (call.conversation.revision !== undefined) return refuse(invalidRequest, "This session is already initialized");
  if (typeof protocolVersion !== "string") return badParams("protocolVersion must be a string");
  if (!isObject(capabilities)) return badParams("capabilities must be an object");
  if (!isObject(clientInfo) || typeof clientInfo["name"] !== "string" || typeof clientInfo["version"] !== "string")
    return badParams("clientInfo must have a name and a version");
  const spoken = spokenIn(call.script, "stateful");
  const revision = negotiate(spoken, protocolVersion);
  if (revision === undefined) return badParams("Unsupported protocol version", { supported: spoken, requested: protocolVersion });
  call.conversation.revision = revision;
  call.conversation.capabilities = capabilities;
  return {
    result: {
      protocolVersion: revision,
      capabilities: capabilitiesOf(call.script, revision),
      serverInfo: shapeDefinition("implementation", call.script.serverInfo, revision),
      ...(call.script.instructions === undefined ? {} : { instructions: call.script.instructions }),
    },
  };
}

function negotiate(spoken: readonly Revision[], asked: string): Revision | undefined {
  return isRevision(asked) && spoken.includes(asked) ? asked : spoken.at(-1);
}

/** Answers `server/discover` (2026-07-28). */
export function discover(call: Call): Answer {
  return {
    result: {
      supportedVersions: spokenIn(call.script, "stateless"),
      capabilities: capabilitiesOf(call.script, call.revision),
      ...(call.script.instructions === undefined ? {} : { instructions: call.script.instructions }),
    },
  };
}

/** Answers `logging/setLevel` (stateful revisions). */
export function setLevel(call: Call): Answer {
  const { level } = call.params;
  if (!(logLevels as readonly unknown[]).includes(level) && !call.omits("log-level")) return badParams("Invalid log level");
  call.conversation.logLevel = level as LogLevel;
  return { result: {} };
}
