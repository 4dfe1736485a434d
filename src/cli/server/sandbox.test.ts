import { describe, expect, it } from "vitest";
import { requireSandbox, sandboxCommand } from "./sandbox.ts";

const there = (...paths: string[]): ((path: string) => boolean) => {
  const all = new Set(["/tmp", "/run", ...paths]);
  return (path) => all.has(path);
};
const base = { cwd: "/tmp/mcpcheck-1/work", writable: "/tmp/mcpcheck-1", home: "/home/me", exists: there() };

/** Whether words stand next to each other in a command. */
const has = (command: readonly string[], ...words: readonly string[]): boolean =>
  command.some((_word, index) => words.every((word, offset) => command[index + offset] === word));

describe("sandboxCommand", () => {
  it("cuts off network, processes and users, and makes the root read-only", () => {
    const command = sandboxCommand({ ...base, words: ["node", "server.js"] });
    expect(command[0]).toBe("bwrap");
    expect(command).toEqual(expect.arrayContaining(["--unshare-net", "--unshare-pid", "--unshare-user", "--unshare-ipc"]));
    expect(has(command, "--ro-bind", "/", "/")).toBe(true);
    expect(command.slice(command.indexOf("--"))).toEqual(["--", "node", "server.js"]);
  });

  it("lets it write to its scratch directories only, and runs it there", () => {
    const command = sandboxCommand({ ...base, words: ["server"] });
    expect(command.filter((word) => word === "--bind")).toHaveLength(1);
    expect(has(command, "--bind", "/tmp/mcpcheck-1", "/tmp/mcpcheck-1")).toBe(true);
    expect(has(command, "--chdir", "/tmp/mcpcheck-1/work")).toBe(true);
  });

  it("empties what holds other people's files and sockets, and the folders of keys there are", () => {
    const command = sandboxCommand({ ...base, words: ["server"], exists: there("/home/me/.ssh") });
    const emptied = command.flatMap((word, index) => (word === "--tmpfs" ? [command[index + 1]] : []));
    expect(emptied).toEqual(["/tmp", "/run", "/home/me/.ssh"]);
  });

  it("shows, read-only, the project of a command that lies in an emptied folder", () => {
    const file = "/tmp/project/build/index.js";
    const command = sandboxCommand({ ...base, words: ["node", file, "/etc/hosts"], exists: there(file, "/etc/hosts") });
    expect(has(command, "--ro-bind", "/tmp/project", "/tmp/project")).toBe(true);
    expect(command.filter((word) => word === "--ro-bind")).toHaveLength(2);
    const inside = sandboxCommand({ ...base, cwd: "/tmp/project", words: ["npx", "server"] });
    expect(has(inside, "--ro-bind", "/tmp/project", "/tmp/project")).toBe(true);
  });

  it("mounts what may be written to last, so that nothing hides it", () => {
    const command = sandboxCommand({ ...base, words: ["server"] });
    expect(command.indexOf("--bind")).toBeGreaterThan(command.lastIndexOf("--tmpfs"));
  });
});

describe("requireSandbox", () => {
  const answering = (outcome: object) =>
    (() => ({ stderr: "", status: 0, ...outcome })) as unknown as Parameters<typeof requireSandbox>[0];

  it("says plainly that bubblewrap is missing, or why it cannot", () => {
    const missing = answering({ error: Object.assign(new Error("spawn bwrap ENOENT"), { code: "ENOENT" }), status: null });
    expect(() => requireSandbox(missing)).toThrow(/takes bubblewrap \(bwrap\), which is not installed/);
    const forbidden = answering({ status: 1, stderr: "bwrap: No permissions to create new namespace\nmore" });
    expect(() => requireSandbox(forbidden)).toThrow(/cannot make one here: bwrap: No permissions to create new namespace;/);
    expect(() => requireSandbox(answering({}))).not.toThrow();
  });
});
