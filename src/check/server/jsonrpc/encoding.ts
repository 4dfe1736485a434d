import { asObject, isArray, isObject, type Json, type JsonObject } from "../../../jsonrpc/json.ts";
import { httpExchanges } from "../../../trace/http-exchange.ts";
import { headerValue } from "../../../trace/message.ts";
import { spoken } from "../../../trace/facts/spoken.ts";
import type { Check } from "../../check.ts";
import { isMetaKey } from "../../rules/meta-key.ts";
import { type Exhibit, overall, overallIfAny } from "../../outcome.ts";

export const utf8: Check = {
  id: "jsonrpc.utf8",
  title: "Messages are valid UTF-8",
  subject: "server",
  level: "MUST",
  spec: { "2025-03-26": "basic/transports", "2026-07-28": "basic/transports/index#messages" },
  advice:
    "Set the encoding of stdout explicitly (PYTHONIOENCODING, Console.OutputEncoding) and never cut a string inside a character.",
  verify(trace) {
    const json = new Set(
      httpExchanges(trace)
        .filter(
          ({ response }) => response !== undefined && (headerValue(response.headers, "content-type") ?? "").includes("json"),
        )
        .map(({ exchange }) => exchange),
    );
    return overall(
      trace.events.flatMap((event): Exhibit[] => {
        const carries =
          (event.kind === "frame" && event.direction === "received") ||
          event.kind === "sse-event" ||
          (event.kind === "http-body" && json.has(event.exchange));
        if (!carries) return [];
        return [{ ref: event, wrong: event.base64 === undefined ? undefined : "bytes that are not valid UTF-8" }];
      }),
      "the server sent nothing",
    );
  },
};

/** The members of results that hold objects with a _meta of their own. */
const listMembers = ["tools", "resources", "resourceTemplates", "prompts", "contents", "content"];

function metaObjects(value: JsonObject): JsonObject[] {
  const outer = [asObject(value["params"]), asObject(value["result"])];
  const inner = outer.flatMap((holder) => listMembers.flatMap((member) => itemsOf(holder[member])));
  return [...outer, ...inner].map((holder) => holder["_meta"]).filter(isObject);
}

function itemsOf(value: Json | undefined): JsonObject[] {
  return isArray(value) ? value.filter(isObject) : [];
}

export const metaKeys: Check = {
  id: "jsonrpc.meta-keys",
  title: "The keys of _meta follow the naming rules",
  subject: "server",
  level: "MUST",
  spec: { "2025-06-18": "basic/index#meta" },
  advice:
    "A key is an optional prefix of dotted labels with a slash, and a name of letters, digits, dots, hyphens and underscores: com.example/my-key.",
  verify(trace) {
    return overallIfAny(
      spoken(trace).flatMap((message): Exhibit[] => {
        const { frame } = message;
        if (!("value" in frame) || !isObject(frame.value)) return [];
        const keys = metaObjects(frame.value).flatMap((meta) => Object.keys(meta));
        if (keys.length === 0) return [];
        const bad = keys.find((key) => !isMetaKey(key));
        return [{ ref: message, wrong: bad === undefined ? undefined : `the key ${JSON.stringify(bad)}` }];
      }),
      "the server sent no _meta",
    );
  },
};
