import { expect, it } from "vitest";
import {
  challengeOf,
  challenges,
  demandsAuthorization,
  metadataAnswers,
  methodIn,
  namesMetadata,
  scopesDemanded,
  scopesOf,
  unauthorized,
} from "../../../src/trace/facts/authorization.ts";
import {
  errorCodeOf,
  httpRefusal,
  isLoopback,
  isSuccess,
  mediaType,
  posts,
  responded,
  resumedExchanges,
} from "../../../src/trace/facts/http-facts.ts";
import { httpExchanges } from "../../../src/trace/http-exchange.ts";
import {
  ask,
  body,
  done,
  failed,
  type Line,
  note,
  posted,
  smallTrace,
  status,
  step,
  streamed,
} from "../../support/traces/small-trace.ts";

const get = (exchange: number, headers = {}): Line => posted(exchange, null, headers, { method: "GET" });

const trace = smallTrace(
  "server",
  [
    posted(1, ask(1, "ping")),
    status(1, 200, { "Content-Type": "Application/JSON ; charset=utf-8" }),
    body(1, done(1)),
    posted(2, note("notifications/initialized")),
    get(3, { "Last-Event-ID": "7" }),
    status(3, 400),
    posted(4, ask(2, "tools/call")),
    status(4, 399, { "content-type": "application/json" }),
    body(4, failed(2, -32602)),
    posted(5, null),
    status(5, 299),
    streamed(5, note("notifications/message")),
    streamed(5, failed(3, -32601)),
  ],
  "http",
);

it("an exchange counts as answered when its status came, a POST when something was sent with it", () => {
  expect(responded(httpExchanges(trace)).map(({ exchange }) => exchange)).toEqual([1, 3, 4, 5]);
  expect(posts(trace).map(({ exchange, frame }) => [exchange, frame.kind])).toEqual([
    [1, "request"],
    [4, "request"],
  ]);
  expect(responded(httpExchanges(trace)).map(mediaType)).toEqual(["application/json", "", "application/json", ""]);
  expect([...resumedExchanges(trace)]).toEqual([3]);
});

it("an exchange brought the code of its error, and was refused from status 400 on", () => {
  expect(httpExchanges(trace).map((one) => errorCodeOf(trace, one))).toEqual([undefined, undefined, undefined, -32602, -32601]);
  expect(
    [1, 2, 3, 4, 6, undefined].map((exchange) => httpRefusal(trace, exchange === undefined ? {} : { exchange })?.seq),
  ).toEqual([undefined, undefined, 6, undefined, undefined, undefined]);
  const client = smallTrace("client", [posted(1, failed(1)), status(1, 200)]);
  expect(httpExchanges(client).map((one) => errorCodeOf(client, one))).toEqual([-32603]);
  const answering = smallTrace("client", [
    posted(1, ask(1, "ping")),
    status(1, 200, { "content-type": "application/json" }),
    body(1, failed(1)),
  ]);
  expect(httpExchanges(answering).map((one) => errorCodeOf(answering, one))).toEqual([undefined]);
});

it.each([
  [199, false],
  [200, true],
  [299, true],
  [300, false],
])("status %i is a success: %s", (code, expected) => {
  expect(isSuccess(code)).toBe(expected);
});

it.each([
  ["http://localhost:3000/mcp", true],
  ["HTTP://LOCALHOST", true],
  ["http://app.localhost/", true],
  ["http://127.0.0.1/mcp", true],
  ["http://127.5.5.5", true],
  ["https://[::1]:80/", true],
  ["http://user:pass@localhost/", true],
  ["http://[::2]/", false],
  ["http://128.0.0.1/", false],
  ["http://10.127.0.0.1/", false],
  ["http://localhost.example.com/", false],
  ["http://notlocalhost/", false],
  ["http://example.com/localhost", false],
  ["http://example.com/@localhost", false],
  ["see http://localhost/", false],
  ["localhost", false],
  ["http://127.0.0.1.evil.example/", false],
  ["http://127.1:80/", true],
  ["http://127.10.200.30/", true],
  ["http://localhost.:80/", true],
])("%s is on this machine: %s", (url, expected) => {
  expect(isLoopback(url)).toBe(expected);
});

const without = (...codes: readonly number[]): Line[] =>
  codes.flatMap((code, index) => [
    posted(index + 1, ask(index, "ping")),
    status(index + 1, code, code === 401 ? { "WWW-Authenticate": "Bearer" } : {}),
  ]);

it.each<[string, readonly Line[], boolean | undefined]>([
  ["nobody knows where nothing was sent without it", [step("request"), ...without(401)], undefined],
  [
    "nobody knows where what was sent without it was never answered",
    [step("request", { tag: "no-authorization" }), posted(1, ask(1, "ping"))],
    undefined,
  ],
  [
    "it does where a request without it was answered with 401",
    [step("request", { tag: "no-authorization" }), ...without(200, 401)],
    true,
  ],
  ["it does where no request without it is served", [step("request", { tag: "no-authorization" }), ...without(403, 500)], true],
  ["it does not where one is served", [step("request", { tag: "no-authorization" }), ...without(403, 200)], false],
])("whether a server demands authorization: %s", (_what, lines, expected) => {
  expect(demandsAuthorization(smallTrace("server", lines, "http"))).toBe(expected);
});

it("what was sent without authorization is told with what it was, and what the refusal says", () => {
  const lines = [
    step("post", { tag: "no-authorization" }),
    ...without(403, 401),
    posted(3, note("a")),
    status(3, 401),
    get(6),
    status(6, 403),
  ];
  const found = smallTrace("server", [
    ...lines,
    step("get", { tag: "protected-resource-metadata" }),
    get(4),
    status(4, 404),
    get(5),
  ]);
  expect(unauthorized(found).map(({ exchange }) => exchange)).toEqual([1, 2, 3, 6]);
  expect(unauthorized(found).map(methodIn)).toEqual(["ping", "ping", undefined, undefined]);
  expect(challenges(found).map((one) => [one.exchange, challengeOf(one)])).toEqual([
    [2, "Bearer"],
    [3, ""],
  ]);
  expect(metadataAnswers(found).map(({ exchange }) => exchange)).toEqual([4]);
});

it.each<[number, string | undefined, readonly string[] | undefined]>([
  [403, 'Bearer error="insufficient_scope", scope="files:read files:write"', ["files:read", "files:write"]],
  [403, "Bearer error=insufficient_scope, scope=files:read, realm=x", ["files:read"]],
  [403, 'bearer ERROR = "Insufficient_Scope" Scope = " a  b "', ["a", "b"]],
  [403, 'Bearer error="insufficient_scope"', undefined],
  [403, 'Bearer error="insufficient_scope", scope=""', undefined],
  [403, 'Bearer error="insufficient_scope", myscope="a"', undefined],
  [403, 'Bearer error="insufficient_scopes", scope="a"', undefined],
  [403, 'Bearer myerror="insufficient_scope", scope="a"', undefined],
  [403, 'Bearer error="invalid_token", scope="a"', undefined],
  [401, 'Bearer error="insufficient_scope", scope="a"', undefined],
  [403, undefined, undefined],
])("status %i with the challenge %s names the scopes %j", (code, challenge, expected) => {
  const headers: Record<string, string> = challenge === undefined ? {} : { "WWW-Authenticate": challenge };
  const [exchange] = responded(httpExchanges(smallTrace("server", [posted(1, ask(1, "ping")), status(1, code, headers)])));
  expect(exchange && scopesOf(exchange)).toEqual(expected);
});

it("the scopes that were demanded, first of the narrow token and then of those that had more, are told once each", () => {
  const refusal = (scope: string): Record<string, string> => ({
    "www-authenticate": `Bearer error="insufficient_scope", scope="${scope}"`,
  });
  const refused = (tag: string, exchange: number, scope: string): Line[] => [
    step("request", { tag }),
    posted(exchange, ask(exchange, "tools/call")),
    status(exchange, 403, refusal(scope)),
  ];
  const lines = [
    ...refused("stepped-up-again", 1, "d"),
    ...refused("stepped-up", 2, "a c"),
    ...refused("narrow-token", 3, "a b"),
    ...refused("other", 4, "z"),
  ];
  const plain = [step("request", { tag: "stepped-up" }), posted(5, ask(5, "ping")), status(5, 200)];
  expect(scopesDemanded(smallTrace("server", [...lines, ...plain]))).toEqual(["a", "b", "c", "d"]);
});

it.each([
  ['Bearer resource_metadata="https://a.example/.well-known"', true],
  ["Bearer resource_metadata=http://a.example/", true],
  ['bearer RESOURCE_METADATA = "HTTPS://a.example"', true],
  ['Bearer resource_metadata="/.well-known"', false],
  ['Bearer realm="https://a.example"', false],
])("the challenge %s names metadata: %s", (challenge, expected) => {
  expect(namesMetadata(challenge)).toBe(expected);
});
