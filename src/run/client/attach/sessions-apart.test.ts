import { expect, test } from "vitest";
import type { AskedOverHttp } from "../mock/http-tap.ts";
import { sessionsApart } from "./sessions-apart.ts";

/** Requests of clients, placed one after the other. */
function placing(transport: "http" | "sse" = "http") {
  let connections = 0;
  const apart = sessionsApart(transport, () => ++connections);
  const request = (more: Partial<AskedOverHttp>): AskedOverHttp => ({ method: "POST", url: "/mcp", headers: {}, ...more });
  return {
    apart,
    asked: (body: string | null, more: Partial<AskedOverHttp> = {}) => {
      const one = request(more);
      return { one, connection: apart.ofRequest(one, body, 0) };
    },
  };
}

const initialize = '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}';
const list = (id: number): string => `{"jsonrpc":"2.0","id":${id},"method":"tools/list"}`;
const stateless = (id: number): string =>
  `{"jsonrpc":"2.0","id":${id},"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}`;

test("a session is a connection, whoever comes in between", () => {
  const { apart, asked } = placing();
  const [first, second] = [asked(initialize).connection, asked(initialize).connection];
  apart.gave("one", first);
  apart.gave("two", second);
  expect(first).not.toBe(second);
  expect(asked(list(2), { headers: { "mcp-session-id": "one" } }).connection).toBe(first);
  expect(asked(null, { method: "GET", headers: { "mcp-session-id": "two" } }).connection).toBe(second);
});

test("nobody is blamed for a request without the session it has: it may be somebody else's", () => {
  const { apart, asked } = placing();
  const first = asked(initialize).connection;
  apart.gave("one", first);
  expect(asked(list(2)).connection).not.toBe(first);
});

test("but for one on the TCP connection its session came on", () => {
  const { apart, asked } = placing();
  const socket = {};
  const first = asked(initialize, { socket }).connection;
  apart.gave("one", first);
  expect(asked(list(2), { socket }).connection).toBe(first);
});

test("where servers give no sessions, the only one of its name is meant", () => {
  const { asked } = placing();
  const headers = { "user-agent": "a/1" };
  const first = asked(initialize, { headers }).connection;
  expect(asked(list(2), { headers }).connection).toBe(first);
  const second = asked(initialize, { headers }).connection;
  expect([first, second]).not.toContain(asked(list(3), { headers }).connection);
});

test("where two of one name are there, nobody is blamed for what another socket may have brought", () => {
  const { asked } = placing();
  const headers = { "user-agent": "a/1" };
  const [first, second, third] = [{}, {}, {}] as const;
  const begun = [first, second].map((socket) => asked(initialize, { headers, socket }).connection);
  expect(asked(list(2), { headers, socket: second }).connection).toBe(begun[1]);
  const stray = asked('{"jsonrpc":"2.0","method":"notifications/initialized"}', { headers, socket: third }).connection;
  expect(begun).not.toContain(stray);
  expect(asked(list(3), { headers, socket: second }).connection).toBe(stray);
  expect(asked(list(3), { headers, socket: first }).connection).toBe(stray);
});

test("stateless requests are those of one client, until two of its name speak at once", () => {
  const { apart, asked } = placing();
  const first = asked(stateless(1));
  apart.answered?.(first.one);
  expect(asked(stateless(1)).connection).toBe(first.connection);
  expect(asked(stateless(2)).connection).toBe(first.connection);
  const other = asked(stateless(2)).connection;
  expect(other).not.toBe(first.connection);
  expect(asked(stateless(3)).connection).toBe(other);
});

test("a stateless probe of somebody else is not part of a session", () => {
  const { apart, asked } = placing();
  const first = asked(initialize).connection;
  apart.gave("one", first);
  expect(asked(stateless(1)).connection).not.toBe(first);
});

test("over HTTP+SSE the address that was given is the session", () => {
  const { apart, asked } = placing("sse");
  const [first, second] = [1, 2].map(() => asked(null, { method: "GET", url: "/sse" }).connection);
  apart.gave("/messages?session=a", first ?? 0);
  apart.gave("http://127.0.0.1:1/messages?session=b", second ?? 0);
  expect(asked(initialize, { url: "/messages?session=b" }).connection).toBe(second);
  expect(asked(initialize, { url: "/messages?session=a" }).connection).toBe(first);
  expect([first, second]).not.toContain(asked(initialize, { url: "/messages?session=c" }).connection);
});
