import { describe, expect, it } from "vitest";
import { fakeFiles } from "../../../../test/support/fake-files.ts";
import { neededPaths } from "./needed-paths.ts";

const home = "/home/me";
const files = fakeFiles({
  "/usr/bin/node": "",
  "/usr/bin/env": "",
  "/home/me/.ssh/id_ed25519": "",
  "/home/me/.netrc": "",
  "/home/me/.cargo/bin/uv": "",
  "/home/me/.cargo/credentials.toml": "",
  "/home/me/.npm/_npx/1/package.json": "",
  "/home/me/.pyenv/libexec/pyenv": "",
  "/home/me/.local/bin/tool": { to: "../share/tools/tool/bin/tool" },
  "/home/me/.local/share/tools/tool/bin/tool": "#!/home/me/.local/share/tools/tool/bin/python\n",
  "/home/me/.local/share/tools/tool/bin/python": { to: "/opt/python/bin/python3" },
  "/home/me/.local/share/keyrings/login.keyring": "",
  "/opt/python/bin/python3": "",
  "/opt/python/lib/os.py": "",
  "/opt/python/secret": "",
  "/opt/go/bin/server": "",
  "/home/me/work/project/package.json": "",
  "/home/me/work/project/packages/a/package.json": "",
  "/home/me/work/project/packages/a/index.js": "",
  "/home/me/work/project/evil": { to: "/home/me/.ssh" },
  "/home/me/work/notes.txt": "",
  "/home/me/work/scripts/a.py": "",
  "/home/me/loose.py": "",
  "/home/me/data/x.db": "",
  "/tmp/mine/server.mjs": "",
  "/scratch/work": {},
});

/** What a command needs beyond what the usual tools keep. */
function needs(words: readonly string[], changes: Partial<Parameters<typeof neededPaths>[0]> = {}): string[] {
  const base = { cwd: "/scratch/work", env: { PATH: "/usr/bin" }, given: {}, home, read: [], files };
  const kept = [
    "/usr/bin",
    "/home/me/.pyenv",
    "/home/me/.cargo/bin",
    "/home/me/.npm/_npx",
    "/home/me/.local/bin",
    "/scratch/work",
  ];
  return neededPaths({ ...base, words, ...changes }).filter((path) => !kept.includes(path));
}

describe("neededPaths", () => {
  it("shows the whole project of a program, from its outermost folder on", () => {
    expect(needs(["node", "/home/me/work/project/packages/a/index.js"])).toEqual(["/home/me/work/project"]);
    expect(needs(["node", "index.js"], { cwd: "/home/me/work/project/packages" })).toEqual(["/home/me/work/project"]);
  });

  it("shows the folder of a program without a project, and no more than the file where that is common ground", () => {
    expect(needs(["python3", "/home/me/work/scripts/a.py"])).toEqual(["/home/me/work/scripts"]);
    expect(needs(["python3", "/home/me/loose.py"])).toEqual(["/home/me/loose.py"]);
    expect(needs(["node", "/tmp/mine/server.mjs"])).toEqual(["/tmp/mine"]);
  });

  it("shows other files alone, folders as they are, and what variables and longer words name", () => {
    expect(needs(["node", "--db=/home/me/data/x.db"])).toEqual(["/home/me/data/x.db"]);
    expect(needs(["node", "/home/me/data"])).toEqual(["/home/me/data"]);
    expect(needs(["node"], { given: { NOTES: "/home/me/work/notes.txt" } })).toEqual(["/home/me/work/notes.txt"]);
    expect(needs(["sh", "-c", "cd '/home/me/work/project' && node ."])).toEqual(["/home/me/work/project"]);
  });

  it("never shows the home directory, a folder of the system or a hidden folder for what is in it", () => {
    expect(needs(["node", "/home/me", "/", "/tmp", "/etc", "/home", "/home/me/.ssh", "/home/me/.netrc"])).toEqual([]);
    expect(needs(["node"], { cwd: home })).toEqual([]);
    expect(needs(["node"], { env: { PATH: "/home/me:/usr/bin:relative" } })).toEqual([]);
  });

  it("opens nothing more for a link within what is shown, wherever it leads", () => {
    const words = ["node", "/home/me/work/project/packages/a/index.js", "/home/me/work/project/evil/id_ed25519"];
    expect(needs(words)).toEqual(["/home/me/work/project"]);
  });

  it("shows what a program was installed as, and of what links and first lines lead to only programs and libraries", () => {
    expect(needs(["/opt/go/bin/server"])).toEqual(["/opt/go"]);
    const path = { PATH: "/home/me/.local/bin" };
    expect(needs(["tool"], { env: path })).toEqual(["/home/me/.local/share/tools/tool/bin"]);
  });

  it("shows of what tools keep in the home directory what runs, and none of their keys", () => {
    const all = neededPaths({ words: ["uv"], cwd: "/scratch/work", env: { PATH: "/usr/bin" }, given: {}, home, read: [], files });
    expect(all).toEqual(expect.arrayContaining(["/home/me/.cargo/bin", "/home/me/.npm/_npx", "/home/me/.pyenv"]));
    const astray = { PATH: "/usr/bin", PYENV_ROOT: home, CARGO_HOME: "/" };
    expect(needs(["uv"], { env: astray }).filter((one) => [home, "/"].includes(one))).toEqual([]);
    expect(all.filter((one) => ["/home/me/.cargo", "/home/me/.local", "/home/me/.npm"].includes(one))).toEqual([]);
  });

  it("shows whatever the user says, home directories too", () => {
    expect(needs(["node"], { read: [home, "/etc"] })).toEqual([home, "/etc"]);
  });
});
