import type { MockScript } from "../../mock/script/script.ts";

/** Longer than an exchange may take in a proof, in ms. */
const startMs = 2500;

/** A server that starts slowly and is the same otherwise: slow, and right in everything, so nobody may accuse it. */
export function slowTwin(script: MockScript): MockScript {
  return {
    ...script,
    id: `${script.id}, starting slowly`,
    revisions: ["2025-11-25", "2026-07-28"],
    rules: [{ on: "start", do: [{ pause: startMs }] }, ...(script.rules ?? [])],
  };
}
