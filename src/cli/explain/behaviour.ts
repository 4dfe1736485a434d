import type { Behaviour } from "../../run/host/behaviour/behaviour.ts";
import { loadBehaviours } from "../../run/host/behaviour/load-behaviours.ts";
import { type Explainable, labelled } from "./explained.ts";

const bases: Readonly<Record<Behaviour["basis"], string>> = {
  documented: "the document says so",
  code: "the code does so",
  derived: "follows from the protocol, or from what users need",
  disputed: "document and code disagree; the sentence says what is held",
};

/** A behaviour for a person: its sentence, whose it is, and what holds it or why nothing does. */
function behaviourText(behaviour: Behaviour): string {
  const { id, says, area, profile, document, basis, cases, tests, reason } = behaviour;
  const [first] = cases;
  return `${id}\n  ${says}\n\n${labelled([
    ["about", [area]],
    ["whose", [profile === "all" ? "every host's" : `hosts like profile ${profile}`]],
    ["told in", [document]],
    ["known from", [bases[basis]]],
    ["held by", [...cases.map((one) => `${one.suite}/${one.id}  ${one.title}`), ...tests]],
    ["not held", reason === undefined ? [] : [reason]],
    ["to see it", first === undefined ? [] : [`mcpcheck run host --check ${first.id}`]],
  ])}`;
}

/** Behaviours of hosts, such as B0-188. */
export const behaviours: Explainable = {
  noun: "behaviour",
  listedBy: "list behaviours",
  ids: () => loadBehaviours().map(({ id }) => id),
  explain: (id) => {
    const found = loadBehaviours().find((one) => one.id === id);
    return found && { json: found, text: behaviourText(found) };
  },
};
