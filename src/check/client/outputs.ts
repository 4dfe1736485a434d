import { valueAt } from "../../jsonrpc/json.ts";
import { toldSteps } from "../../trace/told-steps.ts";
import { eventsOf, type Trace } from "../../trace/trace.ts";
import type { EventOf } from "../../trace/wire-event.ts";
import type { Check } from "../check.ts";
import { type Exhibit, overall, overallIfAny } from "../outcome.ts";

/** What became of the calls of a scenario, by the name of the tool. */
type Calls = {
  readonly of: (tool: string) => EventOf<"report"> | undefined;
  /** Whether the caller got a result; undefined where nobody said. */
  readonly accepted: (tool: string) => boolean | undefined;
};

function callsOf(trace: Trace, scenario: string): readonly Calls[] {
  return eventsOf(trace, "told")
    .filter((told) => told.scenario === scenario)
    .map(() => {
      const steps = toldSteps(trace, "call-tool").filter((step) => step.scenario === scenario);
      const of = (tool: string): EventOf<"report"> | undefined => steps.find(({ told }) => told["name"] === tool)?.report;
      const accepted = (tool: string): boolean | undefined => {
        const report = of(tool);
        if (report === undefined || report.value["unsupported"] === true) return undefined;
        return report.value["ok"] === true && valueAt(report.value, "result", "isError") !== true;
      };
      return { of, accepted };
    });
}

/** Whether a client looks at all whether a result fits: it takes one that does, and not one that does not. */
const validates = ({ accepted }: Calls): boolean => accepted("fits") === true && accepted("fits_not") === false;

const tolerance = "Only of drivers that report their steps.";
const controlled = `${tolerance} A client that takes whatever comes, or nothing, is not judged by this.`;

/** Structured results are held against their schema. */
export const outputValidated: Check = {
  id: "tools.client-output-validated",
  title: "A structured result that does not fit the tool's output schema does not reach the caller as one",
  subject: "client",
  level: "SHOULD",
  spec: { "2025-06-18": "server/tools#output-schema" },
  advice: "Validate structuredContent against outputSchema, and let the call fail when it does not fit.",
  tolerance,
  verify: (trace) =>
    overall(
      callsOf(trace, "outputs.fitting").flatMap((calls): Exhibit[] => {
        const report = calls.of("fits_not");
        if (report === undefined || calls.accepted("fits") !== true) return [];
        return [{ ref: report, wrong: calls.accepted("fits_not") === true ? "a text was handed on for a number" : undefined }];
      }),
      "no client that reports its steps was given a result that fits",
    ),
};

type Judged = {
  readonly id: string;
  readonly title: string;
  readonly level?: Check["level"];
  readonly spec: Check["spec"];
  readonly advice: string;
  readonly scenario: string;
  readonly tool: string;
  /** Whether the caller is to get the result. */
  readonly fits: boolean;
  readonly wrong: string;
};

/** A check of what a client that validates makes of one schema. */
function judgedBySchema({ id, title, level = "MUST", spec, advice, scenario, tool, fits, wrong }: Judged): Check {
  return {
    id,
    title,
    subject: "client",
    level,
    spec,
    advice,
    tolerance: controlled,
    verify: (trace) =>
      overallIfAny(
        callsOf(trace, scenario).flatMap((calls): Exhibit[] => {
          const report = calls.of(tool);
          if (report === undefined || !validates(calls)) return [];
          return [{ ref: report, wrong: calls.accepted(tool) === fits ? undefined : wrong }];
        }),
        "no client that reports its steps validates results",
      ),
  };
}

const usage = "basic/index#implementation-requirements";

/** Schemas of today are understood. */
export const modernSchemas: Check = judgedBySchema({
  id: "schema.client-2020-12",
  title: "A result that fits a schema of 2020-12 without $schema reaches the caller",
  spec: { "2025-11-25": usage },
  advice: "Use a validator for JSON Schema 2020-12 where a schema names no dialect.",
  scenario: "outputs.dialects",
  tool: "fits_2020",
  fits: true,
  wrong: "a result that fits was refused",
});

/** And are the measure where nothing else is said. */
export const defaultDialect: Check = judgedBySchema({
  id: "schema.client-default-dialect",
  title: "A result is held against a schema without $schema by the keywords of 2020-12",
  spec: { "2025-11-25": usage },
  advice:
    "Use a validator for JSON Schema 2020-12 where a schema names no dialect: prefixItems, dependentRequired and the like count.",
  scenario: "outputs.dialects",
  tool: "fits_2020_not",
  fits: false,
  wrong: "a result was handed on that breaks prefixItems, which draft-07 does not know",
});

/** The dialect a schema names is the measure. */
export const declaredDialect: Check = judgedBySchema({
  id: "schema.client-declared-dialect",
  title: "A result is held against the dialect its schema names, or refused where the client does not know that",
  spec: { "2025-11-25": usage },
  advice: "Choose the validator by $schema; return an error that names the dialect where you have none for it.",
  scenario: "outputs.dialects",
  tool: "fits_draft07_not",
  fits: false,
  wrong: "a result was handed on that breaks the items of a draft-07 schema",
});

/** A dialect nobody knows is an error. */
export const unknownDialect: Check = judgedBySchema({
  id: "schema.client-unknown-dialect",
  title: "A result whose schema is in a dialect the client cannot know does not reach the caller as if it were valid",
  spec: { "2025-11-25": usage },
  advice: "Return an error that says the dialect is not supported; do not take such a schema for one that allows everything.",
  scenario: "outputs.unknown-dialect",
  tool: "unknown_dialect",
  fits: false,
  wrong: "the result was handed on as valid, in a dialect that does not exist",
});

/** A schema that cannot be resolved allows nothing. */
export const unresolvedRefused: Check = judgedBySchema({
  id: "schema.client-unresolved-refused",
  title: "A schema with a reference into the network that is not resolved is not taken for one that allows everything",
  level: "SHOULD",
  spec: { "2026-07-28": "basic/index#ref-resolution" },
  advice: "Refuse results whose schema has references you do not resolve.",
  scenario: "outputs.unresolved",
  tool: "unresolved",
  fits: false,
  wrong: "the result was handed on as valid, though its schema was never seen",
});

/** What is no result is not handed on as one. */
export const resultsValidated: Check = {
  id: "tools.client-results-validated",
  title: "A tool result whose content is no content does not reach the caller as a result",
  subject: "client",
  level: "SHOULD",
  spec: { "2024-11-05": "server/tools#security-considerations" },
  advice: "Look at the form of a result before it goes to the model: content is a list of blocks, a text block has a text.",
  tolerance,
  verify: (trace) =>
    overall(
      callsOf(trace, "outputs.malformed").flatMap((calls): Exhibit[] => {
        if (calls.accepted("sound") !== true) return [];
        return ["no_list", "no_text"].flatMap((tool): Exhibit[] => {
          const report = calls.of(tool);
          if (report === undefined) return [];
          return [{ ref: report, wrong: calls.accepted(tool) === true ? `the result of ${tool} was handed on` : undefined }];
        });
      }),
      "no client that reports its steps was given a sound result",
    ),
};
