// A program that tries to get out of a sandbox: every way, with the targets that `targets.json` beside it names. It tells on stderr
// what went through, as CAN={…}, and ends with exit code 7.
import { execFileSync } from "node:child_process";
import { existsSync, openSync, readdirSync, readFileSync, statfsSync, writeFileSync, writeSync } from "node:fs";
import { connect } from "node:net";

const { elsewhere, hidden, files, port, sockets, secret } = JSON.parse(
  readFileSync(new URL("targets.json", import.meta.url), "utf8"),
);
const can = {};

function attempt(name, what) {
  try {
    const result = what();
    can[name] = result === undefined ? true : result;
  } catch {
    can[name] = false;
  }
}

const run = (...words) => void execFileSync(words[0], words.slice(1), { stdio: "ignore" });
const python = (code) => run("/usr/bin/python3", "-c", code);

/** How many MB go into one file, at most 100. */
function fill(folder) {
  const file = openSync(`${folder}/filling`, "w");
  const piece = Buffer.alloc(1_000_000);
  for (let written = 0; written < 100; written += 1) {
    try {
      writeSync(file, piece);
    } catch {
      return written;
    }
  }
  return 100;
}

attempt("remount the root", () => run("mount", "-o", "remount,bind,rw", "/"));
attempt("remount the programs", () => run("mount", "-o", "remount,bind,rw", "/usr"));
attempt("unmount /tmp", () => run("umount", "-l", "/tmp"));
attempt("unmount /proc/sys", () => run("umount", "-l", "/proc/sys"));
attempt("a user name space of its own", () => run("unshare", "-Ur", "true"));
attempt("mount in one", () => run("unshare", "-Urm", "mount", "-o", "remount,bind,rw", "/usr"));
for (const path of ["/", "/usr/", "/etc/", "/dev/", "/proc/", elsewhere])
  attempt(`write to ${path === elsewhere ? "a folder" : path}`, () => writeFileSync(`${path}/touched`, "x"));
for (const path of ["/proc/sys/kernel/core_pattern", "/proc/sys/vm/drop_caches", "/proc/sysrq-trigger"])
  attempt(`open ${path} to write`, () => void openSync(path, "r+"));
for (const path of ["/proc/kcore", "/proc/kmsg", "/etc/shadow"])
  attempt(`read ${path}`, () => void readFileSync(path, { flag: "r" }));
attempt("see hidden files", () => hidden.filter((path) => existsSync(path)));
attempt("see files named", () => files.filter((path) => existsSync(path)).length);
attempt("see other processes", () => {
  const others = readdirSync("/proc").filter((name) => /^\d+$/.test(name) && !["1", "2", String(process.pid)].includes(name));
  return others.length > 2 ? others.map((pid) => readFileSync(`/proc/${pid}/cmdline`, "utf8")) : false;
});
attempt("read the variables of others", () =>
  readdirSync("/proc").some((name) => {
    try {
      return readFileSync(`/proc/${name}/environ`, "latin1").includes(secret);
    } catch {
      return false;
    }
  }),
);
attempt("a network that knows no borders", () => python("import socket; socket.socket(40, 1)"));
attempt("the keys of the kernel", () =>
  python(
    "import ctypes,sys; l=ctypes.CDLL(None); sys.exit(l.syscall({'x86_64':250,'aarch64':219}[__import__('os').uname().machine],0,-3,1)<0)",
  ),
);
for (const folder of ["/tmp", "/var/tmp", "/dev/shm"])
  attempt(`fill ${folder}`, () => (fill(folder) > 70 ? fill(folder) : false));
attempt("have a root that is large", () => statfsSync("/").bavail > 0 && (writeFileSync("/run", "x"), true));
attempt("write to its home", () => writeFileSync(`${process.env.HOME}/mine`, "x"));
attempt("write where it is", () => writeFileSync("mine", "x"));

const reached = (options) =>
  new Promise((resolve) => {
    const socket = connect(options);
    socket.on("connect", () => resolve(true)).on("error", () => resolve(false));
  });
can["reach a port of this machine"] = await reached({ port, host: "127.0.0.1" });
for (const [name, path] of Object.entries(sockets)) can[`reach ${name}`] = await reached({ path });
process.stderr.write(`CAN=${JSON.stringify(can)}\n`, () => process.exit(7));
