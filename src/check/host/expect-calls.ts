import * as z from "zod";
import { counted } from "../../base/counted.ts";
import type { Json } from "../../jsonrpc/json.ts";
import { inconclusive, overall, violated } from "../outcome.ts";
import { expectation } from "./expectation.ts";
import { hostEvents, type ModelAsked } from "./host-event.ts";
import { chatRequests, isNameOf, messagesOf } from "./model-requests.ts";
import { callsTo, sameJson } from "./server-messages.ts";

const server = z.string().optional();
const json: z.ZodType<Json, Json> = z.json();
const given = z.array(z.record(z.string(), json)).min(1).describe("the arguments of one call after the other");

/** Each of these calls reached its server, with arguments to the letter. */
export const reached = expectation(
  z.strictObject({ server, tool: z.string(), arguments: given }),
  true,
  ({ server: name, tool, arguments: wanted }, trace) => {
    const calls = callsTo(trace, name, tool);
    const [asked] = hostEvents(trace, "asked");
    if (asked === undefined) return inconclusive("the host was asked nothing");
    return overall(
      wanted.map((one) => {
        const at = calls.findIndex((seen) => sameJson(seen.arguments ?? {}, one));
        // What came once is not two calls that were wanted.
        const [call] = at === -1 ? [] : calls.splice(at, 1);
        return call === undefined ? { ref: asked, wrong: `${tool} ${shown(one)} reached no server` } : { ref: call.event };
      }),
      "no call was expected",
    );
  },
);

/** None of these calls of the model reached a server, and the model was told of each what `says` has. */
export const heldBack = expectation(
  z.strictObject({ server, tool: z.string(), arguments: given, says: z.array(z.string()).min(1) }),
  true,
  ({ server: name, tool, arguments: wanted, says }, trace) => {
    const made = callsTo(trace, name, tool);
    const last = chatRequests(trace).at(-1);
    if (last === undefined) return inconclusive("the model was not asked");
    const told = resultsIn(last);
    return overall(
      wanted.map((one) => {
        const call = made.find((seen) => sameJson(seen.arguments ?? {}, one));
        if (call !== undefined) return { ref: call.event, wrong: `${tool} ${shown(one)} reached ${call.event.server}` };
        const result = told.find((seen) => isNameOf(seen.name, tool) && sameJson(seen.arguments ?? {}, one));
        if (result === undefined) return { ref: last, wrong: `the model was told nothing of ${tool} ${shown(one)}` };
        const missing = says.filter((text) => !result.text.includes(text));
        if (missing.length === 0) return { ref: last };
        const lacks = missing.map((text) => `"${text}"`).join(", ");
        return { ref: last, wrong: `the result of ${tool} ${shown(one)} lacks ${lacks}: ${result.text.slice(0, 100)}` };
      }),
      "no call was expected",
    );
  },
);

/** The calls in a request's history with the text of the result of each: by the id it answers, otherwise by its place. */
function resultsIn(
  request: ModelAsked,
): { readonly name: string; readonly arguments: Json | undefined; readonly text: string }[] {
  const messages = messagesOf(request);
  const results = messages.filter(({ role }) => role === "tool");
  return messages
    .flatMap(({ calls }) => calls)
    .flatMap((call, index) => {
      const byId = results.find(({ answers }) => call.id !== undefined && answers === call.id);
      const byPlace = call.id === undefined || results[index]?.answers === undefined ? results[index] : undefined;
      const text = (byId ?? byPlace)?.text;
      return text === undefined ? [] : [{ name: call.name, arguments: call.arguments, text }];
    });
}

const shown = (value: Json): string => JSON.stringify(value).slice(0, 120);

/** A person was asked so often, with questions that have and lack these texts. */
export const prompted = expectation(
  z.strictObject({
    times: z.int().nonnegative(),
    has: z.array(z.string()).optional(),
    lacks: z.array(z.string()).optional(),
  }),
  true,
  ({ times, has = [], lacks = [] }, trace) => {
    const questions = hostEvents(trace, "person-asked");
    const [asked] = hostEvents(trace, "asked");
    if (asked === undefined) return inconclusive("the host was asked nothing");
    if (questions.length !== times)
      return violated(questions[0] ?? asked, `a person was asked ${counted(questions.length, "time")}, expected ${times}`);
    // That nobody was asked shows something only where the model was: it had nothing to be asked about otherwise.
    if (times === 0)
      return overall(
        chatRequests(trace).map((ref) => ({ ref })),
        "the model was not asked",
      );
    return overall(
      questions.map((question) => {
        const wrong = [
          ...has.filter((one) => !question.prompt.includes(one)).map((one) => `lacks "${one}"`),
          ...lacks.filter((one) => question.prompt.includes(one)).map((one) => `has "${one}"`),
        ];
        const told = `the question ${wrong.join(", ")}: ${JSON.stringify(question.prompt.slice(0, 200))}`;
        return wrong.length === 0 ? { ref: question } : { ref: question, wrong: told };
      }),
      "nobody was asked",
    );
  },
);
