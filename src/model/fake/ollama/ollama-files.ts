import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import * as z from "zod";
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
  request: IncomingMessage,
  path: string,
  response: ServerResponse,
  mostBytes: number,
): Promise<boolean> {
  const digest = blobPath.exec(path)?.[1];
  if (digest === undefined || !apis.includes("ollama")) return false;
  if (request.method === "HEAD") response.writeHead(files.blobs.has(digest) ? 200 : 404).end();
  else if (request.method === "POST") await takeBlob(files, request, digest, response, mostBytes);
  else sendText(response, 405, JSON.stringify({ error: "method not allowed" }));
  return true;
}

async function takeBlob(
  files: OllamaFiles,
  request: IncomingMessage,
  digest: string,
  response: ServerResponse,
  mostBytes: number,
): Promise<void> {
  const hash = createHash("sha256");
  let size = 0;
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > mostBytes) return sendText(response, 413, JSON.stringify({ error: "request body too large" }));
      hash.update(chunk);
    }
  } catch {
    return; // the other side has gone
  }
  if (`sha256:${hash.digest("hex")}` !== digest)
    return sendText(response, 400, JSON.stringify({ error: "digest mismatch, expected another" }));
  files.blobs.add(digest);
  response.writeHead(201).end();
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
