/** The text of a response as it comes; bytes that are not UTF-8 become U+FFFD. Leaving early cancels the response. */
export async function* textOf(response: Response): AsyncIterable<string> {
  if (response.body === null) return;
  const decoder = new TextDecoder();
  for await (const bytes of response.body as unknown as AsyncIterable<Uint8Array>) {
    const text = decoder.decode(bytes, { stream: true });
    if (text !== "") yield text;
  }
  const rest = decoder.decode();
  if (rest !== "") yield rest;
}

/** The lines of a text that comes in pieces, without their ends; blank ones are left out, a last one needs no end. */
export async function* linesOf(pieces: AsyncIterable<string>): AsyncIterable<string> {
  let held: string[] = [];
  for await (const piece of pieces) {
    const parts = piece.split("\n");
    const last = parts.pop() ?? "";
    for (const part of parts) {
      const line = [...held, part].join("").trim();
      held = [];
      if (line !== "") yield line;
    }
    if (last !== "") held.push(last);
  }
  const line = held.join("").trim();
  if (line !== "") yield line;
}
