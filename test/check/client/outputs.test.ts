import { expect, it } from "vitest";
import {
  declaredDialect,
  defaultDialect,
  modernSchemas,
  outputValidated,
  resultsValidated,
  unknownDialect,
  unresolvedRefused,
} from "../../../src/check/client/outputs.ts";
import type { Check } from "../../../src/check/check.ts";
import { type Line } from "../../support/traces/small-trace.ts";
import { badly, broken, seen, kept, none, played, type Row, said, told, todo, unseen, well } from "./told-trace.ts";

const call = (scenario: string, ...results: readonly (readonly [string, (step: number) => Line])[]): readonly Line[] =>
  played(
    scenario,
    results.map(([name]) => todo("call-tool", { name })),
    ...results.map(([, how], step) => how(step)),
  );
const taken = (step: number): Line => well(step, {});
const refused = (step: number): Line => badly(step);
const isError = (step: number): Line => well(step, { isError: true });
const unable = (step: number): Line => said(step, { ok: true, unsupported: true });
const silent = (step: number): Line => ({ kind: "stderr", connection: 9, text: `nothing of ${step}` });

const noFit = "no client that reports its steps was given a result that fits";
const fitting = "outputs.fitting";
const handedOn = "a text was handed on for a number";
const ofOutput: readonly Row[] = [
  ["what does not fit is refused", outputValidated, call(fitting, ["fits", taken], ["fits_not", refused]), kept(5)],
  ["what does not fit is an error of the tool", outputValidated, call(fitting, ["fits", taken], ["fits_not", isError]), kept(5)],
  ["what does not fit is handed on", outputValidated, call(fitting, ["fits", taken], ["fits_not", taken]), broken(handedOn, 5)],
  ["what fits is refused as well", outputValidated, call(fitting, ["fits", refused], ["fits_not", refused]), unseen(noFit)],
  [
    "what fits is an error of the tool as well",
    outputValidated,
    call(fitting, ["fits", isError], ["fits_not", refused]),
    unseen(noFit),
  ],
  ["nobody says what came of what fits", outputValidated, call(fitting, ["fits", silent], ["fits_not", taken]), unseen(noFit)],
  [
    "nobody says what came of what does not fit",
    outputValidated,
    call(fitting, ["fits", taken], ["fits_not", silent]),
    unseen(noFit),
  ],
  [
    "a driver cannot call the tool that fits",
    outputValidated,
    call(fitting, ["fits", unable], ["fits_not", taken]),
    unseen(noFit),
  ],
  ["the same is done in another scenario", outputValidated, call("s", ["fits", taken], ["fits_not", taken]), unseen(noFit)],
  [
    "what fits is taken in another scenario",
    outputValidated,
    [...call(fitting, ["fits_not", taken]), told("s", [todo("call-tool", { name: "fits" })], 8), well(0, {}, 8)],
    unseen(noFit),
  ],
];

const noValidator = "no client that reports its steps validates results";
const sorts = [
  ["fits", taken],
  ["fits_not", refused],
] as const;
const ofDialects = (
  [
    [modernSchemas, "outputs.dialects", "fits_2020", refused, "a result that fits was refused"],
    [
      defaultDialect,
      "outputs.dialects",
      "fits_2020_not",
      taken,
      "a result was handed on that breaks prefixItems, which draft-07 does not know",
    ],
    [
      declaredDialect,
      "outputs.dialects",
      "fits_draft07_not",
      taken,
      "a result was handed on that breaks the items of a draft-07 schema",
    ],
    [
      unknownDialect,
      "outputs.unknown-dialect",
      "unknown_dialect",
      taken,
      "the result was handed on as valid, in a dialect that does not exist",
    ],
    [
      unresolvedRefused,
      "outputs.unresolved",
      "unresolved",
      taken,
      "the result was handed on as valid, though its schema was never seen",
    ],
  ] as readonly (readonly [Check, string, string, (step: number) => Line, string])[]
).flatMap(([check, scenario, tool, how, message]): readonly Row[] => {
  const right = how === taken ? refused : taken;
  return [
    [`a client that validates is right about ${tool}`, check, call(scenario, ...sorts, [tool, right]), kept(6)],
    [`a client that validates is wrong about ${tool}`, check, call(scenario, ...sorts, [tool, how]), broken(message, 6)],
    [
      `a client that takes everything takes ${tool}`,
      check,
      call(scenario, ["fits", taken], ["fits_not", taken], [tool, how]),
      none(noValidator),
    ],
    [
      `a client that refuses everything refuses ${tool}`,
      check,
      call(scenario, ["fits", refused], ["fits_not", refused], [tool, how]),
      none(noValidator),
    ],
    [
      `nobody says what a client that validates makes of ${tool}`,
      check,
      call(scenario, ...sorts, [tool, silent]),
      none(noValidator),
    ],
    [`${tool} is called in another scenario`, check, call("s", ...sorts, [tool, how]), none(noValidator)],
  ];
});

const noSound = "no client that reports its steps was given a sound result";
const malformed = "outputs.malformed";
const ofForms: readonly Row[] = [
  [
    "both misshapen results are refused",
    resultsValidated,
    call(malformed, ["sound", taken], ["no_list", refused], ["no_text", isError]),
    kept(5, 6),
  ],
  [
    "content that is no list is handed on",
    resultsValidated,
    call(malformed, ["sound", taken], ["no_list", taken], ["no_text", refused]),
    broken("the result of no_list was handed on", 5),
  ],
  [
    "a text without text is handed on",
    resultsValidated,
    call(malformed, ["sound", taken], ["no_list", refused], ["no_text", taken]),
    broken("the result of no_text was handed on", 6),
  ],
  [
    "one of them alone is reported",
    resultsValidated,
    call(malformed, ["sound", taken], ["no_list", silent], ["no_text", refused]),
    kept(6),
  ],
  [
    "a sound result is refused as well",
    resultsValidated,
    call(malformed, ["sound", refused], ["no_list", refused]),
    unseen(noSound),
  ],
  [
    "nobody says what came of a sound result",
    resultsValidated,
    call(malformed, ["sound", silent], ["no_list", taken]),
    unseen(noSound),
  ],
  ["the same is done in another scenario", resultsValidated, call("s", ["sound", taken], ["no_list", taken]), unseen(noSound)],
];

it.each(ofOutput)("of structured results: %s", (_title, check, lines, outcome) => {
  expect(seen(check, lines)).toEqual(outcome);
});
it.each(ofDialects)("of dialects: %s", (_title, check, lines, outcome) => {
  expect(seen(check, lines)).toEqual(outcome);
});
it.each(ofForms)("of the form of results: %s", (_title, check, lines, outcome) => {
  expect(seen(check, lines)).toEqual(outcome);
});
