import { mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { removeTree } from "../../base/files/remove-tree.ts";
import type { Subject } from "../../trace/trace.ts";
import { projectPlaces } from "./project-places.ts";

/** A repository with these files; gives its folder. */
function repository(files: Readonly<Record<string, string>>): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "mcpcheck-places-")));
  onTestFinished(() => void removeTree(root));
  for (const [path, text] of Object.entries({ ".git/HEAD": "", ...files })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

const command = (...words: readonly string[]): Subject => ({ kind: "server", transport: "stdio", command: words });
const remote: Subject = { kind: "server", transport: "http", url: "http://127.0.0.1:3001/mcp" };

const files = {
  "src/server.py": "import mcp\n",
  "packages/a/build/index.js": "x\n",
  "node_modules/b/index.js": "",
  "package.json": '{\n  "name": "p"\n}\n',
  ".github/workflows/b.yml": "",
  ".github/workflows/a.yml": "",
  "README.md": "",
};

test.each([
  ["the file a command names", [], command("python", "src/server.py"), "src/server.py"],
  ["no file of a package", [], command("node", "node_modules/b/index.js"), "package.json"],
  ["no file of elsewhere", [], command("node", "/etc/hostname"), "package.json"],
  ["the manifest for a package runner", [], command("npx", "-y", "some-server"), "package.json"],
  ["the manifest for an address", [], remote, "package.json"],
])("is %s", (_, argv, subject, path) => {
  expect(projectPlaces({ cwd: repository(files), env: {} }, argv)(subject, "server")).toMatchObject({ path, line: 1 });
});

test("is told from the root of the repository, wherever the command was given, and where links lead to", () => {
  const root = repository(files);
  symlinkSync("build", join(root, "packages/a/out"));
  const place = projectPlaces({ cwd: join(root, "packages/a"), env: {} })(command("node", "out/index.js"), "server");
  expect(place).toEqual({ path: "packages/a/build/index.js", line: 1, length: 1 });
});

test("is the line of the configuration that names the server", () => {
  const root = repository({
    ...files,
    "hosts.json": '{\n  "mcpServers": {\n    "files": { "url": "http://127.0.0.1:1" }\n  }\n}\n',
  });
  const argv = ["mcpcheck", "run", "server", "--config", "hosts.json", "--", "--config", "README.md"];
  expect(projectPlaces({ cwd: root, env: {} }, argv)(remote, "files")).toEqual({ path: "hosts.json", line: 3, length: 44 });
  expect(projectPlaces({ cwd: root, env: {} }, argv.slice(5))(remote, "files").path).toBe("package.json");
});

test("is the workflow where there is no manifest, that which runs before others", () => {
  const { "package.json": _, ...rest } = files;
  const root = repository(rest);
  expect(projectPlaces({ cwd: root, env: {} })(remote, "s").path).toBe(".github/workflows/a.yml");
  const env = { GITHUB_WORKFLOW_REF: "me/it/.github/workflows/b.yml@refs/heads/main" };
  expect(projectPlaces({ cwd: root, env })(remote, "s").path).toBe(".github/workflows/b.yml");
});

test("is a name that any repository has, where there is nothing", () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "mcpcheck-places-")));
  onTestFinished(() => void removeTree(folder));
  expect(projectPlaces({ cwd: folder, env: {} })(remote, "s")).toEqual({ path: "README.md", line: 1, length: 1 });
});

test("is the README where nothing can be read: a folder that was removed, a link in a circle", () => {
  const nowhere = { path: "README.md", line: 1, length: 1 };
  expect(projectPlaces({ cwd: "/removed/since", env: {} })(command("node", "server.js"), "server")).toEqual(nowhere);
  const root = repository({ "src/server.js": "" });
  symlinkSync("circle", join(root, "circle"));
  expect(projectPlaces({ cwd: root, env: {} })(command("node", "circle"), "server")).toEqual(nowhere);
});
