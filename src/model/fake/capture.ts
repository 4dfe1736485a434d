import type { WireName } from "./wire-name.ts";

/** How the exchange over a captured request went. */
export type CapturedOutcome = "answering" | "answered" | "left" | "dropped" | "refused";

/** A request as it came in, and what became of it: what tests and judges of hosts look at. */
export type CapturedRequest = {
  /** 1, 2, … in the order of arrival. */
  readonly sequence: number;
  /** Milliseconds of the clock. */
  readonly at: number;
  readonly api: WireName | undefined;
  readonly method: string;
  readonly path: string;
  /** Header fields, lower-case names; credentials are replaced by their length. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body as text, and as JSON when it is that. */
  readonly text: string;
  readonly body?: unknown;
  /** What was played. */
  readonly script?: string;
  readonly scenario?: string;
  readonly round?: number;
  readonly status?: number;
  /** `left`: the other side went away first; `dropped`: the script cut the connection. */
  readonly outcome: CapturedOutcome;
};

/** The captured requests of a fake model. The oldest are forgotten beyond `keep`. */
export type Captures = {
  readonly all: () => readonly CapturedRequest[];
  /** Keeps a request; what becomes of it is noted later. */
  readonly add: (request: Omit<CapturedRequest, "sequence" | "outcome">) => {
    readonly sequence: number;
    readonly note: (more: Partial<CapturedRequest>) => void;
  };
  readonly clear: () => void;
};

/** Captures in memory, at most so many. */
export function createCaptures(keep = 2_000): Captures {
  let captured: CapturedRequest[] = [];
  let sequence = 0;
  return {
    all: () => captured,
    add(request) {
      sequence += 1;
      const own = sequence;
      captured.push({ ...request, sequence: own, outcome: "answering" });
      if (captured.length > keep) captured = captured.slice(-Math.ceil(keep / 2));
      const note = (more: Partial<CapturedRequest>): void => {
        const index = captured.findIndex((one) => one.sequence === own);
        const before = captured[index];
        if (before !== undefined) captured[index] = { ...before, ...more };
      };
      return { sequence: own, note };
    },
    clear: () => {
      captured = [];
    },
  };
}

const credentials = new Set(["authorization", "proxy-authorization", "x-api-key", "api-key", "cookie"]);

/** Headers without the secrets in them: the scheme stays, and how long the credential is. */
export function withoutCredentials(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => {
      if (value === undefined) return [];
      const text = typeof value === "string" ? value : value.join(", ");
      return [[name, credentials.has(name) ? hidden(text) : text]];
    }),
  );
}

function hidden(text: string): string {
  const scheme = /^(Bearer|Basic) /i.exec(text)?.[0] ?? "";
  return `${scheme}(${text.length - scheme.length} characters)`;
}
