import { methodNotFound } from "../../jsonrpc/error-codes.ts";
import { answered, type Call, calls, lastOf } from "../../trace/call.ts";
import { errorCodeOf } from "../../trace/facts/tool-call.ts";
import { announcements, declares, listFailure, listMethods, listPages } from "../../trace/facts/server-facts.ts";
import type { Trace } from "../../trace/trace.ts";
import { type Check } from "../check.ts";
import { inconclusive, notApplicable, overall, type Outcome, satisfied, unreachable } from "../outcome.ts";
import { isPlain } from "./plain-call.ts";
import { textOrJson } from "./text-forms.ts";
import { errorDefect } from "./error-defect.ts";

/** A family of server features with a list, a capability and a page of the specification. */
export type ListFamily = "tools" | "resources" | "prompts";

/** Since 2026-07-28 a declared capability obliges to answer the list request. */
export function listAnswered(family: ListFamily): Check {
  const { method } = listMethods[family];
  return {
    id: `${family}.list-answered`,
    title: `A server that declares ${family} answers ${method} with a result`,
    subject: "server",
    level: "MUST",
    spec: { "2026-07-28": `server/${family}#capabilities` },
    capability: family,
    advice: `Answer ${method} for every client, with an empty list when there is nothing; or do not declare ${family}.`,
    verify: (trace) => declaredListWorks(trace, family),
  };
}

/** Before 2026-07-28 no sentence says so, yet a declared capability whose list does not work is of no use to anybody. */
export function capabilityServed(family: ListFamily): Check {
  const { method } = listMethods[family];
  return {
    id: `${family}.capability-served`,
    title: `Declaring ${family} goes with a ${method} that works`,
    subject: "server",
    level: "PRACTICE",
    spec: { "2024-11-05": `server/${family}#capabilities`, "2026-07-28": "removed" },
    capability: family,
    advice: `Implement ${method}, or do not declare ${family}: hosts ask for the list of every declared capability.`,
    verify: (trace) => declaredListWorks(trace, family),
  };
}

function declaredListWorks(trace: Trace, family: ListFamily): Outcome {
  const { method } = listMethods[family];
  if (declares(trace, family) !== true) return inconclusive(`the server announced no capabilities`);
  const asked = calls(trace, method).filter((call) => isFirstPage(call) && call.answer !== undefined);
  const works = answered(asked);
  if (works.length > 0) return satisfied(works.map((call) => call.answer));
  const failure = listFailure(trace, family);
  if (failure !== undefined) return unreachable(`${method} ${failedInside(failure)}`);
  return overall(
    asked
      .filter((call) => isPlain(trace, call))
      .map((call) => ({
        ref: lastOf(call),
        wrong: `${method} was answered with error ${textOrJson(errorCodeOf(call))}, though ${family} is declared`,
      })),
    `no ${method} was answered`,
  );
}

/** An internal error is what an honest server says when it cannot reach what it lists: nobody can tell that from a broken one. */
function failedInside(call: Call): string {
  const message = call.answer?.frame.kind === "error" ? textOrJson(call.answer.frame.error.message) : "";
  return `failed with an internal error (${JSON.stringify(message.slice(0, 100))}): is what the server needs for it reachable from here?`;
}

function isFirstPage(call: Call): boolean {
  const { params } = call.request.frame;
  return typeof params !== "object" || params === null || !Object.hasOwn(params, "cursor");
}

/** Whoever offers items has to declare the capability. */
export function declaredWhenServed(family: ListFamily): Check {
  const { method } = listMethods[family];
  return {
    id: `${family}.declared-when-served`,
    title: `A server that offers ${family} declares the capability`,
    subject: "server",
    level: "MUST",
    spec: { "2024-11-05": `server/${family}#capabilities` },
    advice: `Add "${family}": {} to the capabilities: a client that trusts them never asks for the list.`,
    verify(trace) {
      const declared = declares(trace, family);
      if (declared === undefined) return inconclusive("the server announced no capabilities");
      const pages = listPages(trace, family);
      if (declared) {
        return overall(
          announcements(trace).map((announcement) => ({ ref: announcement })),
          "the server announced no capabilities",
        );
      }
      const refusals = calls(trace, method).filter((call) => call.answer?.frame.kind === "error");
      return overall(
        [
          ...refusals.map((call) => ({ ref: lastOf(call) })),
          ...pages.map((page) => ({
            ref: page.call.answer,
            wrong:
              page.items.length > 0
                ? `${method} lists ${page.items.length} ${family}, but the capability ${family} is not declared`
                : undefined,
          })),
        ],
        `${method} was not asked for`,
      );
    },
  };
}

/** What is not declared is not there: the method is unknown. */
export function undeclaredRefused(family: ListFamily): Check {
  const { method } = listMethods[family];
  return {
    id: `${family}.undeclared-method`,
    title: `Without the ${family} capability ${method} is answered -32601`,
    subject: "server",
    level: "PRACTICE",
    spec: { "2024-11-05": `server/${family}#capabilities`, "2026-07-28": "schema#methodnotfounderror" },
    advice: "Register handlers only for what is declared, so that a client can tell an absent feature from a broken one.",
    tolerance:
      "An empty list is accepted as well: it offers nothing the capabilities deny. A list with items is what declared-when-served judges.",
    verify(trace) {
      const declared = declares(trace, family);
      if (declared === undefined) return inconclusive("the server announced no capabilities");
      if (declared) return notApplicable(`the server declares ${family}`);
      const pages = listPages(trace, family);
      const empty = new Set(pages.filter((page) => page.items.length === 0).map((page) => page.call.answer.seq));
      if (pages.length > empty.size)
        return notApplicable(`${method} lists ${family}, which is judged by ${family}.declared-when-served`);
      return overall(
        calls(trace, method)
          .filter((call) => call.answer !== undefined && isPlain(trace, call))
          .map((call) => ({
            ref: lastOf(call),
            wrong:
              errorCodeOf(call) === methodNotFound || empty.has(call.answer?.seq ?? -1)
                ? undefined
                : `${method} was ${errorDefect(call, methodNotFound)}`,
          })),
        `${method} was not asked for`,
      );
    },
  };
}

/** Names within one list are what identifies an item. */
export function described(family: "tools" | "prompts"): Check {
  const { method } = listMethods[family];
  return {
    id: `${family}.described`,
    title: `Every item of ${method} has a description`,
    subject: "server",
    level: "PRACTICE",
    spec: { "2024-11-05": family === "tools" ? "server/tools#tool" : "server/prompts#prompt" },
    capability: family,
    advice: "Say in a sentence what it does and when to use it: a model and a user choose by this text.",
    verify(trace) {
      return overall(
        answered(calls(trace, method)).flatMap((call) =>
          listPages(trace, family)
            .filter((page) => page.call.answer.seq === call.answer.seq)
            .flatMap((page) => page.items)
            .map((item) => ({ ref: call.answer, wrong: descriptionDefect(item) })),
        ),
        `${method} listed nothing`,
      );
    },
  };
}

function descriptionDefect(item: unknown): string | undefined {
  if (typeof item !== "object" || item === null) return undefined;
  const { name, description } = item as { name?: unknown; description?: unknown };
  if (typeof description === "string" && description.trim() !== "") return undefined;
  return `${JSON.stringify(name)} has no description`;
}
