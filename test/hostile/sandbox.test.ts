import { execFile, spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "../support/run-cli.ts";
import { skipped, whyNoSandbox } from "../support/why-no-sandbox.ts";

const reason = whyNoSandbox();

/** What the usual tools keep in a home directory: keys, tokens and histories. */
const kept = [
  ".netrc .npmrc .git-credentials .pypirc .vault-token .claude.json .bash_history .zsh_history .python_history .psql_history",
  ".ssh/id_ed25519 .gnupg/private-keys-v1.d/a.key .aws/credentials .azure/token .kube/config .docker/config.json",
  ".cargo/credentials.toml .codex/auth.json .ollama/id_ed25519 .config/gh/hosts.yml .config/gcloud/credentials.db .config/uv/uv.toml",
  ".local/share/keyrings/login.keyring .mozilla/firefox/logins.json .gem/credentials .m2/settings.xml .terraform.d/credentials.tfrc.json",
  ".config/pip/pip.conf .password-store/a.gpg .bunfig.toml .yarnrc.yml documents/letter.txt other-project/.env",
]
  .join(" ")
  .split(" ");

const folder = mkdtempSync(join(tmpdir(), "mcpcheck-sandbox-"));
chmodSync(folder, 0o755);
const at = (...path: string[]): string => join(folder, ...path);
const home = at("home");
const project = at("home/work/project");
const secret = "the-secret-of-whoever-runs-mcpcheck";
const servers: Server[] = [];

beforeAll(async () => {
  for (const path of [...kept.map((name) => join(home, name)), join(project, "package.json"), at("elsewhere/file")]) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, "{}");
  }
  cpSync(join(root, "test/hostile/peers/confined.mjs"), join(project, "confined.mjs"));
  for (const where of [
    { port: 0, host: "127.0.0.1" },
    { path: join(project, "s.sock") },
    { path: join(home, "s.sock") },
    { path: "\0mcpcheck-test" },
  ]) {
    const server = createServer((socket) => socket.on("error", () => {}).end());
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(where, resolve));
  }
});
afterAll(() => {
  for (const server of servers) server.close();
  rmSync(folder, { recursive: true });
});

type Told = { readonly exitCode: number; readonly can: Readonly<Record<string, unknown>>; readonly output: string };

/** Judges the program that tries to get out, as the given user, by the command line as it is installed. */
async function tries(uid: number | undefined): Promise<Told> {
  const address = servers[0]?.address();
  const targets = {
    elsewhere: at("elsewhere"),
    hidden: kept.map((path) => join(home, path)),
    files: [join(project, "package.json")],
    port: typeof address === "object" ? address?.port : undefined,
    sockets: {
      "a socket in its project": join(project, "s.sock"),
      "a socket in the home directory": join(home, "s.sock"),
      "an abstract socket": "\0mcpcheck-test",
    },
    secret,
  };
  writeFileSync(join(project, "targets.json"), JSON.stringify(targets));
  const trace = join(mkdtempSync(at("trace-")), "trace.ndjson");
  if (uid !== undefined) chownSync(dirname(trace), uid, uid);
  const argv = ["bin/mcpcheck.js", "run", "server", "--sandbox", "--trace", trace, "--", process.execPath];
  const { exitCode, output } = await new Promise<{ exitCode: number; output: string }>((resolve) => {
    execFile(
      process.execPath,
      [...argv, join(project, "confined.mjs")],
      {
        cwd: root,
        env: { PATH: process.env["PATH"], HOME: home, A_SECRET: secret },
        ...(uid === undefined ? {} : { uid, gid: uid }),
      },
      (error, stdout, stderr) => resolve({ exitCode: Number(error?.code ?? 0), output: stdout + stderr }),
    );
  });
  const told = /CAN=(\{.*?\})\\n/.exec(existsSync(trace) ? readFileSync(trace, "utf8") : "")?.[1] ?? '"{}"';
  return { exitCode, output, can: JSON.parse(JSON.parse(`"${told}"`) as string) as Told["can"] };
}

const harmless = {
  "see hidden files": [],
  "see files named": 1,
  "write to its home": true,
  "write where it is": true,
};

const nobody = 65534;

/** Why mcpcheck cannot be run as another user: only root can, and where the other one may read it. */
function whyNobodyCannot(): string | undefined {
  if (process.getuid?.() !== 0) return "only root can run it as somebody else";
  const { status } = spawnSync(process.execPath, ["--check", join(root, "bin/mcpcheck.js")], { uid: nobody, gid: nobody });
  return status === 0 ? undefined : "nobody else can read this project";
}

const users = [
  { user: "whoever runs the tests", uid: undefined, without: reason },
  { user: "nobody", uid: nobody, without: reason ?? whyNobodyCannot() },
];

for (const { user, uid, without } of users)
  test.skipIf(without !== undefined)(`a server in a sandbox gets at nothing of ${user}${skipped(without)}`, async () => {
    const before = readdirSync("/");
    const { exitCode, can, output } = await tries(uid);
    expect([exitCode, output]).toEqual([3, expect.stringContaining("exited with code 7")]);
    expect(Object.keys(can).length).toBeGreaterThan(30);
    expect(can).toMatchObject(harmless);
    expect(Object.entries(can).filter(([tried, went]) => went !== false && !(tried in harmless))).toEqual([]);
    expect(readdirSync("/")).toEqual(before);
  });
