import { describe, expect, it } from "vitest";
import { fakeFiles } from "../../../../test/support/fake-files.ts";
import { type Sandboxed, sandboxCommand } from "./sandbox-command.ts";

const files = fakeFiles({
  "/usr/bin/node": "",
  "/usr/local/etc/npmrc": "",
  "/bin": { to: "usr/bin" },
  "/etc/passwd": "",
  "/etc/shadow": "",
  "/etc/ssl/certs/a.pem": "",
  "/etc/ssl/private/key.pem": "",
  "/proc/1/status": "",
  "/proc/cpuinfo": "",
  "/proc/kcore": "",
  "/proc/acpi/wakeup": "",
  "/home/me/project/package.json": "",
  "/home/me/project/server.js": "",
  "/home/me/project/s.sock": { socket: true },
  "/tmp/mcpcheck-1/work": {},
});

function command(changes: Partial<Sandboxed> = {}): string {
  return ` ${sandboxCommand({
    words: ["node", "/home/me/project/server.js"],
    cwd: "/tmp/mcpcheck-1/work",
    env: { PATH: "/usr/bin" },
    given: {},
    home: "/home/me",
    read: [],
    files,
    writable: "/tmp/mcpcheck-1",
    sockets: ["/home/me/project/s.sock", "/run/other.sock"],
    filter: 3,
    ...changes,
  }).join(" ")} `;
}

describe("sandboxCommand", () => {
  it("cuts off network, processes and users, leaves no capability and allows no further name space", () => {
    for (const words of [
      "--unshare-net",
      "--unshare-pid",
      "--unshare-user",
      "--unshare-ipc",
      "--disable-userns",
      "--cap-drop ALL",
      "--seccomp 3",
    ])
      expect(command()).toContain(` ${words} `);
    expect(command()).toMatch(/^ bwrap .* -- node \/home\/me\/project\/server\.js $/);
    expect(command({ filter: undefined })).not.toContain("--seccomp");
  });

  it("shows the system's programs, what of /etc programs read, and the project, all to read only", () => {
    const binds = [...command().matchAll(/ --ro-bind (\S+) (\S+)/g)]
      .filter(([, from]) => from !== "/dev/null")
      .map(([, , to]) => to);
    expect(binds).toEqual(["/proc/sys", "/etc/passwd", "/etc/ssl/certs", "/home/me/project", "/usr"]);
    expect(command()).toContain(" --symlink usr/bin /bin ");
    expect(command()).toContain(" --tmpfs /usr/local/etc --remount-ro /usr/local/etc ");
  });

  it("hides what of /proc is neither a process nor of use, and the sockets in what it shows", () => {
    expect(command()).toContain(" --tmpfs /proc/acpi --remount-ro /proc/acpi ");
    const covered = [...command().matchAll(/ --ro-bind \/dev\/null (\S+)/g)].map(([, path]) => path);
    expect(covered).toEqual(["/proc/kcore", "/home/me/project/s.sock"]);
  });

  it("lets it write to its scratch directories and to folders in memory that have a size", () => {
    expect([...command().matchAll(/ --bind (\S+) (\S+)/g)].map(([, , to]) => to)).toEqual(["/tmp/mcpcheck-1"]);
    for (const path of ["/tmp", "/var/tmp", "/dev/shm"]) expect(command()).toContain(` --size 67108864 --tmpfs ${path} `);
    expect(command()).toContain(" --remount-ro / --unsetenv TMPDIR --chdir /tmp/mcpcheck-1/work -- ");
  });

  it("makes an empty folder of the home directory where it is to run there", () => {
    expect(command({ cwd: "/home/me" })).toContain(" --dir /home/me ");
  });
});
