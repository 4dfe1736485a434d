import type { HostProfile } from "../host-profile.ts";
import { strict } from "./strict.ts";
import { unguarded } from "./unguarded.ts";

/** vLLM.rs: an inference server that offers tools of its servers to the model and hands every call to the client. Rows B3-*. */
export const vllmRs: HostProfile = {
  id: "vllm-rs",
  title: "vLLM.rs: MCP tools in the prompt, calls read from raw text and returned, never executed",
  identity: {
    clientName: "vllm-rs",
    clientVersion: "0.6.0",
    protocol: "2024-11-05",
    unknownRevision: "warn",
    initializedParams: "omit",
    respectCapabilities: false,
  },
  surface: {
    ...strict.surface,
    offered: ["openai"],
    openaiExtras: "none",
    markExecuted: false,
    streamedCalls: "finalChunk",
    callIds: "hex16",
    unknownModel: "accept",
  },
  configuration: {
    ...strict.configuration,
    files: ["./mcp.json"],
    serversVariable: null,
    failure: "withoutServers",
    variables: "off",
  },
  tools: {
    ...strict.tools,
    naming: "underscore",
    exposure: "eager",
    connect: "start",
    validateArguments: "none",
    pinDefinitions: false,
  },
  loop: { ...strict.loop, executor: "client", maxRounds: 0, onLimit: "silent", order: "sequential", loopGuard: null },
  model: {
    ...strict.model,
    strategy: "prompt",
    discoveryText: false,
    pathText: false,
    emptyResult: "The tool ran without error and gave no output.",
  },
  sessions: {
    scope: "process",
    idleMs: null,
    sweepMs: null,
    listCacheMs: null,
    listChanged: false,
    respawnsPerCall: 0,
    respawnsPerSession: 0,
    httpSessions: false,
    sseFallback: true,
  },
  times: {
    ...strict.times,
    initializeMs: 30_000,
    runnerInitializeMs: null,
    listMs: 30_000,
    callMs: 60_000,
    callHttpMs: 60_000,
    cancelOnTimeout: false,
    modelMs: null,
  },
  shutdown: { notifyMs: null, eofMs: 0, termMs: null },
  limits: strict.limits,
  policy: unguarded,
};
