// A server whose messages cost more than they say: correct in 2025-11-25 and 2026-07-28 but for one thing, which its first argument
// names, so much of it as the second says. Over stdio, or with `http` (or `sse`: answers as event streams) as its third over
// HTTP on a free port of loopback, whose URL it prints.
import { createServer } from "node:http";

const [, , name = "", amount = "", over = "stdio"] = process.argv;
const size = Number(amount);

const many = (count, piece) => Array.from({ length: count }, (_unused, index) => piece(index)).join(",");
const nested = (levels) => "[".repeat(levels) + "]".repeat(levels);
const text = (length, letter = "x") => JSON.stringify(letter.repeat(length));

const tool = (schema, called = "look", told = '"Looks."') =>
  `{"name":"${called}","description":${told},"annotations":{"readOnlyHint":true},"inputSchema":${schema}}`;
const toolWithOutput = (schema) => tool(plain).replace(/}$/, `,"outputSchema":${schema}}`);
const plain = '{"type":"object","properties":{"at":{"type":"string"}},"required":["at"]}';
const slow = `{"type":"object","properties":{"at":{"type":"string","pattern":"^(a+)+$"}},"default":{"at":"${"a".repeat(60)}!"}}`;
const tools = (list, more = "") => `"tools":[${list}]${more}`;
const seen = '"content":[{"type":"text","text":"seen"}]';

/** Definitions that refer to each other, each by thirty ways. */
const web = (salt) =>
  `{"type":"object","properties":{"at":{"$ref":"#/$defs/d0"}},"$defs":{${many(
    size,
    (index) =>
      `"d${index}":{"anyOf":[${many(30, (way) => `{"$ref":"#/$defs/d${(index * 7 + way * way + salt) % size}"}`)},{"type":"string"}]}`,
  )}}}`;

/** What a server says otherwise: the members of the result of tools/list and of tools/call, the error of everything else, a request before each answer. */
const deviations = {
  none: {},
  "a list of empty lists": { list: () => tools(tool(plain), `,"x":[${"[],".repeat(size)}0]`) },
  "a list of empty objects": { list: () => tools(tool(plain), `,"x":[${"{},".repeat(size)}0]`) },
  "a list of objects of different members": {
    list: () => tools(tool(plain), `,"x":[${many(size, (index) => `{"k${index}":0}`)}]`),
  },
  "structured content of empty lists": { call: () => `${seen},"structuredContent":{"x":[${"[],".repeat(size)}0]}` },
  "an object of many members": { list: () => tools(tool(plain), `,"x":{${many(size, (index) => `"k${index}":0`)}}`) },
  "structured content of many members": { call: () => `${seen},"structuredContent":{${many(size, (index) => `"k${index}":0`)}}` },
  "an enum nested 500 deep": {
    list: () =>
      tools(
        tool(
          `{"type":"object","properties":{"at":{"enum":[${many(size, (index) => `[${nested(500)},${index}]`)}]}},"required":["at"]}`,
        ),
      ),
  },
  "a web of references": { list: () => tools(many(30, (index) => tool(web(index), `web${index}`))) },
  "structured content that fails everywhere": {
    list: () => tools(toolWithOutput('{"type":"object","properties":{"x":{"items":{"type":"string","minLength":3}}}}')),
    call: () => `${seen},"structuredContent":{"x":[${"0,".repeat(size)}0]}`,
  },
  "structured content that fails in many ways": {
    list: () =>
      tools(
        toolWithOutput(
          `{"type":"object","properties":{"x":{"items":{"anyOf":[${many(50, (way) => `{"type":"string","minLength":${way}}`)}]}}}}`,
        ),
      ),
    call: () => `${seen},"structuredContent":{"x":[${"0,".repeat(size)}0]}`,
  },
  "a web of references for results": {
    list: () => tools(toolWithOutput(web(1).replace('{"$ref":"#/$defs/d0"}', '{"items":{"$ref":"#/$defs/d0"}}'))),
    call: () => `${seen},"structuredContent":{"at":[${many(1000, (index) => `[${index}]`)}]}`,
  },
  "patterns that try every way to fit": {
    list: () => tools(many(size, (index) => tool(slow, `slow${index}`).replace(/}$/, `,"outputSchema":${slow}}`))),
    call: () => `${seen},"structuredContent":{"at":"${"a".repeat(60)}!"}`,
  },
  "errors of much text": { error: () => `{"code":-32601,"message":${text(size)},"data":${text(size, "y")}}` },
  "text of control characters": { call: () => `"content":[{"type":"text","text":"${"\\u0001".repeat(size)}"}]` },
  "text that is not Latin": { call: () => `"content":[{"type":"text","text":"\u{1F600}${"x".repeat(size)}"}]` },
  "pages without end": {
    list: (cursor) =>
      `${tools(many(size, (index) => tool(plain, `t${cursor}_${index}`, text(2000))))},"nextCursor":"${cursor + 1}"`,
  },
  "requests with long ids": { ask: () => `{"jsonrpc":"2.0","id":${text(size, "i")},"method":"ping"}` },
  "every answer as large as may be": { any: (turn) => `,"x":[${turn},${"[],".repeat(size)}0]` },
  "a long name": { who: () => text(size) },
};

const deviation = deviations[name];
if (deviation === undefined)
  throw new Error(`no deviation ${JSON.stringify(name)}; there are ${Object.keys(deviations).join(", ")}`);

const who = `{"name":${deviation.who?.() ?? '"heavy"'},"version":"1.0.0"}`;
const announced = '"capabilities":{"tools":{}}';
const kept = new Map();
const once = (key, make) => kept.get(key) ?? (kept.set(key, make()), kept.get(key));
let turn = 0;

/** The members of the result of a request, or undefined where there is no such method. */
function result(method, params) {
  if (method === "initialize") return `"protocolVersion":"2025-11-25",${announced},"serverInfo":${who}`;
  if (method === "server/discover") return `"supportedVersions":["2026-07-28"],${announced},"ttlMs":0,"cacheScope":"public"`;
  if (method === "ping" && params?.["_meta"]?.["io.modelcontextprotocol/protocolVersion"] === undefined) return "";
  if (method === "tools/list") {
    const listed =
      deviation.list === undefined
        ? tools(tool(plain))
        : once(params?.cursor ?? "0", () => deviation.list(Number(params?.cursor ?? 0)));
    return `${listed},"ttlMs":0,"cacheScope":"public"`;
  }
  if (method === "tools/call" && (params?.name === "look" || /^(t|web|slow)\d/.test(params?.name ?? "")))
    return deviation.call === undefined ? seen : once("call", deviation.call);
  return undefined;
}

/** The messages a message is answered with. */
function answers({ id, method, params }) {
  if (id === undefined || method === undefined) return [];
  const stateless = params?.["_meta"]?.["io.modelcontextprotocol/protocolVersion"] !== undefined;
  const head = `{"jsonrpc":"2.0","id":${JSON.stringify(id)}`;
  const said = result(method, params);
  const asked = deviation.ask !== undefined && !stateless && method !== "initialize" ? [once("ask", deviation.ask)] : [];
  if (said === undefined || (deviation.error !== undefined && method !== "initialize" && method !== "server/discover")) {
    const code = method === "tools/call" ? -32602 : -32601;
    return [
      ...asked,
      `${head},"error":${deviation.error === undefined ? `{"code":${code},"message":"Unknown"}` : once("error", deviation.error)}}`,
    ];
  }
  const type = stateless
    ? `"resultType":"complete","_meta":{"io.modelcontextprotocol/serverInfo":${who}}${said === "" ? "" : ","}`
    : "";
  const filler = said === "" && type === "" ? "" : (deviation.any?.((turn += 1)) ?? "");
  return [...asked, `${head},"result":{${type}${said}${filler}}}`];
}

function serveHttp() {
  const server = createServer(async (request, response) => {
    const parts = [];
    for await (const part of request) parts.push(part);
    if (request.method !== "POST") return void response.writeHead(405).end();
    let said = [];
    try {
      said = answers(JSON.parse(Buffer.concat(parts).toString()));
    } catch {
      return void response.writeHead(400).end();
    }
    if (said.length === 0) return void response.writeHead(202).end();
    const last = said.at(-1);
    if (over === "sse") {
      response.writeHead(200, { "Content-Type": "text/event-stream" });
      for (const message of said) response.write(`data: ${message}\n\n`);
      return void response.end();
    }
    response.writeHead(last.startsWith('"error"', last.indexOf(",") + 1) ? 400 : 200, { "Content-Type": "application/json" });
    response.end(last);
  });
  server.listen(0, "127.0.0.1", () => process.stdout.write(`http://127.0.0.1:${server.address().port}/mcp\n`));
}

if (over === "stdio") {
  let rest = "";
  process.stdin.setEncoding("utf8");
  process.stdin.on("data", (chunk) => {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      if (line.trim() === "") continue;
      try {
        for (const message of answers(JSON.parse(line))) process.stdout.write(`${message}\n`);
      } catch {
        process.stdout.write('{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}\n');
      }
    }
  });
  process.stdin.on("end", () => process.exit(0));
  process.stdout.on("error", () => process.exit(1));
} else serveHttp();
