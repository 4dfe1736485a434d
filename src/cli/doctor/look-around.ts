import { existsSync } from "node:fs";
import { createServer } from "node:net";
import { delimiter, join } from "node:path";
import type { Io } from "../io.ts";

/** One thing that was looked at: whether it is as it has to be, and what to do where it is not. `note` is neither good nor bad. */
export type Symptom = { readonly state: "good" | "bad" | "note"; readonly what: string; readonly remedy?: string };

/** The oldest Node.js that everything runs on. */
const oldestNode = [20, 19] as const;

/** What is around: Node.js, what starts packages, the sandbox, ports, proxies. Nothing is started but a listener on loopback. */
export async function lookAround({ env }: Io, nodeVersion: string): Promise<Symptom[]> {
  return [node(nodeVersion), ...runners(env), await ports(), ...proxies(env)];
}

/** Whether a program is found in the folders of PATH. */
export function isOnPath(program: string, path: string): boolean {
  return path.split(delimiter).some((folder) => folder !== "" && existsSync(join(folder, program)));
}

function node(version: string): Symptom {
  const [major = 0, minor = 0] = version.replace(/^v/, "").split(".").map(Number);
  const fits = major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1]);
  return fits
    ? { state: "good", what: `Node.js ${version}` }
    : { state: "bad", what: `Node.js ${version}`, remedy: `install ${oldestNode.join(".")} or newer` };
}

/** What starts servers that are packages, and what confines them; none of them is needed by all. */
function runners(env: Io["env"]): Symptom[] {
  const path = env["PATH"] ?? "";
  const wanted: readonly (readonly [string, string])[] = [
    ["npx", "servers that are npm packages cannot be started by it"],
    ["uvx", "servers that are Python packages cannot be started by it"],
    ["bwrap", "--sandbox does not work: install bubblewrap"],
  ];
  return wanted.map(([program, without]) =>
    isOnPath(program, path)
      ? { state: "good", what: `${program} is there` }
      : { state: "note", what: `no ${program} on PATH`, remedy: without },
  );
}

async function ports(): Promise<Symptom> {
  const server = createServer();
  const failed = await new Promise<string | undefined>((resolve) => {
    server.once("error", (error) => resolve(error.message));
    server.listen(0, "127.0.0.1", () => resolve(undefined));
  });
  await new Promise<void>((resolve) => void server.close(() => resolve()));
  return failed === undefined
    ? { state: "good", what: "a port on 127.0.0.1 can be listened on" }
    : {
        state: "bad",
        what: `no port on 127.0.0.1 can be listened on: ${failed}`,
        remedy: "mock servers, hosts and clients over HTTP need one",
      };
}

/** Variables that send requests elsewhere: their values may hold passwords, and are not told. */
function proxies(env: Io["env"]): Symptom[] {
  const names = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"];
  const set = names.filter((name) => (env[name] ?? "") !== "");
  if (set.length === 0) return [];
  return [
    {
      state: "note",
      what: `${set.join(", ")} set`,
      remedy: "mcpcheck goes to servers directly; a server gets the variable by --env only",
    },
  ];
}
