import { once } from "node:events";
import { Agent } from "node:http";
import { Duplex } from "node:stream";
import { describe, expect, it } from "vitest";
import { withFraming, withoutCredentials, type WireRequest, writeRequest } from "./http-write.ts";

const get: WireRequest = { method: "GET", url: new URL("http://a:1/mcp"), headers: [], body: null };
const post: WireRequest = { ...get, method: "POST", body: "ü" };
const host = ["Host", "a:1"];
const alive = ["Connection", "keep-alive"];
const basic = (pair: string): string[] => ["Authorization", `Basic ${Buffer.from(pair).toString("base64")}`];
const empty = ["Content-Length", "0"];

describe("the headers of a request", () => {
  it.each<[string, WireRequest, readonly (readonly string[])[]]>([
    ["say where it goes and that the connection is used again", get, [host, alive]],
    ["say how many bytes its body has", post, [host, ["Content-Length", "2"], alive]],
    ["say of an empty body that it is empty", { ...post, body: "" }, [host, empty, alive]],
    ["say that a POST without a body has none", { ...get, method: "POST" }, [host, empty, alive]],
    ["say that a PUT without a body has none", { ...get, method: "PUT" }, [host, empty, alive]],
    ["say that a PATCH without a body has none", { ...get, method: "PATCH" }, [host, empty, alive]],
    ["say nothing of the body of a method that hardly ever has one", { ...get, method: "DELETE" }, [host, alive]],
    ["say nothing of the body of a method whose name only begins like one", { ...get, method: "PUTS" }, [host, alive]],
    ["say nothing of the body of a method whose name only ends like one", { ...get, method: "REPOST" }, [host, alive]],
    [
      "hold the user and the password of the URL",
      { ...get, url: new URL("http://us%40er:p%3Aw@a:1/") },
      [host, basic("us@er:p:w"), alive],
    ],
    ["hold a user without a password", { ...get, url: new URL("http://user@a:1/") }, [host, basic("user:"), alive]],
    ["hold a password without a user", { ...get, url: new URL("http://:pw@a:1/") }, [host, basic(":pw"), alive]],
    [
      "are those that were given, whatever their case, and come first",
      {
        ...post,
        headers: [
          ["hOST", "b"],
          ["x", "1"],
          ["CONTENT-LENGTH", "9"],
          ["connection", "close"],
        ],
      },
      [
        ["hOST", "b"],
        ["x", "1"],
        ["CONTENT-LENGTH", "9"],
        ["connection", "close"],
      ],
    ],
    [
      "are not those that are to be left out",
      { ...post, omit: new Set(["host", "content-length", "connection"]), headers: [["x", "1"]] },
      [["x", "1"]],
    ],
    [
      "lack only what is to be left out",
      { ...post, url: new URL("http://user@a:1/"), omit: new Set(["authorization"]) },
      [host, ["Content-Length", "2"], alive],
    ],
  ])("%s", (_title, request, headers) => {
    expect(withFraming(request)).toEqual(headers);
  });
});

it.each([
  ["http://user:pw@a:1/mcp?x=1", "http://a:1/mcp?x=1"],
  ["http://user@a:1/", "http://a:1/"],
  ["https://a/mcp", "https://a/mcp"],
])("the URL %s is recorded as %s", (url, bare) => {
  const given = new URL(url);
  expect([withoutCredentials(given), given.href]).toEqual([bare, url]);
});

describe("a request that is written", () => {
  /** What goes over the connection, which is none of the network. */
  const written = async (wanted: WireRequest): Promise<readonly string[]> => {
    let bytes = "";
    const connection = new Duplex({
      read: () => undefined,
      write(chunk: Buffer, _encoding, done) {
        bytes += chunk.toString();
        done();
      },
    });
    const agent = new Agent({ keepAlive: true });
    agent.createConnection = () => connection;
    const request = writeRequest(wanted, withFraming(wanted), agent);
    await once(request, "finish");
    request.on("error", () => undefined).destroy();
    return bytes.split("\r\n");
  };

  it("has its method, its path, a line for each value of its headers, and its body", async () => {
    const headers = [
      ["X-A", "1"],
      ["B", "2"],
      ["X-A", "3"],
    ] as const;
    expect(await written({ ...post, url: new URL("http://a:1/mcp?x=1"), headers })).toEqual([
      "POST /mcp?x=1 HTTP/1.1",
      "X-A: 1",
      "X-A: 3",
      "B: 2",
      "Host: a:1",
      "Content-Length: 2",
      "Connection: keep-alive",
      "",
      "ü",
    ]);
  });

  it("ends with its headers where it has no body", async () => {
    expect(await written(get)).toEqual(["GET /mcp HTTP/1.1", "Host: a:1", "Connection: keep-alive", "", ""]);
  });

  it("has no header of its own in place of one that is to be left out", async () => {
    const omit = new Set(["host", "content-length", "connection"]);
    expect(await written({ ...get, method: "DELETE", omit })).toEqual(["DELETE /mcp HTTP/1.1", "", ""]);
  });

  it.each([
    ["a header", { headers: [["x", "a\nb"]] as const }],
    ["a method", { method: "GE T" }],
  ])("is refused where %s holds what HTTP cannot carry", async (_title, changes) => {
    await expect(written({ ...get, ...changes })).rejects.toThrow(TypeError);
  });
});
