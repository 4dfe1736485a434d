// A small MCP server over Streamable HTTP that verifies its tokens itself: `node jwt-server.mjs <port> <audience>`, with ISSUER and JWKS.
// CARELESS names what it does not look at: audience, issuer, expiry, session.
import { createServer } from "node:http";
import { randomUUID } from "node:crypto";
import { createRemoteJWKSet, jwtVerify } from "jose";

const [, , port, audience] = process.argv;
const { ISSUER: issuer, JWKS: jwks, CARELESS: careless = "" } = process.env;
const keys = createRemoteJWKSet(new URL(jwks));
const sessions = new Map();
const metadata = `http://127.0.0.1:${port}/.well-known/oauth-protected-resource/mcp`;

async function userOf(request) {
  const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1];
  if (token === undefined) throw new Error("no token");
  const { payload } = await jwtVerify(token, keys, {
    ...(careless === "audience" ? {} : { audience }),
    ...(careless === "issuer" ? {} : { issuer }),
    ...(careless === "expiry" ? { clockTolerance: 7200 } : {}),
  });
  return payload;
}

function answerTo({ method, params }) {
  if (method === "initialize")
    return {
      protocolVersion: ["2025-06-18", "2025-11-25"].includes(params?.protocolVersion) ? params.protocolVersion : "2025-11-25",
      capabilities: { tools: {} },
      serverInfo: { name: "jwt-server", version: "1.0.0" },
    };
  if (method === "ping") return {};
  if (method === "tools/list")
    return {
      tools: [
        { name: "hello", description: "Says hello.", inputSchema: { type: "object" }, annotations: { readOnlyHint: true } },
      ],
    };
  if (method === "tools/call") return { content: [{ type: "text", text: "hello" }] };
  return undefined;
}

function send(response, status, body, headers = {}) {
  response.writeHead(status, { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers });
  response.end(body === undefined ? undefined : JSON.stringify(body));
}

createServer(async (request, response) => {
  if (request.url.startsWith("/.well-known/oauth-protected-resource"))
    return send(response, 200, { resource: audience, authorization_servers: [issuer] });
  let user;
  try {
    user = await userOf(request);
  } catch {
    return send(response, 401, undefined, { "www-authenticate": `Bearer resource_metadata="${metadata}", scope="tools"` });
  }
  if (request.method !== "POST") return send(response, 405, undefined, { allow: "POST" });
  let text = "";
  for await (const piece of request) text += piece;
  let message;
  try {
    message = JSON.parse(text);
  } catch {
    return send(response, 400, { jsonrpc: "2.0", error: { code: -32700, message: "Parse error" } });
  }
  if (typeof message?.method !== "string")
    return send(response, 400, { jsonrpc: "2.0", error: { code: -32600, message: "Invalid request" } });
  const opening = message.method === "initialize";
  const session = sessions.get(request.headers["mcp-session-id"]);
  if (!opening && (session === undefined || (careless !== "session" && session !== user.sub)))
    return send(response, request.headers["mcp-session-id"] === undefined ? 400 : 404, undefined);
  if (message.method === "tools/call" && !user.scope.split(" ").includes("tools"))
    return send(response, 403, undefined, {
      "www-authenticate": `Bearer error="insufficient_scope", scope="tools", resource_metadata="${metadata}"`,
    });
  if (message.id === undefined) return send(response, 202, undefined);
  const id = opening ? randomUUID() : undefined;
  if (opening) sessions.set(id, user.sub);
  const result = answerTo(message);
  const error = { code: -32601, message: "Method not found" };
  const answer = { jsonrpc: "2.0", id: message.id, ...(result === undefined ? { error } : { result }) };
  send(response, 200, answer, id === undefined ? {} : { "mcp-session-id": id });
}).listen(Number(port), "127.0.0.1");
