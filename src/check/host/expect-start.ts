import * as z from "zod";
import { inconclusive, satisfied, violated } from "../outcome.ts";
import { expectation } from "./expectation.ts";
import { hostEvents } from "./host-event.ts";

const texts = { has: z.array(z.string()).optional(), lacks: z.array(z.string()).optional() };
type Texts = { readonly has?: readonly string[] | undefined; readonly lacks?: readonly string[] | undefined };

/** What is wrong with a text: it lacks what is wanted, or has what is not. */
function faults(text: string, { has = [], lacks = [] }: Texts): string[] {
  return [
    ...has.filter((one) => !text.includes(one)).map((one) => `lacks "${one}"`),
    ...lacks.filter((one) => text.includes(one)).map((one) => `has "${one}"`),
  ];
}

/** The host did not come up with its configuration, and said why; a host that is a command ended with an error. */
export const refused = expectation(z.strictObject(texts), true, (wanted, trace) => {
  const [event] = hostEvents(trace, "host-refused");
  const failed = hostEvents(trace, "answered").find(({ exit }) => exit !== null && exit !== 0);
  const where = event ?? failed;
  if (where === undefined) {
    const [start] = hostEvents(trace, "host-start");
    const silent = hostEvents(trace, "answered").find((answer) => answer.status === null && answer.failed !== null);
    if (silent !== undefined)
      return violated(silent, `the host did not say why it does not take the configuration: ${silent.failed}`);
    return start === undefined ? inconclusive("the host was not started") : violated(start, "the host took the configuration");
  }
  const said = where.kind === "host-refused" ? where.message : `${where.text}${where.aside}`;
  const wrong = faults(said, wanted);
  return wrong.length === 0
    ? satisfied([where])
    : violated(where, `what the host said ${wrong.join(", ")}: ${JSON.stringify(said.slice(0, 300))}`);
});

/** What the host wrote beside its answers, up to its end: warnings and notes. */
export const warned = expectation(z.strictObject(texts), false, (wanted, trace) => {
  const [end] = hostEvents(trace, "host-end");
  if (end === undefined) return inconclusive("the end of the host was not seen");
  const said = [end.output, ...hostEvents(trace, "answered").map(({ aside }) => aside)].join("\n");
  const wrong = faults(said, wanted);
  const asked = hostEvents(trace, "asked");
  if (wrong.length > 0) return violated(end, `what the host wrote ${wrong.join(", ")}: ${JSON.stringify(said.slice(0, 300))}`);
  // Having written nothing of a kind says something only of a host that did something.
  return (wanted.has ?? []).length > 0 ? satisfied([end]) : satisfied(asked, "the host was asked nothing");
});
