import { fileURLToPath } from "node:url";

/** A server that floods whoever judges it, at full size: which peer plays it, by what name and how much of it, and that in words. */
export type Flood = {
  readonly peer: "stdio" | "heavy";
  readonly name: string;
  readonly amount?: number;
  readonly told: string;
};

/** The time the server of such a run has, in ms, and what the whole run may take: that and so much more; and its memory. */
export const floodBudgetMs = 15_000;
export const floodLimits = { seconds: floodBudgetMs / 1000 + 5, megabytes: 500 } as const;

/** What is run on such a server: all that there is for one revision. */
export function floodArguments({ peer, name, amount }: Flood, budgetMs: number = floodBudgetMs): string[] {
  const options = ["--spec", "2025-11-25", "--timeout", "2000", "--budget", String(budgetMs), "--reporter", "json"];
  const program = fileURLToPath(new URL(`peers/${peer}.mjs`, import.meta.url));
  return ["run", "server", ...options, "--", process.execPath, program, name, ...(amount === undefined ? [] : [String(amount)])];
}

/**
 * What comes in bulk, without end, or in messages that cost more than they say. Of those that are too large to be read as a whole there
 * is also one that is just small enough.
 */
export const floods: readonly Flood[] = [
  { peer: "stdio", name: "one very long line", amount: 1024, told: "a line of 1 GB, then the answer" },
  { peer: "stdio", name: "a line without end", told: "a line without end" },
  { peer: "stdio", name: "stdout flood from the start", told: "notifications without end" },
  { peer: "stdio", name: "answers to nothing", amount: 10_000, told: "1,000,000 answers nobody asked for" },
  { peer: "stdio", name: "a storm of requests, no answer read", told: "requests without end, no answer read" },
  { peer: "stdio", name: "very many tools", amount: 1_000_000, told: "1,000,000 tools" },
  { peer: "stdio", name: "JSON nested very deep", amount: 1_000_000, told: "a schema nested 1,000,000 levels deep" },
  { peer: "stdio", name: "arguments nested very deep", amount: 1_000_000, told: "a result nested 1,000,000 levels deep" },
  { peer: "stdio", name: "cursors without end", told: "cursors without end" },
  { peer: "stdio", name: "a request with a huge id", amount: 15_000_000, told: "a request with an id of 15 MB" },
  { peer: "stdio", name: "writes to stderr without end", told: "stderr without end" },
  { peer: "heavy", name: "a list of empty lists", amount: 5_000_000, told: "a list of 5,000,000 empty lists" },
  { peer: "heavy", name: "a list of empty lists", amount: 240_000, told: "a list of 240,000 empty lists" },
  { peer: "heavy", name: "a list of empty objects", amount: 4_000_000, told: "a list of 4,000,000 empty objects" },
  {
    peer: "heavy",
    name: "a list of objects of different members",
    amount: 120_000,
    told: "120,000 objects, each of another member",
  },
  {
    peer: "heavy",
    name: "structured content of empty lists",
    amount: 4_000_000,
    told: "structured content of 4,000,000 empty lists",
  },
  { peer: "heavy", name: "an object of many members", amount: 900_000, told: "an object of 900,000 keys" },
  { peer: "heavy", name: "structured content of many members", amount: 249_000, told: "structured content of 249,000 keys" },
  {
    peer: "heavy",
    name: "structured content that fails everywhere",
    amount: 240_000,
    told: "structured content that breaks its schema 240,000 times",
  },
  {
    peer: "heavy",
    name: "structured content that fails in many ways",
    amount: 20_000,
    told: "structured content that breaks its schema 20,000 times in 50 ways",
  },
  { peer: "heavy", name: "an enum nested 500 deep", amount: 3000, told: "an enum of 3,000 values nested 500 deep" },
  { peer: "heavy", name: "an enum nested 500 deep", amount: 490, told: "an enum of 490 values nested 500 deep" },
  { peer: "heavy", name: "a web of references", amount: 300, told: "30 tools with `$ref` webs of 300 definitions" },
  { peer: "heavy", name: "a web of references", amount: 80, told: "30 tools with `$ref` webs of 80 definitions" },
  {
    peer: "heavy",
    name: "a web of references for results",
    amount: 300,
    told: "results judged by a `$ref` web of 300 definitions",
  },
  {
    peer: "heavy",
    name: "patterns that try every way to fit",
    amount: 500,
    told: "500 tools with patterns that try every way to fit",
  },
  { peer: "heavy", name: "errors of much text", amount: 15_000_000, told: "errors of 30 MB to every request" },
  { peer: "heavy", name: "errors of much text", amount: 7_500_000, told: "errors of 15 MB to every request" },
  {
    peer: "heavy",
    name: "text of control characters",
    amount: 2_600_000,
    told: "a text of 2,600,000 escaped control characters",
  },
  { peer: "heavy", name: "text that is not Latin", amount: 15_000_000, told: "a text of 15 MB that is not Latin" },
  { peer: "heavy", name: "pages without end", amount: 2000, told: "pages of 2,000 tools of 2 kB without end" },
  {
    peer: "heavy",
    name: "requests with long ids",
    amount: 15_000_000,
    told: "a request with an id of 15 MB before every answer",
  },
  { peer: "heavy", name: "every answer as large as may be", amount: 248_000, told: "248,000 values in every answer" },
  { peer: "heavy", name: "a long name", amount: 15_000_000, told: "a server name of 15 MB" },
];
