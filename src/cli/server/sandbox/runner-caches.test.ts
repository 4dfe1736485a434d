import { describe, expect, it } from "vitest";
import { fakeFiles } from "../../../../test/support/fake-files.ts";
import { runnerCaches } from "./runner-caches.ts";

const files = fakeFiles({
  "/home/me/.npm/_cacache/index-v5/a": "",
  "/home/me/.npm/_cacache/content-v2/b": "",
  "/home/me/.npm/_npx/1/package.json": '{"dependencies":{"@a/server":"^1"},"_npx":{"packages":["@a/server"]}}',
  "/home/me/.npm/_npx/2/package.json": '{"_npx":{"packages":["other"]}}',
  "/home/me/.cache/uv/archive-v0/x": "",
  "/home/me/.cache/uv/environments-v2/y": "",
  "/home/me/.cache/uv/builds-v0/z": "",
  "/home/me/.cache/uv/.lock": "",
});
const env = { npm_config_cache: "/home/me/.npm", UV_CACHE_DIR: "/home/me/.cache/uv" };
const npmrc =
  "registry=https://r.example/\n//r.example/:_authToken=secret\n@a:registry = https://u:p@r.example/\n@b:registry=https://b.example\n";
const caches = (...words: string[]): ReturnType<typeof runnerCaches> => runnerCaches(words, { env, home: "/s", npmrc, files });
const to = (places: readonly { readonly to: string }[]): string[] => places.map((place) => place.to);

describe("runnerCaches", () => {
  it("gives npx a copy of what it changes as it reads, of what it is to run and of nothing else", () => {
    const { env: variables, copies, links } = caches("npx", "-y", "@a/server");
    expect(variables).toEqual({ npm_config_cache: "/s/.npm", npm_config_offline: "true" });
    expect([to(copies), to(links)]).toEqual([["/s/.npm/_cacache/index-v5", "/s/.npm/_npx/1"], ["/s/.npm/_cacache/content-v2"]]);
  });

  it("tells npm which registries it has fetched from, and no password for them", () => {
    expect(caches("sh", "-c", "npx other").settings).toEqual([
      { to: "/s/.npmrc", text: "registry=https://r.example/\n@b:registry=https://b.example\n" },
    ]);
  });

  it("gives uv links to what it has fetched, in folders it can make locks in", () => {
    const { env: variables, copies, links } = caches("/usr/bin/uvx", "server");
    expect(variables).toEqual({ UV_OFFLINE: "1", UV_CACHE_DIR: "/s/.cache/uv", UV_TOOL_DIR: "/s/.local/share/uv/tools" });
    expect([to(copies), to(links)]).toEqual([["/s/.cache/uv/environments-v2"], ["/s/.cache/uv/archive-v0"]]);
  });

  it("does nothing for other commands", () => {
    expect(caches("node", "server.js")).toEqual({ env: {}, copies: [], links: [], settings: [] });
  });
});
