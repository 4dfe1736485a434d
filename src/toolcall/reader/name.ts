/** Whether a character cannot be part of a call's name: whitespace, quotes, brackets, angle brackets. */
export function endsName(code: number): boolean {
  if (code <= 32) return true;
  return code === 34 || code === 39 || code === 96 || code === 40 || code === 41 || code === 60 || code === 62 || isBracket(code);
}

function isBracket(code: number): boolean {
  return code === 91 || code === 93 || code === 123 || code === 125;
}

/** Whether a text can be the name of a call; any script will do. */
export function isCallName(text: string): boolean {
  if (text === "" || /\s/u.test(text)) return false;
  for (let at = 0; at < text.length; at += 1) if (endsName(text.charCodeAt(at))) return false;
  return true;
}
