/**
 * What the parser is held against: the same deltas read by hand, each character looked at once. It knows where strings and objects begin
 * and end, tells of each delta in an event and joins what it read at the end, and knows no formats, markers, reasoning or fences.
 * Gives the last event and the whole text.
 */
export function scanByHand(pieces: readonly string[]): { readonly end: number; readonly depth: number; readonly text: string } {
  let inString = false;
  let escaped = false;
  let depth = 0;
  let offset = 0;
  const read: string[] = [];
  for (const piece of pieces) {
    let from = 0;
    for (let at = 0; at < piece.length; at += 1) {
      const code = piece.charCodeAt(at);
      if (inString) {
        if (escaped) escaped = false;
        else if (code === 92) escaped = true;
        else if (code === 34) inString = false;
      } else if (code === 34) inString = true;
      else if (code === 123) depth += 1;
      else if (code === 125) depth -= 1;
      else if (code === 10) from = at;
    }
    const event = { type: "text", text: piece, start: offset + from, end: offset + piece.length, depth };
    offset = event.end;
    read.push(event.text);
  }
  return { end: offset, depth, text: read.join("") };
}
