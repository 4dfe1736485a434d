import { type RequestOptions, request as sendRequest } from "node:http";
import { createServer } from "node:net";
import { once } from "node:events";
import { describe, expect, it, onTestFinished } from "vitest";
import { hurriedClock, scriptOf, serve, turnsOf } from "../../../test/support/fake-models.ts";
import { formatById } from "../../toolcall/formats/registry.ts";
import { createCaptures } from "./capture.ts";
import { createFakeModel } from "./fake-model.ts";
import { serveFakeModel } from "./serve-fake-model.ts";

const body = JSON.stringify({ model: "test", messages: [{ role: "user", content: "x" }] });
const world = { clock: hurriedClock, date: () => new Date(0) };

describe("a served fake model", () => {
  it("speaks only the wires it is asked for", async () => {
    const fake = createFakeModel({ scripts: [turnsOf([{ say: "x" }])], apis: ["openai"], ...world });
    const { url, close } = await serveFakeModel(fake);
    onTestFinished(close);
    const status = async (path: string) => (await fetch(url + path, { method: "POST", body })).status;
    expect(await status("/v1/chat/completions")).toBe(200);
    expect((await fetch(url)).status).toBe(404);
    expect([await status("/api/chat"), await status("/v1/messages"), await status("/nothing")]).toEqual([404, 404, 404]);
  });

  it("greets as Ollama does", async () => {
    const { url } = await serve([turnsOf([{ say: "x" }])]);
    expect(await (await fetch(url)).text()).toBe("Ollama is running");
    expect((await fetch(url, { method: "HEAD" })).status).toBe(200);
  });

  it("refuses a port that is taken, as the user's mistake", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    onTestFinished(() => void taken.close());
    await once(taken, "listening");
    const address = taken.address();
    const port = typeof address === "object" ? (address?.port ?? 0) : 0;
    const fake = createFakeModel({ scripts: [turnsOf([{}])], ...world });
    await expect(serveFakeModel(fake, { port })).rejects.toMatchObject({ code: "usage" });
  });

  it("knows several scripts by name, and one alone by any name unless it lists its own", async () => {
    const named = async (scripts: Parameters<typeof serve>[0], model: string) => {
      const { url } = await serve(scripts);
      return (await fetch(`${url}/api/chat`, { method: "POST", body: body.replace("test", model) })).status;
    };
    const one = turnsOf([{ say: "1" }]);
    const listed = scriptOf([{ id: "a", turns: [{ say: "2" }] }], { id: "other", models: ["llama3.2:3b"] });
    expect(await named([one], "whatever:7b")).toBe(200);
    expect(await named([listed], "whatever")).toBe(404);
    expect(await named([listed], "llama3.2:3b")).toBe(200);
    expect([await named([one, listed], "other:latest"), await named([one, listed], "whatever")]).toEqual([200, 404]);
  });

  it("answers a hundred chats at once, each with its own", async () => {
    const { url, fake } = await serve([turnsOf([{ say: [{ user: true }] }])]);
    const ask = async (text: string) => {
      const request = { model: "test", stream: false, messages: [{ role: "user", content: text }] };
      const answer = (await (await fetch(`${url}/api/chat`, { method: "POST", body: JSON.stringify(request) })).json()) as {
        readonly message: { readonly content: string };
      };
      return answer.message.content;
    };
    const texts = Array.from({ length: 100 }, (_, index) => `text ${index}`);
    expect(await Promise.all(texts.map(ask))).toEqual(texts);
    expect(fake.requests().map(({ sequence }) => sequence)).toEqual(texts.map((_, index) => index + 1));
    expect(new Set(fake.requests().map(({ outcome }) => outcome))).toEqual(new Set(["answered"]));
  });

  it("answers others while one model never stops", async () => {
    const endless = scriptOf([{ id: "a", turns: [{ say: "on", fault: { endless: true } }] }], { id: "endless" });
    const { url } = await serve([endless, turnsOf([{ say: "x" }])]);
    const controller = new AbortController();
    const flood = fetch(`${url}/api/chat`, { method: "POST", body: body.replace("test", "endless"), signal: controller.signal });
    const reading = flood.then(async (response) => {
      let bytes = 0;
      try {
        for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) bytes += chunk.length;
      } catch {
        return bytes;
      }
      return -1;
    });
    await flood;
    for (let chat = 0; chat < 5; chat += 1) expect((await fetch(`${url}/api/chat`, { method: "POST", body })).status).toBe(200);
    controller.abort();
    expect(await reading).toBeGreaterThan(0);
  });

  it("ends at once although a model never answers", async () => {
    const fake = createFakeModel({ scripts: [turnsOf([{ fault: { hang: true } }])], ...world });
    const { url, close } = await serveFakeModel(fake);
    const chat = fetch(`${url}/api/chat`, { method: "POST", body }).then(
      () => "answered",
      () => "cut",
    );
    await expect.poll(() => fake.requests().length).toBe(1);
    await close();
    expect(await chat).toBe("cut");
  });

  it("refuses a body that is too long, in the wire's own form", async () => {
    const fake = createFakeModel({ scripts: [turnsOf([{ say: "x" }])], ...world });
    const { url, close } = await serveFakeModel(fake, { mostBytes: 100 });
    onTestFinished(close);
    const long = body.replace('"x"', `"${"x".repeat(200)}"`);
    const ask = async (path: string) => {
      const response = await fetch(url + path, { method: "POST", body: long });
      return { status: response.status, body: await response.json() };
    };
    const message = "request body too large";
    expect(await ask("/api/chat")).toEqual({ status: 413, body: { error: message } });
    expect(await ask("/v1/chat/completions")).toMatchObject({ status: 413, body: { error: { message } } });
    expect(fake.requests()).toMatchObject([{ outcome: "refused", text: "" }, { outcome: "refused" }]);
  });

  it("keeps the newest requests, not all there ever were", async () => {
    const captures = createCaptures(4);
    for (let at = 0; at < 11; at += 1)
      captures.add({ at, api: "ollama", method: "GET", path: "/", headers: {}, text: "" }).note({ status: 200 });
    const kept = captures.all();
    expect(kept.length).toBeLessThanOrEqual(4);
    expect(kept.at(-1)).toMatchObject({ sequence: 11, at: 10, status: 200 });
  });

  it("keeps what it was asked from pages of elsewhere, and from names that were made to point here", async () => {
    const { url, fake } = await serve([turnsOf([{ say: "x" }])]);
    const { hostname, port } = new URL(url);
    const ask = (path: string, headers: Readonly<Record<string, string>>, method = "GET"): Promise<number> =>
      statusOf({ host: hostname, port, path, method, headers });
    for (const path of ["/__mcpcheck/requests", "/", "/api/tags", "/api/blobs/sha256:0"]) {
      for (const headers of [
        { host: "evil.example" },
        { host: `localhost.evil.example:${port}` },
        { origin: "https://evil.example" },
        { origin: "null" },
        { origin: "http://x.localhost" },
      ] as const)
        expect([path, headers, await ask(path, headers)]).toEqual([path, headers, 403]);
    }
    expect(await ask("/__mcpcheck/requests", { host: "evil.example" }, "DELETE")).toBe(403);
    expect(fake.requests()).toEqual([]);
    for (const headers of [{}, { host: "localhost" }, { host: `10.0.0.9:${port}` }, { origin: "http://localhost:3000" }] as const)
      expect([headers, await ask("/__mcpcheck/requests", headers)]).toEqual([headers, 200]);
  });

  it("goes by the names it was given besides", async () => {
    const names = ["model.internal"];
    const { url, close } = await serveFakeModel(createFakeModel({ scripts: [turnsOf([{ say: "x" }])], ...world }), { names });
    onTestFinished(close);
    const { hostname, port } = new URL(url);
    const ask = (host: string): Promise<number> => statusOf({ host: hostname, port, path: "/api/tags", headers: { host } });
    expect(await Promise.all([ask("model.internal:80"), ask("other.internal")])).toEqual([200, 403]);
  });

  it("answers nothing else under its own path, and does not keep that", async () => {
    const { url, fake } = await serve([turnsOf([{ say: "x" }])]);
    expect((await fetch(`${url}/__mcpcheck/other`)).status).toBe(404);
    expect((await fetch(`${url}/__mcpcheck/requests`, { method: "PUT" })).status).toBe(405);
    expect(fake.requests()).toEqual([]);
  });

  it("gives token ids on the OpenAI wire when asked, as vLLM does", async () => {
    const id = formatById("mistral-v3")?.tokens["[TOOL_CALLS]"];
    expect(id).toEqual(expect.any(Number));
    const { url } = await serve([turnsOf([{ raw: "[TOOL_CALLS][]", format: "mistral-v3" }])]);
    const ask = async (more: object) => {
      const request = { ...(JSON.parse(body) as object), ...more };
      const response = await fetch(`${url}/v1/chat/completions`, { method: "POST", body: JSON.stringify(request) });
      return ((await response.json()) as { readonly choices: readonly object[] }).choices[0];
    };
    expect(await ask({ return_token_ids: true })).toMatchObject({ token_ids: [id] });
    expect(await ask({})).not.toHaveProperty("token_ids");
  });
});

/** The status of a request whose headers are all its own, Host too. */
function statusOf(options: RequestOptions): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = sendRequest(options, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    sent.on("error", reject).end();
  });
}
