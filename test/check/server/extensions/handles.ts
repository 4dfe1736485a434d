import type { Json, JsonObject } from "../../../../src/jsonrpc/json.ts";
import { type Answer, asked, gives, type Part } from "../conversation.ts";

const clientCapabilities = "io.modelcontextprotocol/clientCapabilities";

/** The envelope of a client that declares the extension for tasks. */
export const able: JsonObject = { _meta: { [clientCapabilities]: { extensions: { "io.modelcontextprotocol/tasks": {} } } } };

/** The tool `slow` is called by a client that declares the extension, or by one whose envelope says otherwise. */
export const called = (answer?: Answer, envelope: JsonObject = able, args: Json = {}): Part =>
  asked("tools/call", { name: "slow", arguments: args, ...envelope }, answer);

/** It is answered with a task. */
export const made = (taskId: Json, more: JsonObject = {}, envelope: JsonObject = able): Part =>
  called(gives({ resultType: "task", taskId, status: "working", ...more }), envelope);

/** Something is asked of a task by a client that declares the extension, or by one whose envelope says otherwise. */
export const of = (method: string, taskId: Json, answer?: Answer, envelope: JsonObject = able): Part =>
  asked(method, { taskId, ...envelope }, answer);

/** A task is asked for and has this status. */
export const got = (taskId: Json, status: Json, more: JsonObject = {}): Part =>
  of("tasks/get", taskId, gives({ resultType: "complete", taskId, status, ...more }));
