import { valueAt } from "../../../jsonrpc/json.ts";
import { clientPosts } from "../../../trace/facts/client-facts.ts";
import { isOfEra } from "../../../trace/facts/client-era.ts";
import { type FrameOf, headerValue, type Message } from "../../../trace/message.ts";
import type { HttpExchange } from "../../../trace/http-exchange.ts";
import type { Trace } from "../../../trace/trace.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, overall, overallIfAny } from "../../outcome.ts";
import { decodedHeader } from "../../rules/headers/decoded-header.ts";
import { tasksPlace } from "../../rules/extensions/places.ts";
import { shortJson } from "../../rules/text-forms.ts";

const versionKey = "io.modelcontextprotocol/protocolVersion";

/** The requests a client posted in the era of the revision. */
function posted(trace: Trace): readonly { readonly exchange: HttpExchange; readonly message: Message<FrameOf<"request">> }[] {
  return clientPosts(trace).filter(
    (one): one is { readonly exchange: HttpExchange; readonly message: Message<FrameOf<"request">> } =>
      one.message.frame.kind === "request" && isOfEra(trace, one.message),
  );
}

const noRequest = "the client posted no request";

/** The revision of the body is also in a header. */
export const clientVersionMirrored: Check = {
  id: "http.client-version-mirrored",
  title: "Every request has an MCP-Protocol-Version header equal to the version in its _meta",
  subject: "client",
  level: "MUST",
  spec: { "2026-07-28": "basic/transports/streamable-http#protocol-version-header" },
  transports: ["http"],
  advice: "Set the header from the same value that goes into _meta.",
  verify: (trace) =>
    overall(
      posted(trace).map(({ exchange: { request }, message }): Exhibit => {
        const given = headerValue(request.headers, "mcp-protocol-version");
        const version = valueAt(message.frame.params, "_meta", versionKey);
        if (given === undefined) return { ref: request, wrong: `${message.frame.method} is without it` };
        const differs = typeof version === "string" && version !== given;
        return { ref: request, wrong: differs ? `it is ${given}, where _meta says ${version}` : undefined };
      }),
      noRequest,
    ),
};

/** So is the method. */
export const clientMethodHeader: Check = {
  id: "http.client-method-header",
  title: "Every request has an Mcp-Method header equal to its method",
  subject: "client",
  level: "MUST",
  spec: { "2026-07-28": "basic/transports/streamable-http#standard-request-headers" },
  transports: ["http"],
  advice: "Set Mcp-Method from the method of the body, with every request.",
  verify: (trace) =>
    overall(
      posted(trace).map(({ exchange: { request }, message }): Exhibit => {
        const given = headerValue(request.headers, "mcp-method");
        const { method } = message.frame;
        return {
          ref: request,
          wrong: given === method ? undefined : `${method} has ${given === undefined ? "none" : `"${given}"`}`,
        };
      }),
      noRequest,
    ),
};

const sources: Readonly<Record<string, string>> = { "tools/call": "name", "prompts/get": "name", "resources/read": "uri" };

const taskSources: Readonly<Record<string, string>> = {
  "tasks/get": "taskId",
  "tasks/update": "taskId",
  "tasks/cancel": "taskId",
};

/** What the Mcp-Name headers of requests are that name something, in a member of params by method. */
function nameHeaders(trace: Trace, members: Readonly<Record<string, string>>): readonly Exhibit[] {
  return posted(trace).flatMap(({ exchange: { request }, message }): Exhibit[] => {
    const source = members[message.frame.method];
    const value = source === undefined ? undefined : valueAt(message.frame.params, source);
    if (typeof value !== "string") return [];
    const given = headerValue(request.headers, "mcp-name");
    if (given !== undefined && decodedHeader(given) === value) return [{ ref: request }];
    const has = given === undefined ? "none" : `"${given}"`;
    return [{ ref: request, wrong: `${message.frame.method} of ${shortJson(value)} has ${has}` }];
  });
}

/** And what is called, got or read. */
export const clientNameHeader: Check = {
  id: "http.client-name-header",
  title: "Calls of tools, prompts and resources have an Mcp-Name header equal to the name or URI",
  subject: "client",
  level: "MUST",
  spec: { "2026-07-28": "basic/transports/streamable-http#standard-request-headers" },
  transports: ["http"],
  advice: "Set Mcp-Name from params.name, or params.uri for resources/read; encode what is not plain ASCII.",
  verify: (trace) => overall(nameHeaders(trace, sources), "the client called no tool, got no prompt and read no resource"),
};

/** And the task that is asked about. */
export const taskNameHeader: Check = {
  id: "extensions.client-tasks-name-header",
  title: "Requests about a task have an Mcp-Name header equal to the id of the task",
  subject: "client",
  level: "MUST",
  spec: tasksPlace("streamable-http-routing-headers"),
  transports: ["http"],
  advice: "Set Mcp-Name from params.taskId for tasks/get, tasks/update and tasks/cancel.",
  verify: (trace) => overallIfAny(nameHeaders(trace, taskSources), "the client asked about no task"),
};

const isPlain = (text: string): boolean =>
  /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !/^=\?base64\?.*\?=$/.test(text);

/** Names that no header can carry are encoded. */
export const clientNameEncoded: Check = {
  id: "http.client-name-encoded",
  title: "Names and URIs that are not plain ASCII are sent in Mcp-Name in the Base64 form",
  subject: "client",
  level: "MUST",
  spec: { "2026-07-28": "basic/transports/streamable-http#standard-request-headers" },
  transports: ["http"],
  advice: "Encode such names as =?base64?<Base64 of the UTF-8>?=, with the markers in lower case.",
  explains: [{ checks: ["http.client-name-header"], within: "exchange" }],
  verify: (trace) =>
    overall(
      posted(trace).flatMap(({ exchange: { request }, message }): Exhibit[] => {
        const source = sources[message.frame.method];
        const value = source === undefined ? undefined : valueAt(message.frame.params, source);
        const given = headerValue(request.headers, "mcp-name");
        if (typeof value !== "string" || isPlain(value) || given === undefined) return [];
        const encoded = /^=\?base64\?[A-Za-z0-9+/]*={0,2}\?=$/.test(given) && decodedHeader(given) === value;
        return [{ ref: request, wrong: encoded ? undefined : `Mcp-Name is ${shortJson(given)} for ${shortJson(value)}` }];
      }),
      "the client named nothing that has to be encoded",
    ),
};
