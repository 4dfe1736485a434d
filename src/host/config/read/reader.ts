import type { HostProfile } from "../../profile/host-profile.ts";
import type { Pointer, Problem, Reading } from "./problem.ts";
import type { Origin } from "../server-definition.ts";
import type { Source } from "./source.ts";
import { substitute } from "./substitute.ts";

/** What reading a configuration depends on besides its text. */
export type ReadingRules = {
  readonly profile: Pick<HostProfile, "configuration" | "limits">;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly origin: Origin;
};

/** Reads one source: notes problems and warnings by their place, and fills in variables. */
export type Reader = {
  readonly rules: ReadingRules;
  readonly source: Source;
  readonly problem: (pointer: Pointer, message: string) => void;
  readonly warning: (pointer: Pointer, message: string) => void;
  /** A text with its variables filled in. */
  readonly fill: (text: string, pointer: Pointer) => string;
  /** How many problems there are so far. */
  readonly problemCount: () => number;
  readonly finish: <T>(value: T) => Reading<T> & { readonly secrets: readonly string[] };
};

/** A reader of a source. A request is never given the host's variables: its text stays as it is. */
export function createReader(source: Source, rules: ReadingRules): Reader {
  const problems: Problem[] = [];
  const warnings: Problem[] = [];
  const secrets = new Set<string>();
  const mode = rules.origin === "request" ? "off" : rules.profile.configuration.variables;
  return {
    rules,
    source,
    problem: (pointer, message) => void problems.push(source.at(pointer, message)),
    warning: (pointer, message) => void warnings.push(source.at(pointer, message)),
    fill(text, pointer) {
      if (mode === "off") return text;
      const { text: filled, missing, malformed, inserted } = substitute(text, rules.env);
      for (const name of missing) {
        if (mode === "strict") problems.push(source.at(pointer, `the variable ${name} is not set`));
      }
      for (const found of malformed) {
        warnings.push(
          source.at(pointer, `${found} is left as it stands: variables are written \${env:NAME} or \${env:NAME:-default}`),
        );
      }
      for (const value of inserted) if (value !== "") secrets.add(value);
      return filled;
    },
    problemCount: () => problems.length,
    finish: (value) => ({ value, problems, warnings, secrets: [...secrets] }),
  };
}

/** Narrows to a map: not null, not a list. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
