/** What may be given for one option: in words, and as a question. */
export type Rule = { readonly wants: string; readonly holds: (value: unknown) => boolean };

/** Whether it is an object with members, and not a list. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const isText = (value: unknown): boolean => typeof value === "string";
const isRecordOf = (holds: (value: unknown) => boolean) => (value: unknown) =>
  isRecord(value) && Object.values(value).every(holds);
const isListOfTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);

function wholeNumber(least: number, most: number): Rule["holds"] {
  return (value) => Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
}

/** Timers of Node hold no more than this many milliseconds. */
const mostMs = 2 ** 31 - 1;

export const text: Rule = { wants: "a text", holds: isText };
export const texts: Rule = { wants: "a list of texts", holds: isListOfTexts };
export const textOrTexts: Rule = {
  wants: "a text or a list of texts",
  holds: (value) => isText(value) || isListOfTexts(value),
};
export const yesOrNo: Rule = { wants: "true or false", holds: (value) => typeof value === "boolean" };
export const record: Rule = { wants: "an object", holds: isRecord };
export const func: Rule = { wants: "a function", holds: (value) => typeof value === "function" };
export const count: Rule = { wants: "a whole number from 1 to 1024", holds: /* @__PURE__ */ wholeNumber(1, 1024) };
export const milliseconds: Rule = {
  wants: `a whole number of milliseconds from 1 to ${mostMs}`,
  holds: /* @__PURE__ */ wholeNumber(1, mostMs),
};
export const port: Rule = { wants: "a port from 0 (a free one) to 65535", holds: /* @__PURE__ */ wholeNumber(0, 65_535) };
/** By what it can do: a test environment may have put another class in the place of Node's. */
export const signal: Rule = {
  wants: "an AbortSignal",
  holds: (value) => isRecord(value) && typeof value["aborted"] === "boolean" && typeof value["throwIfAborted"] === "function",
};
export const variables: Rule = {
  wants: "an object of texts",
  holds: /* @__PURE__ */ isRecordOf((value) => value === undefined || isText(value)),
};
export const headerFields: Rule = {
  wants: "an object of texts, or of lists of texts",
  holds: /* @__PURE__ */ isRecordOf((value) => isText(value) || isListOfTexts(value)),
};
export const sandbox: Rule = {
  wants: "true, or { read: [paths] }",
  holds: (value) => value === true || (isRecord(value) && (value["read"] === undefined || isListOfTexts(value["read"]))),
};

/** One of some words. */
export function oneOf(...words: readonly string[]): Rule {
  return { wants: words.join(" or "), holds: (value) => typeof value === "string" && words.includes(value) };
}

/** A mock or a fake model. */
export const textOrScript: Rule = {
  wants: "the id of one that comes with mcpcheck, the path of a script file, or a script",
  holds: (value) => isText(value) || isRecord(value),
};

/** What tells and passes the time in place of the machine. */
export const clock: Rule = {
  wants: "a clock, with now() and setTimeout()",
  holds: (value) => isRecord(value) && typeof value["now"] === "function" && typeof value["setTimeout"] === "function",
};
