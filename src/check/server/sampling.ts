import { asObject, valueAt, isArray, isObject, type Json } from "../../jsonrpc/json.ts";
import { type ServerWish, serverWishes } from "../../trace/facts/server-message.ts";
import { revisionOf, type Trace } from "../../trace/trace.ts";
import type { Check } from "../check.ts";
import { judgeEach, type Outcome } from "../outcome.ts";

const judgeSampling = (trace: Trace, defect: (wish: ServerWish) => string | undefined): Outcome =>
  judgeEach(serverWishes(trace, "sampling/createMessage"), "the server asked for no sampling", defect);

export const samplingToolsDeclared: Check = {
  id: "sampling.tools-declared",
  title: "Tools are offered only to a client that declared sampling.tools",
  subject: "server",
  level: "MUST NOT",
  spec: { "2025-11-25": "client/sampling#tools-in-sampling" },
  advice: "Leave tools and toolChoice out unless the client declared sampling.tools.",
  explains: [{ checks: ["lifecycle.client-capabilities-respected"], within: "message" }],
  verify: (trace) =>
    judgeSampling(trace, (wish) => {
      const uses = wish.params["tools"] !== undefined || wish.params["toolChoice"] !== undefined;
      return uses && valueAt(wish.capabilities, "sampling", "tools") === undefined
        ? "tools were offered, but sampling.tools is not declared"
        : undefined;
    }),
};

export const samplingContextDeclared: Check = {
  id: "sampling.context-declared",
  title: "includeContext is used only with a client that declared sampling.context",
  subject: "server",
  level: "SHOULD NOT",
  spec: { "2025-11-25": "client/sampling#capabilities" },
  advice: "Leave includeContext out: its default is noSampling.",
  verify: (trace) =>
    judgeSampling(trace, (wish) => {
      const context = wish.params["includeContext"];
      const isDefault = context === undefined || context === "none";
      return isDefault || valueAt(wish.capabilities, "sampling", "context") !== undefined
        ? undefined
        : `includeContext is ${JSON.stringify(context)}`;
    }),
};

const messagesOf = (wish: ServerWish): readonly Json[] => {
  const messages = wish.params["messages"];
  return isArray(messages) ? messages : [];
};

export const samplingMessages: Check = {
  id: "sampling.messages",
  title: "Sampling messages have the role user or assistant, and content",
  subject: "server",
  level: "MUST",
  spec: { "2024-11-05": "client/sampling#messages" },
  advice:
    'Use "user" and "assistant"; what the system says goes into systemPrompt. Before 2025-11-25 content is one block, no list.',
  explains: [{ checks: ["schema.tools-call"], within: "message" }],
  verify(trace) {
    const lists = (revisionOf(trace) ?? "2025-11-25") >= "2025-11-25";
    return judgeSampling(trace, (wish) => {
      if (!isArray(wish.params["messages"])) return "messages is not a list";
      const bad = messagesOf(wish).findIndex((message) => !isSamplingMessage(message, lists));
      return bad === -1 ? undefined : `messages[${bad}] is ${JSON.stringify(messagesOf(wish)[bad])?.slice(0, 80)}`;
    });
  },
};

/** The schema asks for a role and content; a list of blocks, which may be empty, is content where there are lists. */
function isSamplingMessage(message: Json, lists: boolean): boolean {
  const role = valueAt(message, "role");
  const content = valueAt(message, "content");
  return (role === "user" || role === "assistant") && (isObject(content) || (lists && isArray(content)));
}

/** The content blocks of a message, one or many. */
function blocksOf(message: Json | undefined): readonly Json[] {
  const content = valueAt(message, "content");
  return isArray(content) ? content : isObject(content) ? [content] : [];
}

const isOf = (block: Json, type: string): boolean => valueAt(block, "type") === type;

export const samplingResultsAlone: Check = {
  id: "sampling.results-alone",
  title: "A message with tool results holds nothing else",
  subject: "server",
  level: "MUST",
  spec: { "2025-11-25": "client/sampling#tool-result-messages" },
  advice: "Put other content into a message of its own.",
  verify: (trace) =>
    judgeSampling(trace, (wish) => {
      const bad = messagesOf(wish).findIndex((message) => {
        const results = blocksOf(message).filter((block) => isOf(block, "tool_result")).length;
        return results > 0 && (results < blocksOf(message).length || valueAt(message, "role") !== "user");
      });
      return bad === -1 ? undefined : `messages[${bad}] mixes tool results with something else`;
    }),
};

export const samplingUsesAnswered: Check = {
  id: "sampling.uses-answered",
  title: "Every tool use is followed by its result in the next message",
  subject: "server",
  level: "MUST",
  spec: { "2025-11-25": "client/sampling#tool-use-and-result-balance" },
  advice: "Answer all tool uses of an assistant message in one user message, each by its id.",
  verify: (trace) =>
    judgeSampling(trace, (wish) => {
      const messages = messagesOf(wish);
      for (const [index, message] of messages.entries()) {
        const wanted = blocksOf(message)
          .filter((block) => isOf(block, "tool_use"))
          .map((block) => valueAt(block, "id"));
        const given = blocksOf(messages[index + 1])
          .filter((block) => isOf(block, "tool_result"))
          .map((block) => valueAt(block, "toolUseId"));
        const open = wanted.find((id) => !given.includes(id));
        if (open !== undefined) return `the tool use ${JSON.stringify(open)} of messages[${index}] has no result`;
      }
      return undefined;
    }),
};

export const samplingResultsMatch: Check = {
  id: "sampling.results-match",
  title: "Every tool result answers a tool use of an earlier message",
  subject: "server",
  level: "MUST",
  spec: { "2025-11-25": "schema#toolresultcontent" },
  advice: "Take toolUseId from the tool use that the model made; leave out results of what it did not ask for.",
  verify: (trace) =>
    judgeSampling(trace, (wish) => {
      const used = new Set<Json | undefined>();
      for (const [index, message] of messagesOf(wish).entries()) {
        const stray = blocksOf(message).find((block) => isOf(block, "tool_result") && !used.has(valueAt(block, "toolUseId")));
        if (stray !== undefined)
          return `messages[${index}] has a result for ${JSON.stringify(valueAt(stray, "toolUseId")) ?? "no toolUseId"}, which nobody used`;
        for (const block of blocksOf(message)) if (isOf(block, "tool_use")) used.add(valueAt(block, "id"));
      }
      return undefined;
    }),
};

export const samplingPriorities: Check = {
  id: "sampling.priorities",
  title: "Model priorities lie between 0 and 1",
  subject: "server",
  level: "MUST",
  spec: { "2024-11-05": "client/sampling#capability-priorities" },
  advice: "Scale costPriority, speedPriority and intelligencePriority to 0…1.",
  explains: [{ checks: ["schema.tools-call"], within: "message" }],
  verify: (trace) =>
    judgeSampling(trace, (wish) => {
      const preferences = asObject(wish.params["modelPreferences"]);
      const bad = ["costPriority", "speedPriority", "intelligencePriority"].find((name) => {
        const value = preferences[name];
        return value !== undefined && !(typeof value === "number" && value >= 0 && value <= 1);
      });
      return bad === undefined ? undefined : `${bad} is ${JSON.stringify(preferences[bad])}`;
    }),
};
