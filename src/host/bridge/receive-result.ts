import { deliveryIn } from "../../agent/delivery.ts";
import { utf8 } from "../../base/bytes.ts";
import { headerOf } from "../../base/http/header-fields.ts";
import { invalidParams } from "../../jsonrpc/error-codes.ts";
import { isId } from "../../jsonrpc/frame.ts";
import type { JsonObject } from "../../jsonrpc/json.ts";
import { type HttpExchange, sendJson } from "../surface/http-exchange.ts";
import { readBody, readJsonObject } from "../surface/read-body.ts";
import type { Refusal } from "../surface/refusal.ts";
import { mostBytes } from "./answer-a2a.ts";
import type { BridgeCore } from "./bridge-core.ts";

/** POST /webhook: takes the result of a task that was handed over, in whatever form, and says whether somebody waits for it. */
export async function receiveResult({ awaited }: BridgeCore, { request, response }: HttpExchange): Promise<void> {
  const refuse = ({ status, message }: Refusal): void =>
    sendJson(response, status, { error: message }, status === 413 ? { connection: "close" } : {});
  const body = await readBody(request, mostBytes);
  if ("refusal" in body) return refuse(body.refusal);
  const read = readJsonObject(body.value);
  if ("refusal" in read) return refuse(read.refusal);
  const value = read.value as JsonObject;
  const { id } = value;
  const answer = (status: number, told: { readonly status: string } | { readonly error: string }): void => {
    if (value["jsonrpc"] === undefined) return sendJson(response, status, told);
    if (!isId(id)) return void response.writeHead(status === 200 ? 202 : status).end();
    const error = "error" in told ? { error: { code: invalidParams, message: told.error } } : { result: told };
    sendJson(response, status, { jsonrpc: "2.0", id, ...error });
  };
  const delivery = deliveryIn(value);
  if (delivery === undefined)
    return answer(400, { error: "expected the result of a task: task_id with event and result, or with success and content" });
  const taken = await awaited.receive(delivery, {
    bytes: utf8(body.value),
    signature: headerOf(request.headers, "x-signature"),
    subscription: headerOf(request.headers, "x-subscription-id"),
    token: headerOf(request.headers, "x-a2a-notification-token"),
  });
  if (taken === "refused") return answer(403, { error: "the delivery is not signed by whoever was given the task" });
  answer(200, { status: taken });
}
