import { expect, test } from "vitest";
import { textOf, utf8 } from "../bytes.ts";
import { readBody } from "./asked.ts";
import { askedByFetch, createWebReply } from "./web-exchange.ts";

const never = new AbortController().signal;

test("a request is read as a server sees it", async () => {
  const request = new Request("https://example.com/tools/mcp?a=1", { method: "POST", headers: { "X-Test": "1" }, body: "käse" });
  const asked = askedByFetch(request, "/mcp");
  expect(asked).toMatchObject({ method: "POST", target: "/mcp?a=1", headers: { "x-test": "1" } });
  expect(textOf((await readBody(asked)) ?? new Uint8Array())).toBe("käse");
  expect(await readBody(askedByFetch(new Request("https://example.com/")))).toEqual(new Uint8Array());
  expect(await readBody(askedByFetch(new Request("https://example.com/", { method: "POST", body: "12345" })), 4)).toBeUndefined();
});

test("a reply is a response as soon as it has bytes, and tells when it is over", async () => {
  const { reply, response } = createWebReply(never);
  const closed = new Promise<boolean>((resolve) => reply.onClose(resolve));
  reply.head(201, { "x-test": "1" });
  expect(reply).toMatchObject({ headersSent: true, status: 201, ended: false });
  reply.write(utf8("one "));
  const got = await response;
  expect([got.status, got.headers.get("x-test")]).toEqual([201, "1"]);
  reply.end(utf8("two"));
  expect(await got.text()).toBe("one two");
  expect(await closed).toBe(true);
  expect(reply).toMatchObject({ ended: true, destroyed: false });
});

test("who writes waits for who reads", async () => {
  const { reply, response } = createWebReply(never);
  const taken: number[] = [];
  const large = new Uint8Array(40 * 1024);
  for (const write of [1, 2, 3]) reply.write(large, () => taken.push(write));
  expect(taken).toEqual([1]);
  const reader = (await response).body!.getReader();
  await reader.read();
  expect(taken).toEqual([1]);
  await reader.read();
  expect(taken).toEqual([1, 2, 3]);
});

test("what was written before a cut is read before it", async () => {
  const { reply, response } = createWebReply(never);
  reply.write(utf8("one"));
  reply.cut();
  expect(reply.destroyed).toBe(true);
  const reader = (await response).body!.getReader();
  expect(textOf((await reader.read()).value ?? new Uint8Array())).toBe("one");
  await expect(reader.read()).rejects.toThrow("the connection was cut");
});

test("what cannot be shown to a fetch is a network error: a cut before the head, a status or a header that is none", async () => {
  const replies = [
    createWebReply(never),
    createWebReply(never),
    createWebReply(never),
    createWebReply(AbortSignal.abort()),
  ] as const;
  const [cut, status, header, gone] = replies;
  cut.reply.cut();
  status.reply.head(999, {});
  status.reply.end();
  header.reply.head(200, { "no name": "1" });
  header.reply.end();
  gone.reply.end(utf8("nobody reads this"));
  for (const { response } of replies) expect((await response).type).toBe("error");
});

test("a reader who goes away is noticed", async () => {
  const { reply, response } = createWebReply(never);
  const closed = new Promise<boolean>((resolve) => reply.onClose(resolve));
  reply.head(200, {});
  reply.flush();
  await (await response).body?.cancel();
  expect(await closed).toBe(false);
  expect(reply.destroyed).toBe(true);
});

test("a status without a body has none", async () => {
  const { reply, response } = createWebReply(never);
  reply.head(204, {});
  reply.end();
  const got = await response;
  expect([got.status, got.body]).toEqual([204, null]);
});
