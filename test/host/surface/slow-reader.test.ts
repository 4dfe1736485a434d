import { type IncomingMessage, request } from "node:http";
import { setImmediate as turn } from "node:timers/promises";
import { expect, it } from "vitest";
import { servedHost } from "../served-host.ts";

/** More lines than the buffers between two sockets of a machine hold. */
const said = Array.from({ length: 60_000 }, (_, index) => String.fromCharCode(97 + (index % 26))).join("");

/** The body of an answer, read a chunk at a time, with many turns of this process before each: the server is in it as well. */
async function readSlowly(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for (let waited = 0; waited < 200; waited += 1) await turn();
  for await (const chunk of response) {
    chunks.push(chunk as Buffer);
    for (let waited = 0; waited < 5; waited += 1) await turn();
  }
  return Buffer.concat(chunks).toString("utf8");
}

it("a client that reads slowly loses no line (B0-227)", async () => {
  const { url } = await servedHost({ profile: "ollama", turns: [{ say: said, split: "characters" }] });
  const body = JSON.stringify({ model: "m", messages: [{ role: "user", content: "go" }], stream: true });
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request(`${url}/api/chat`, { method: "POST", headers: { "content-type": "application/json" } }, resolve)
      .on("error", reject)
      .end(body);
  });
  const lines = (await readSlowly(response))
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { message?: { content?: string }; done?: boolean });
  expect(lines.map(({ message }) => message?.content ?? "").join("") === said).toBe(true);
  expect(lines.filter(({ done }) => done === true)).toEqual([lines.at(-1)]);
  expect(lines.length).toBeGreaterThan(1000);
});
