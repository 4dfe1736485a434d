import * as z from "zod";
import { type Asked, readBody } from "../../../base/http/asked.ts";
import type { Reply } from "../../../base/http/reply.ts";
import type { Exchange } from "../exchange.ts";
import type { FakeModel } from "../fake-model.ts";
import { sendText } from "../http-text.ts";
import type { Read, Refusal } from "../../player/refusal.ts";
import type { OllamaFiles } from "./ollama-store.ts";

const blobPath = /^\/api\/blobs\/(sha256:[0-9a-f]{64})$/;

/**
 * Answers what is asked of a file: `HEAD /api/blobs/<digest>` whether it is there, `POST` takes it. The bytes are read here, for
 * they are not text. False for every other request.
 */
export async function answerBlob(
  { apis, files }: FakeModel,
  request: Asked,
  path: string,
  reply: Reply,
  mostBytes: number,
): Promise<boolean> {
  const digest = blobPath.exec(path)?.[1];
  if (digest === undefined || !apis.includes("ollama")) return false;
  if (request.method === "HEAD") {
    reply.head(files.blobs.has(digest) ? 200 : 404, {});
    reply.end();
  } else if (request.method === "POST") await takeBlob(files, request, digest, reply, mostBytes);
  else sendText(reply, 405, JSON.stringify({ error: "method not allowed" }));
  return true;
}

async function takeBlob(files: OllamaFiles, request: Asked, digest: string, reply: Reply, mostBytes: number): Promise<void> {
  const body = await readBody(request, mostBytes);
  if (body === undefined) return sendText(reply, 413, JSON.stringify({ error: "request body too large" }));
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
  if (`sha256:${[...hash].map((byte) => byte.toString(16).padStart(2, "0")).join("")}` !== digest)
    return sendText(reply, 400, JSON.stringify({ error: "digest mismatch, expected another" }));
  files.blobs.add(digest);
  reply.head(201, {});
  reply.end();
}

const create = z.looseObject({
  model: z.string().nullish(),
  name: z.string().nullish(),
  files: z.record(z.string(), z.string()).nullish(),
});

/** The answer of /api/create: the model is there when its files are. */
export function createModel({ fake, text }: Exchange): Read<object> {
  const parsed = create.safeParse(parsedOr(text));
  const name = parsed.success ? parsed.data.model || parsed.data.name : undefined;
  if (!parsed.success || !name) return refusal(400, "invalid model name");
  const { model: _model, name: _name, ...rest } = parsed.data;
  const digests = Object.values(rest.files ?? {});
  if (digests.length === 0) return refusal(400, "neither 'from' or 'files' was specified");
  if (digests.some((digest) => !fake.files.blobs.has(digest))) return refusal(400, "file does not exist");
  fake.files.models.set(name, rest);
  return { value: { status: "success" } };
}

/** The answer of /api/delete. */
export function deleteModel({ fake, text }: Exchange): Read<object> {
  const parsed = create.safeParse(parsedOr(text));
  const name = (parsed.success ? parsed.data.model || parsed.data.name : undefined) ?? "";
  return fake.files.models.delete(name) ? { value: {} } : refusal(404, `model '${name}' not found`);
}

function refusal(status: Refusal["status"], message: string): Read<object> {
  return { refusal: { status, message } };
}

function parsedOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
