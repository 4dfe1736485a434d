/** States of a JSON number while it is read; `step` returns `stopped` when the character does not belong to it. */
export const numberStart = 0;
/** The character does not continue the number. */
export const stopped = -1;

const minus = 1;
const zero = 2;
const int = 3;
const point = 4;
const fraction = 5;
const exponent = 6;
const exponentSign = 7;
const exponentDigits = 8;

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** The state after one more character. */
export function stepNumber(state: number, code: number): number {
  const digit = isDigit(code);
  switch (state) {
    case numberStart:
      if (code === 45) return minus;
      return digit ? (code === 48 ? zero : int) : stopped;
    case minus:
      return digit ? (code === 48 ? zero : int) : stopped;
    case zero:
    case int:
      if (digit) return state === int ? int : stopped;
      if (code === 46) return point;
      return code === 101 || code === 69 ? exponent : stopped;
    case point:
    case fraction:
      if (digit) return fraction;
      return state === fraction && (code === 101 || code === 69) ? exponent : stopped;
    case exponent:
      if (code === 43 || code === 45) return exponentSign;
      return digit ? exponentDigits : stopped;
    default:
      return digit ? exponentDigits : stopped;
  }
}

/** The end of the digits that stand from `at` on, in a state that digits do not change; `at` in any other. */
export function skipDigits(state: number, text: string, at: number): number {
  if (state !== int && state !== fraction && state !== exponentDigits) return at;
  let end = at;
  while (end < text.length && isDigit(text.charCodeAt(end))) end += 1;
  return end;
}

/** Whether a number may end in this state. */
export function isNumberEnd(state: number): boolean {
  return state === zero || state === int || state === fraction || state === exponentDigits;
}

/** Whether a text is a JSON number as a whole. */
export function isJsonNumber(text: string): boolean {
  let state = numberStart;
  for (let at = 0; at < text.length && state !== stopped; at += 1) state = stepNumber(state, text.charCodeAt(at));
  return isNumberEnd(state);
}
