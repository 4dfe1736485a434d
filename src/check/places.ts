import type { Citations } from "./check.ts";

/** Where base-protocol statements stand, from revision to revision; shared by the checks that rest on the same sentence. */
export const places = {
  messages: { "2024-11-05": "basic/messages", "2025-03-26": "basic/index#messages" },
  requests: { "2024-11-05": "basic/messages#requests", "2025-03-26": "basic/index#requests" },
  responses: { "2024-11-05": "basic/messages#responses", "2025-03-26": "basic/index#responses" },
  results: {
    "2024-11-05": "basic/messages#responses",
    "2025-03-26": "basic/index#responses",
    "2025-11-25": "basic/index#result-responses",
  },
  errors: {
    "2024-11-05": "basic/messages#responses",
    "2025-03-26": "basic/index#responses",
    "2025-11-25": "basic/index#error-responses",
  },
  notifications: { "2024-11-05": "basic/messages#notifications", "2025-03-26": "basic/index#notifications" },
  stdio: { "2024-11-05": "basic/transports#stdio", "2026-07-28": "basic/transports/stdio" },
  stdioShutdown: { "2024-11-05": "basic/lifecycle#shutdown", "2026-07-28": "basic/transports/stdio#shutdown" },
  sending: {
    "2025-03-26": "basic/transports#sending-messages-to-the-server",
    "2026-07-28": "basic/transports/streamable-http#sending-messages",
  },
  sseAnswers: {
    "2025-03-26": "basic/transports#sending-messages-to-the-server",
    "2026-07-28": "basic/transports/streamable-http#receiving-messages",
  },
  originHttp: {
    "2024-11-05": "basic/transports#security-warning",
    "2026-07-28": "basic/transports/streamable-http#security-endpoint",
  },
  sessions: { "2025-03-26": "basic/transports#session-management", "2026-07-28": "removed" },
  getStream: { "2025-03-26": "basic/transports#listening-for-messages-from-the-server", "2026-07-28": "removed" },
  initialization: { "2024-11-05": "basic/lifecycle#initialization", "2026-07-28": "removed" },
  versionNegotiation: { "2024-11-05": "basic/lifecycle#version-negotiation", "2026-07-28": "removed" },
  ping: { "2024-11-05": "basic/utilities/ping#behavior-requirements", "2026-07-28": "removed" },
  statelessVersion: { "2026-07-28": "basic/versioning#protocol-version-negotiation" },
  envelope: { "2026-07-28": "basic/index#meta" },
  errorCodes: { "2026-07-28": "basic/index#error-codes" },
  serverValidation: { "2026-07-28": "basic/transports/streamable-http#server-validation" },
  protocolVersionHeader: {
    "2025-06-18": "basic/transports#protocol-version-header",
    "2026-07-28": "basic/transports/streamable-http#protocol-version-header",
  },
  verifiedRequests: {
    "2024-11-05": "https://modelcontextprotocol.io/docs/2024-11-05/tutorials/security/security_best_practices#session-hijacking",
    "2025-03-26": "https://modelcontextprotocol.io/docs/2025-03-26/tutorials/security/security_best_practices#session-hijacking",
    "2025-06-18": "https://modelcontextprotocol.io/docs/2025-06-18/tutorials/security/security_best_practices#session-hijacking",
    "2025-11-25": "https://modelcontextprotocol.io/docs/2025-11-25/tutorials/security/security_best_practices#session-hijacking",
    "2026-07-28":
      "https://modelcontextprotocol.io/docs/2026-07-28/tutorials/security/security_best_practices#state-handle-hijacking",
  },
  requestForgery: {
    "2025-03-26":
      "https://modelcontextprotocol.io/docs/2025-03-26/tutorials/security/security_best_practices#server-side-request-forgery-ssrf",
    "2025-06-18":
      "https://modelcontextprotocol.io/docs/2025-06-18/tutorials/security/security_best_practices#server-side-request-forgery-ssrf",
    "2025-11-25":
      "https://modelcontextprotocol.io/docs/2025-11-25/tutorials/security/security_best_practices#server-side-request-forgery-ssrf",
    "2026-07-28":
      "https://modelcontextprotocol.io/docs/2026-07-28/tutorials/security/security_best_practices#server-side-request-forgery-ssrf",
  },
  earlierHttp: { "2026-07-28": "basic/transports/streamable-http#earlier-streamable-http-revisions" },
} as const satisfies Readonly<Record<string, Citations>>;
