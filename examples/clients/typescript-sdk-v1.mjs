// A driver for `mcpcheck run client` around the client of @modelcontextprotocol/sdk 1.x:
//   mcpcheck run client --transport stdio,http,sse -- node examples/clients/typescript-sdk-v1.mjs
import { ClientCredentialsProvider, PrivateKeyJwtProvider } from "@modelcontextprotocol/sdk/client/auth-extensions.js";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { SSEClientTransport } from "@modelcontextprotocol/sdk/client/sse.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { CreateMessageRequestSchema, ElicitRequestSchema, ListRootsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { authProvider as authProviderOf, withConsent } from "./typescript-auth.mjs";

const steps = JSON.parse(process.env.MCPCHECK_STEPS);
const answer = (what) => steps.find((step) => step.answer === what);
let roots = answer("roots")?.roots ?? [];
const client = new Client(
  { name: "typescript-sdk-v1-driver", version: "1.0.0" },
  { capabilities: { sampling: {}, elicitation: { form: {} }, roots: { listChanged: true } } },
);
client.setRequestHandler(CreateMessageRequestSchema, () => {
  const { text = "no", refuse } = answer("sampling") ?? {};
  if (refuse) throw Object.assign(new Error("User rejected sampling request"), { code: -1 });
  return { role: "assistant", model: "scripted", content: { type: "text", text } };
});
client.setRequestHandler(ElicitRequestSchema, () => {
  const { action = "decline", content } = answer("elicitation") ?? {};
  return { action, ...(content && { content }) };
});
client.setRequestHandler(ListRootsRequestSchema, () => ({ roots }));

const authProvider = authProviderOf({ ClientCredentialsProvider, PrivateKeyJwtProvider });
let opened;
function transport() {
  const url = process.env.MCPCHECK_URL;
  if (url === undefined) return new StdioClientTransport(JSON.parse(process.env.MCPCHECK_SERVER));
  return url.endsWith("/sse") ? new SSEClientTransport(new URL(url)) : new StreamableHTTPClientTransport(new URL(url), { authProvider });
}

async function all(list, member) {
  const found = [];
  let cursor;
  do {
    const page = await list(cursor === undefined ? undefined : { cursor });
    found.push(...page[member]);
    if (page.nextCursor === cursor) break;
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return { [member]: found };
}

const options = ({ timeoutMs, cancelAfterMs }) => ({
  ...(timeoutMs && { timeout: timeoutMs }),
  ...(cancelAfterMs !== undefined && { signal: AbortSignal.timeout(cancelAfterMs) }),
});
const perform = {
  connect: async () => {
    await client.close();
    await client.connect((opened = transport()));
    return client.getServerVersion();
  },
  "list-tools": () => all((params) => client.listTools(params), "tools"),
  "list-resources": () => all((params) => client.listResources(params), "resources"),
  "list-resource-templates": () => all((params) => client.listResourceTemplates(params), "resourceTemplates"),
  "list-prompts": () => all((params) => client.listPrompts(params), "prompts"),
  "call-tool": (step) => client.callTool({ name: step.name, arguments: step.arguments ?? {} }, undefined, options(step)),
  "read-resource": ({ uri }) => client.readResource({ uri }),
  subscribe: ({ uri }) => client.subscribeResource({ uri }),
  unsubscribe: ({ uri }) => client.unsubscribeResource({ uri }),
  "get-prompt": ({ name, arguments: given }) => client.getPrompt({ name, arguments: given }),
  complete: ({ ref, argument }) => client.complete({ ref, argument }),
  "set-log-level": ({ level }) => client.setLoggingLevel(level),
  ping: (step) => client.ping(options(step)),
  "set-roots": async (step) => {
    roots = step.roots;
    await client.sendRootsListChanged();
  },
  listen: ({ ms }) => new Promise((resolve) => setTimeout(resolve, ms)),
  close: async () => {
    await client.transport?.terminateSession?.();
    await client.close();
  },
};

const finish = (back) => opened.finishAuth(back.get("code"));
for (const [step, what] of steps.entries()) {
  if (what.do === undefined) continue;
  const report = { step };
  try {
    Object.assign(report, what.do in perform ? { ok: true, result: (await withConsent(authProvider, () => perform[what.do](what), finish)) ?? {} } : { unsupported: true });
  } catch (error) {
    Object.assign(report, { ok: false, error: { code: error.code ?? null, message: String(error.message ?? error) } });
  }
  console.log(JSON.stringify(report));
}
// What is written to a pipe may still be on its way, and a client may keep the program alive.
process.stdout.write("", () => process.exit(0));
