import { memoized } from "../../../base/memoized.ts";
import { isArray, isObject, type JsonObject } from "../../../jsonrpc/json.ts";
import { connections, eventsOf, type Trace } from "../../../trace/trace.ts";
import type { EventOf } from "../../../trace/wire-event.ts";

/** A request of a client to somebody who lets clients in. */
export type AuthStep = EventOf<"auth">;

/** How a client tried to be let in, in one scenario; `reports` are what its driver said of its steps. */
export type AuthStory = {
  readonly connection: number;
  readonly scenario: string;
  readonly steps: readonly AuthStep[];
  readonly reports: readonly EventOf<"report">[];
};

/** Every scenario of a trace in which a client tried to be let in. */
export const authStories = memoized((trace: Trace): readonly AuthStory[] => {
  const [steps, reports] = [eventsOf(trace, "auth"), eventsOf(trace, "report")];
  return connections(trace).flatMap(({ connection, session: scenario }) => {
    const own = steps.filter((step) => step.connection === connection);
    const said = reports.filter((report) => report.connection === connection);
    return own.some(({ endpoint }) => endpoint !== "mcp") ? [{ connection, scenario, steps: own, reports: said }] : [];
  });
});

/** Every request to one end point, each with its story. */
export function authRequests(trace: Trace, endpoint: string): readonly { readonly story: AuthStory; readonly step: AuthStep }[] {
  return authStories(trace).flatMap((story) =>
    story.steps.filter((step) => step.endpoint === endpoint).map((step) => ({ story, step })),
  );
}

/** Whether the client was let in with a token anywhere: without that, what it leaves undone shows nothing. */
export const wasLetIn = (trace: Trace): boolean => authStories(trace).some(({ steps }) => steps.some(isLetIn));

/** A request to the MCP server that was let through. */
export const isLetIn = ({ endpoint, answer }: AuthStep): boolean => endpoint === "mcp" && answer === undefined;

/** A member of what was sent that is a text. */
export function sentText({ fields }: AuthStep, name: string): string | undefined {
  const value = fields[name];
  return typeof value === "string" ? value : undefined;
}

/** The JSON object a request was answered with, where it was one and all was well. */
export function answeredObject({ answer }: AuthStep): JsonObject | undefined {
  return answer !== undefined && answer.status < 300 && isObject(answer.body) ? answer.body : undefined;
}

/** The texts in a member of a document that is a list. */
export function textsIn(document: JsonObject | undefined, name: string): readonly string[] | undefined {
  const value = document?.[name];
  return isArray(value) ? value.filter((one): one is string => typeof one === "string") : undefined;
}

/** The words of a scope. */
export const scopeWords = (scope: string | undefined): readonly string[] =>
  (scope ?? "").split(" ").filter((word) => word !== "");

/** The document an end point gave before a step, the latest; of the same party, or of any. */
export function documentBefore(
  { steps }: AuthStory,
  { seq }: AuthStep,
  endpoint: string,
  party?: string,
): JsonObject | undefined {
  return steps
    .filter((step) => step.endpoint === endpoint && step.seq < seq && (party === undefined || step.party === party))
    .map(answeredObject)
    .findLast((document) => document !== undefined);
}

/** The members of a challenge (RFC 6750 section 3), by name; undefined where a request was not refused by one. */
export function challengeOf({ endpoint, answer }: AuthStep): Readonly<Record<string, string>> | undefined {
  const header = answer?.headers["www-authenticate"];
  if (endpoint !== "mcp" || header === undefined) return undefined;
  return Object.fromEntries(
    [...header.matchAll(/(?<![a-z_])([a-z_]+)="([^"]*)"/g)].map(([, name = "", value = ""]) => [name, value]),
  );
}

/** A member of the query a user was sent back with. */
export function sentBack({ answer }: AuthStep, name: string): string | undefined {
  const query = answer?.headers["location"]?.split("?")[1];
  const member = query?.split("&").find((one) => one.startsWith(`${name}=`));
  return member === undefined ? undefined : decodeURIComponent(member.slice(name.length + 1));
}

/** The requests of a story that come after one, up to its end. */
export const after = ({ steps }: AuthStory, { seq }: AuthStep): readonly AuthStep[] => steps.filter((step) => step.seq > seq);
