import { authFaults } from "./auth/auth-faults.ts";

/** What a client of ours does wrong on purpose, beyond single messages: how mutants come about. */
export const clientFaults = [
  "goes-on-with-unknown-version",
  "terminates-first",
  "keeps-expired-session",
  "answers-notifications",
  "answers-always",
  "stops-at-empty-cursor",
  "asks-last-page-again",
  "keeps-bad-headers",
  "takes-any-result",
  "drops-failures",
  "drops-structure",
  "never-resumes",
  "resumes-at-once",
  "retries-under-old-id",
  "stops-after-two-calls",
  "fetches-what-is-named",
  ...authFaults,
  "never-lists-again",
  "keeps-every-result",
  "lists-while-idle",
  "walks-in-circles",
  "keeps-cursors",
  "polls-without-pause",
  "polls-once",
  "waits-for-status",
  "never-fetches-input",
  "answers-input-twice",
  "cancels-task-by-notification",
] as const;

/** Something a client of ours does wrong on purpose. */
export type ClientFault = (typeof clientFaults)[number];
