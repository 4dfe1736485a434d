import { expect, it } from "vitest";
import { main } from "../../src/cli/main.ts";
import { root, runCli } from "../support/run-cli.ts";

it("says where it listens in one line, gives out its metadata, and ends with 0 when signalled", async () => {
  const controller = new AbortController();
  const lines: string[] = [];
  let used: Promise<void> | undefined;
  const use = async (line: string): Promise<void> => {
    const { listening, issuer, jwks } = JSON.parse(line) as Readonly<Record<string, string>>;
    const metadata: unknown = await (await fetch(`${listening}/.well-known/oauth-authorization-server`)).json();
    expect(metadata).toMatchObject({ issuer, jwks_uri: jwks, code_challenge_methods_supported: ["S256"] });
  };
  const exitCode = await main(["serve", "auth", "plain"], {
    stdout(text) {
      lines.push(text);
      used = use(text).finally(() => controller.abort("SIGTERM"));
    },
    stderr: (text) => lines.push(`stderr: ${text}`),
    env: {},
    cwd: root,
    isTerminal: false,
    interrupted: controller.signal,
    stdin: async function* () {},
  });
  await used;
  expect([exitCode, lines.length]).toEqual([0, 1]);
});

it("says what there is when it does not know a name, and where a file is wrong", async () => {
  expect(await runCli(["serve", "auth", "plian"])).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining("did you mean plain?"),
  });
  expect(await runCli(["serve", "auth", "mocks/mock.schema.json"])).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining("mock.schema.json#"),
  });
});
