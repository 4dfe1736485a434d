import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { reporters } from "../../src/report/reporters.generated.ts";
import { type Report, runCli } from "../support/run-cli.ts";
import { hostileSpeaker } from "./hostile-speaker.ts";
import { head, jsonAnswer, rawServer } from "./http-server.ts";
import { leaksIn, writings } from "./leaks.ts";
import { type PeerScript, scriptedPeer } from "./scripted-peer.ts";

const folder = mkdtempSync(join(tmpdir(), "mcpcheck-secrets-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Variables of a server, and what nobody may read of each. */
const variables: Readonly<Record<string, readonly [value: string, secret: string]>> = {
  PLAIN: ["sk-live-9f8Ab2C3d4E5", "sk-live-9f8Ab2C3d4E5"],
  SIGNS: [`a+b/c"d\\e<f>&g'h=`, `a+b/c"d\\e<f>&g'h=`],
  LETTERS: ["pässwört-für-ünns", "pässwört-für-ünns"],
  NUMBER: ["9081726354", "9081726354"],
  WORDS: ["correct horse battery", "correct horse battery"],
  LONG: [`eyJ${"hbGciOiJIUzI1NiIsInR5cCI6".repeat(20)}`, `eyJ${"hbGciOiJIUzI1NiIsInR5cCI6".repeat(20)}`],
  LINES: ["-----BEGIN X-----\nMIIEvQIBADANBgkqhkiG9w0B\nAQEFAASCBKcwggSjAgEAAoIB\n", "AQEFAASCBKcwggSjAgEAAoIB"],
  CONFIG: ['{"apiKey":"k3y-in-j50n","debug":true}', "k3y-in-j50n"],
  DATABASE: ["postgres://svc:db-pa55word@db.example:5432/x", "db-pa55word"],
  SHORT_PASSWORD: ["zq7w", "zq7w"],
};
const secrets = Object.values(variables).map(([, secret]) => secret);
/** Of a short one only the word itself is looked for. */
const longSecrets = secrets.filter((secret) => secret.length >= 8);

/** Every secret in every way that a string in a program can hold. */
const spoken = (mark: string, values: readonly string[] = secrets): string =>
  [mark, ...values.flatMap((secret) => Object.values(writings).map((write) => write(secret)))].join(" ");

/** The same in the ways the text of a JSON string can be written, which must not be escaped once more. */
const escaped = longSecrets
  .flatMap((secret) =>
    ["as JSON", "as PHP writes JSON", "as .NET writes JSON", "in escapes throughout"].map((way) => writings[way]?.(secret)),
  )
  .join(" ");
const inText = (json: string): string => json.replaceAll("(escaped)", () => escaped);

type Outputs = {
  readonly exitCode: number;
  readonly texts: readonly (readonly [name: string, text: string])[];
  readonly report: Report;
};

/** Runs with every reporter, a trace and a baseline, and gives all that was written and said. */
async function told(base: string, argv: readonly string[], options: Parameters<typeof runCli>[1] = {}): Promise<Outputs> {
  const path = (name: string): string => join(folder, `${base}.${name}`);
  const names = Object.keys(reporters);
  const all = names.map((name) => `${name}=${path(name)}`);
  const { exitCode, stdout, stderr } = await runCli(
    ["run", "server", "--timeout", "2000", "--reporter", ["pretty", ...all].join(","), "--trace", path("trace"), ...argv],
    options,
  );
  const files = [...names, "trace"].map((name) => [name, readFileSync(path(name), "utf8")] as const);
  const report = JSON.parse(readFileSync(path("json"), "utf8")) as Report;
  return { exitCode, report, texts: [...files, ["stdout", stdout], ["stderr", stderr]] };
}

/** A tool, with what is said of it as the text of a JSON string. */
const oneTool = (description: string): string =>
  `{"tools":[{"name":"look","description":"${description}","inputSchema":{"type":"string"}}]}`;

/** What a server of today says of itself. */
const introduced = (name: string, version: string): string =>
  JSON.stringify({ protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo: { name, version } });

const verdicts = ({ findings }: Report): string[] =>
  findings.map(({ check, revision, verdict }) => `${check} ${revision} ${verdict}`);

function expectSilence({ texts }: Pick<Outputs, "texts">, values: readonly string[]): void {
  for (const [name, text] of texts) {
    expect([name, text === "" && name !== "stderr"]).toEqual([name, false]);
    expect([name, leaksIn(text, values)]).toEqual([name, []]);
  }
}

describe("one secret does not get out", () => {
  const key = "sk-a+b/c-0123456789";
  const address = "http://us3r:pa55word@127.0.0.1";
  const small = ["--spec", "2025-11-25", "--suite", "lifecycle,tools"];

  /** Runs on a server that has the key, and what it wrote. */
  async function peer(base: string, script: PeerScript): Promise<Outputs> {
    const { command } = scriptedPeer(join(folder, base), {
      ...script,
      results: { initialize: introduced("one", "1"), "tools/list": oneTool("fine"), ...script.results },
    });
    return await told(base, [...small, "--env", `T=${key}`, "--", ...command]);
  }

  test("as the name and the version of the server", async () => {
    const outputs = await peer("named", { results: { initialize: introduced(key, `v${key}`) } });
    expect(outputs.report.subject?.name).toBe("x".repeat(key.length));
    expectSilence(outputs, [key]);
  });

  test.each([
    "sk-a\\u002Bb\\/c-0123456789",
    writings["in escapes throughout"]?.(key) ?? "",
    writings["as JSON"]?.(JSON.stringify(key)) ?? "",
  ])("as a JSON library may write it: %s", async (written) => {
    const outputs = await peer("escaped", { results: { "tools/list": oneTool(written) } });
    expect(outputs.report.findings.some(({ verdict }) => verdict === "fail")).toBe(true);
    expectSilence(outputs, [key]);
  });

  test("in the bytes of a line that is not UTF-8", async () => {
    const line = Buffer.concat([Buffer.of(0xff), Buffer.from(`${key}\n`)]);
    const outputs = await peer("bytes", { bytes: [line.toString("base64")] });
    const kept = [...(outputs.texts.find(([name]) => name === "trace")?.[1] ?? "").matchAll(/"base64":"([^"]+)"/g)];
    expect(kept.length).toBeGreaterThan(0);
    for (const [, base64 = ""] of kept)
      expect(Buffer.from(base64, "base64").toString("latin1")).toBe(`ÿ${"x".repeat(key.length)}`);
    expectSilence(outputs, [key]);
  });

  test("by halves, in two goes", async () => {
    const outputs = await peer("halves", { stderr: [`key ${key.slice(0, 9)}`, `${key.slice(9)}\n`] });
    expect(outputs.texts.find(([name]) => name === "trace")?.[1]).toContain(`key ${"x".repeat(key.length)}`);
    expectSilence(outputs, [key.slice(0, 9), key.slice(9)]);
  });

  test("as the address of the server", async () => {
    const server = await rawServer(() => false);
    const opened = `${server.url.replace("http://127.0.0.1", address)}?token=tok3n-47&sig=S16s1g&code=${key}&q=Q9q9q9`;
    const outputs = await told("address", [...small, "--url", opened]);
    await server.close();
    expect(server.asked[0]?.path).toContain("token=tok3n-47&sig=S16s1g");
    expect(outputs.report.findings.length).toBeGreaterThan(0);
    expectSilence(outputs, ["us3r", "pa55word", "tok3n-47", "S16s1g", "Q9q9q9", key]);
  });
});

describe("secrets of a server over stdio are nowhere to be read,", () => {
  test("whatever it says, writes and names so", async () => {
    const words = hostileSpeaker("http://elsewhere.example", (mark) => `${spoken(mark)} (escaped)`);
    const json = (texts: Readonly<Record<string, string>> = {}): Record<string, string> =>
      Object.fromEntries(Object.entries(texts).map(([method, text]) => [method, inText(text)]));
    const [plain = "", , letters = ""] = secrets;
    const bytes = [
      Buffer.from(`${spoken("noise")}\n`),
      Buffer.concat([Buffer.of(0xff), Buffer.from(`${plain} ${letters}\n`)]),
      Buffer.from(`{"jsonrpc":"2.0","id":${JSON.stringify(plain)},"method":"ping"}\n`),
      ...[plain.slice(0, 7), `${plain.slice(7)}\n`].map((text) => Buffer.from(text)),
      Buffer.from(`{"jsonrpc":"2.0","id":${secrets[3]},"method":"${plain}","params":{${JSON.stringify(plain)}:1}}\n`),
    ];
    const { command } = scriptedPeer(join(folder, "stdio"), {
      ...words,
      results: json(words.results),
      errors: json(words.errors),
      stderr: `${spoken("stderr")}\n`,
      bytes: bytes.map((one) => one.toString("base64")),
    });
    const cwd = join(folder, `in-${plain}`);
    mkdirSync(cwd);
    const baseline = join(folder, `known-${plain}.json`);
    const outputs = await told("stdio", [
      "--spec",
      "2025-11-25",
      "--cwd",
      cwd,
      "--baseline",
      baseline,
      "--update-baseline",
      ...Object.entries(variables).flatMap(([name, [value]]) => ["--env", `${name}=${value}`]),
      "--",
      ...command,
      `--key=${plain}`,
      letters,
    ]);
    expect(outputs.report.error).toBeNull();
    expect(outputs.report.subject?.name).toContain("serverInfo.name xxxx");
    expectSilence({ ...outputs, texts: [...outputs.texts, ["baseline", readFileSync(baseline, "utf8")]] }, secrets);

    const again = await runCli(["judge", join(folder, "stdio.trace"), "--reporter", "json"]);
    expect(verdicts(JSON.parse(again.stdout) as Report)).toEqual(verdicts(outputs.report));
  });

  test("nor when it ends at once", async () => {
    const { command } = scriptedPeer(join(folder, "ended"), { stderr: spoken("stderr"), exit: 7 });
    const outputs = await told("ended", [
      ...Object.entries(variables).flatMap(([name, [value]]) => ["--env", `${name}=${value}`]),
      "--",
      ...command,
    ]);
    expect(outputs.exitCode).toBe(3);
    expectSilence(outputs, secrets);
  });

  test("nor when they are those of a host's configuration", async () => {
    const [plain = ""] = secrets;
    const { command } = scriptedPeer(
      join(folder, "configured"),
      hostileSpeaker("http://elsewhere.example", () => spoken("")),
    );
    const file = join(folder, "hosts.json");
    const env = Object.fromEntries(Object.entries(variables).map(([name, [value]]) => [name, value]));
    const servers = {
      one: { command: command[0], args: command.slice(1), env },
      [`two ${plain}`]: { command: "none-such", args: [plain] },
    };
    writeFileSync(file, JSON.stringify({ mcpServers: servers }));
    const names = Object.keys(reporters);
    const argv = names.map((name) => `${name}=${join(folder, `hosts.${name}`)}`).join(",");
    const { stdout, stderr } = await runCli(["run", "server", "--suite", "tools", "--config", file, "--reporter", argv]);
    const files = names.map((name) => [name, readFileSync(join(folder, `hosts.${name}`), "utf8")] as const);
    for (const [name, text] of [...files, ["stdout", stdout], ["stderr", stderr]] as const)
      expect([name, leaksIn(text, secrets)]).toEqual([name, []]);
  });
});

describe("secrets for a server over HTTP are nowhere to be read,", () => {
  const given = {
    user: "us3r-name",
    password: "pa55word/+x",
    token: "t0k3n-of-the-query",
    code: "Zk9",
    key: "NzM0MTdkZTktOWU4Zi0xMjM0",
    bearer: "b34r3r-of-header",
    other: "x-h34der-value",
    cookie: "c00kie-value",
    pair: "us3r-name:pa55word/+x",
  };
  const values = Object.values(given).filter((value) => value !== given.code);
  const address = (url: string): string =>
    `${url.replace("//", `//${given.user}:${encodeURIComponent(given.password)}@`)}/${given.key}?token=${given.token}&code=${given.code}#sig=${given.other}`;
  const options = [
    "--header",
    `Authorization: Bearer ${given.bearer}`,
    "--header",
    `X-Anything: ${given.other}`,
    "--header",
    `Cookie: a=${given.cookie}; b=1`,
  ];

  test("whatever it sends back, in headers, bodies and streams", async () => {
    const words = `${spoken("", values)} ?code=${given.code}`;
    const line = `${encodeURIComponent(words)} ${values.join(" ")}`;
    const server = await rawServer(({ method, message, headers, path }, socket) => {
      const reflected = {
        "X-Reflected": `${line} ${headers["authorization"]} ${path}`,
        [`X-${given.token}`]: "1",
        "Set-Cookie": given.cookie,
      };
      if (message.method === "initialize")
        socket.write(
          jsonAnswer(
            {
              id: message.id,
              result: {
                protocolVersion: "2025-11-25",
                capabilities: { tools: {} },
                serverInfo: { name: words, version: given.token },
              },
            },
            { ...reflected, "Mcp-Session-Id": given.token },
          ),
        );
      else if (message.method === "tools/list")
        socket.write(
          `${head("200 OK", { "Content-Type": "text/event-stream", Connection: "close", ...reflected })}: ${line}\nid: ${given.token}\nevent: ${given.bearer}\ndata: ${line}\n\nid: ${given.password}\ndata: {"jsonrpc":"2.0","id":${JSON.stringify(message.id)},"result":{"tools":[{"name":"${given.token}","description":${JSON.stringify(words)},"inputSchema":{"type":"string"}}]}}\n\n`,
          () => socket.end(),
        );
      else if (message.method === "ping")
        socket.write(`${head(`500 ${given.token}`, { "Content-Length": "3", ...reflected })}${"\xff".repeat(1)}ab`, "latin1");
      else if (method === "GET")
        socket.write(head("302 Found", { Location: `http://x.example/?t=${line}`, "Content-Length": "0" }));
      else return false;
      return true;
    });
    const outputs = await told("http", ["--url", address(server.url), ...options]);
    await server.close();
    expect(outputs.report.findings.length).toBeGreaterThan(0);
    expectSilence(outputs, values);
    for (const [name, text] of outputs.texts)
      expect([name, text.match(/.{0,40}code(?:=|%3D|\\u003d)Zk9.{0,40}/i)?.[0] ?? null]).toEqual([name, null]);
    const again = await runCli(["judge", join(folder, "http.trace"), "--reporter", "json"]);
    expect(verdicts(JSON.parse(again.stdout) as Report)).toEqual(verdicts(outputs.report));
  });

  test("nor when nobody answers", async () => {
    const outputs = await told("nobody", ["--url", address("http://127.0.0.1:1/mcp"), ...options]);
    expect(outputs.exitCode).toBe(3);
    expectSilence(outputs, values);
  });

  test.each(["htp:/", "ftp://", "http:///"])("nor when the address begins with %s", async (scheme) => {
    const { exitCode, stdout, stderr } = await runCli(["run", "server", "--url", `${scheme}u:${given.token}@?q=${given.token}`]);
    expect([exitCode, leaksIn(stdout + stderr, values)]).toEqual([2, []]);
  });

  test.each([
    ["--header", given.token],
    ["--env", `=${given.token}`],
  ])("nor when %s is not understood", async (option, text) => {
    const { exitCode, stdout, stderr } = await runCli(["run", "server", option, text, "--url", "http://127.0.0.1:1/"]);
    const other = await runCli(["run", "server", option, text, "--", "none-such"]);
    expect([
      exitCode === 2 || other.exitCode === 2,
      leaksIn(stdout + stderr + other.stdout + other.stderr, [given.token.slice(0, 8)]),
    ]).toEqual([true, []]);
  });
});

test("what is hidden changes no verdict", async () => {
  const values = {
    BASE_URL: "http://files.example:8080/v1",
    PREFIX: "acme-corp_",
    FORMAT: "date-time",
    ID: "20240817",
    REVISION: "2025-11-25",
    TYPE: "application/json",
    METHOD: "tools/list",
    MEMBER: "structuredContent",
    IMAGE_TEXT: "the-text-in-the-image",
    KEY: "k-0123456789",
    CONFIG: '{"type":"object","properties":{"at":{"type":"string"}}}',
    ROOT: folder,
    MODE: "true",
  };
  const json = (value: object): string => JSON.stringify(value);
  const { command } = scriptedPeer(join(folder, "same"), {
    results: {
      initialize: json({
        protocolVersion: "2025-11-25",
        capabilities: { tools: {}, resources: {} },
        serverInfo: { name: values.KEY, version: values.ID },
      }),
      "tools/list": json({
        tools: [
          {
            name: `${values.PREFIX}look`,
            inputSchema: { type: "object", properties: { at: { type: "string" } } },
            outputSchema: {
              type: "object",
              properties: {
                key: { type: "string", minLength: 12, enum: [values.KEY, "other"] },
                id: { type: "integer", const: 20240817 },
                when: { type: "string", format: "date-time" },
              },
              required: ["key", "id"],
            },
            annotations: { readOnlyHint: true },
          },
        ],
      }),
      "tools/call": json({
        content: [
          { type: "text", text: json({ key: values.KEY, id: 20240817 }) },
          { type: "image", data: Buffer.from(`GIF89a ${values.IMAGE_TEXT}!`).toString("base64"), mimeType: "image/gif" },
          { type: "resource_link", uri: `${values.BASE_URL}/a?k=${values.KEY}`, name: "a" },
        ],
        structuredContent: { key: values.KEY, id: 20240817 },
      }),
      "resources/list": json({
        resources: [
          { uri: `${values.BASE_URL}/a`, name: "a" },
          { uri: `file://${folder}/b`, name: "b" },
        ],
      }),
      "resources/templates/list": json({ resourceTemplates: [] }),
      "resources/read": json({ contents: [{ uri: `${values.BASE_URL}/a`, blob: Buffer.from(values.KEY).toString("base64") }] }),
    },
  });
  const all = ["--spec", "2025-11-25", "--suite", "tools,resources,lifecycle"];
  const open = await told("open", [...all, "--", ...command]);
  const named = Object.entries(values).flatMap(([name, value]) => ["--env", `${name}=${value}`]);
  const hidden = await told("hidden", [...all, ...named, "--", ...command]);
  expect(verdicts(hidden.report)).toEqual(verdicts(open.report));
  expect(open.report.summary.pass).toBeGreaterThan(20);
  const again = await runCli(["judge", join(folder, "hidden.trace"), "--reporter", "json"]);
  expect(verdicts(JSON.parse(again.stdout) as Report)).toEqual(verdicts(open.report));
  expectSilence(hidden, [values.KEY, values.IMAGE_TEXT]);
});
