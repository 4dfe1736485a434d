import type { Check } from "../../check.ts";
import { places } from "../../places.ts";
import { goesOn } from "../../rules/clients/goes-on.ts";

const scenario = "hostile.answers";

/** An error without words is survived. */
export const hollowError: Check = goesOn({
  id: "jsonrpc.client-hollow-error",
  scenario,
  oddity: "no words",
  title: "A client goes on after an error that has no message",
  spec: places.errors,
  advice: "Let the call fail with words of your own.",
});

/** An answer that says both is survived. */
export const bothMembers: Check = goesOn({
  id: "jsonrpc.client-both-members",
  scenario,
  oddity: "result and error",
  title: "A client goes on after an answer with a result and an error",
  spec: places.responses,
  advice: "Let that call fail, and that call alone.",
});

/** An answer that says neither is survived. */
export const neitherMember: Check = goesOn({
  id: "jsonrpc.client-neither-member",
  scenario,
  oddity: "neither result nor error",
  title: "A client goes on after an answer with neither a result nor an error",
  spec: places.responses,
  advice: "Let that call fail, and that call alone.",
});

/** Content nobody knows is survived. */
export const unknownContent: Check = goesOn({
  id: "tools.client-unknown-content",
  scenario,
  oddity: "a hologram",
  title: "A client goes on after content of a type it does not know",
  spec: { "2024-11-05": "server/tools#tool-result" },
  advice: "Keep what you know of a result, or let that call fail, and that call alone.",
});

/** Nested arrays without end are survived. */
export const deepJson: Check = goesOn({
  id: "jsonrpc.client-deep-json",
  scenario,
  oddity: "five hundred deep",
  title: "A client goes on after an answer that is nested five hundred deep",
  spec: places.responses,
  advice: "Parse with a limit of depth, and let the call fail whose answer is beyond it.",
});
