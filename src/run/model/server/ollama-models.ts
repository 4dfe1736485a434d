import { createHash } from "node:crypto";
import { McpcheckError } from "../../../base/mcpcheck-error.ts";
import { errorMessage } from "../../../model/backend/http.ts";
import { isObject } from "../../../jsonrpc/json.ts";
import type { OllamaSettings } from "../../../model/scripted/families/family.ts";
import { askServer, hostOf, type WholeAnswer } from "./ask-server.ts";
import type { ModelServerUnderTest } from "./model-server.ts";

/** The version an Ollama says it has. @throws McpcheckError `subject` when what answers is not Ollama */
export async function ollamaVersion(server: ModelServerUnderTest): Promise<string> {
  const answer = await askServer(server, { method: "GET", path: "/api/version" });
  const version = isObject(answer.json) ? answer.json["version"] : undefined;
  if (answer.status === 200 && typeof version === "string") return version;
  throw new McpcheckError(
    "subject",
    `GET /api/version at ${hostOf(server)}: ${described(answer)}: this is not Ollama (for other servers: --api openai)`,
  );
}

/** What an Ollama makes of a model: whether it can be given tools and told to think. */
export type OllamaCapabilities = { readonly tools: boolean; readonly thinking: boolean };

/**
 * Makes a model of a file. Whatever the server already has under the name is replaced.
 * @throws McpcheckError `subject` with the server's own words when it refuses
 */
export async function createOllamaModel(
  server: ModelServerUnderTest,
  name: string,
  file: Uint8Array,
  settings: OllamaSettings,
  parameters: Readonly<Record<string, unknown>>,
): Promise<OllamaCapabilities> {
  const digest = `sha256:${createHash("sha256").update(file).digest("hex")}`;
  const there = await askServer(server, { method: "HEAD", path: `/api/blobs/${digest}` });
  if (there.status !== 200) {
    const pushed = await askServer(server, {
      method: "POST",
      path: `/api/blobs/${digest}`,
      body: file,
      timeoutMs: server.loadMs,
    });
    if (pushed.status !== 200 && pushed.status !== 201) throw refused("the file (POST /api/blobs)", pushed);
  }
  const body = JSON.stringify({ model: name, files: { "model.gguf": digest }, ...settings, parameters, stream: false });
  const created = await askServer(server, { method: "POST", path: "/api/create", body, timeoutMs: server.loadMs });
  const last = created.text.trim().split("\n").at(-1) ?? "";
  if (created.status !== 200 || !last.includes('"success"')) throw refused("to create the model (POST /api/create)", created);
  return await capabilitiesOf(server, name);
}

async function capabilitiesOf(server: ModelServerUnderTest, name: string): Promise<OllamaCapabilities> {
  const shown = await askServer(server, { method: "POST", path: "/api/show", body: JSON.stringify({ model: name }) });
  const list = isObject(shown.json) ? shown.json["capabilities"] : undefined;
  // A server from before capabilities were told is simply asked.
  if (!Array.isArray(list)) return { tools: true, thinking: false };
  return { tools: list.includes("tools"), thinking: list.includes("thinking") };
}

/** The prompt an Ollama makes of a chat, or undefined where it does not show it: a debugging aid of newer versions. */
export async function ollamaPrompt(server: ModelServerUnderTest, chat: string): Promise<string | undefined> {
  const body = JSON.stringify({ ...(JSON.parse(chat) as object), _debug_render_only: true });
  const { json } = await askServer(server, { method: "POST", path: "/api/chat", body });
  const info = isObject(json) ? json["_debug_info"] : undefined;
  const prompt = isObject(info) ? info["rendered_template"] : undefined;
  return typeof prompt === "string" ? prompt : undefined;
}

/** Longest a model may take to be let go, in ms. */
const unloadMs = 15_000;

/** Has the server end the process that runs a model, also one that hangs and when the run is to end. */
export async function unloadOllamaModel(server: ModelServerUnderTest, name: string): Promise<void> {
  const body = JSON.stringify({ model: name, keep_alive: 0, stream: false });
  await askServer(server, { method: "POST", path: "/api/generate", body, timeoutMs: unloadMs, always: true }).catch(
    () => undefined,
  );
}

/** Removes a model, also when the run is to end; that it is not there is no failure. */
export async function removeOllamaModel(server: ModelServerUnderTest, name: string): Promise<void> {
  await askServer(server, { method: "DELETE", path: "/api/delete", body: JSON.stringify({ model: name }), always: true }).catch(
    () => undefined,
  );
}

function refused(what: string, answer: WholeAnswer): McpcheckError {
  return new McpcheckError("subject", `the server refuses ${what}: ${described(answer)}`);
}

function described({ status, text, json }: WholeAnswer): string {
  const said = errorMessage(json) ?? (text.trim().startsWith("<") ? "a page of HTML" : text.trim());
  return `status ${status}${said === "" ? "" : `, ${said.slice(0, 300)}`}`;
}
