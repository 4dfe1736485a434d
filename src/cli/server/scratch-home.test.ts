import { describe, expect, it } from "vitest";
import { scratchHome } from "./scratch-home.ts";

const nothing = (): boolean => false;

describe("scratchHome", () => {
  it("gives a home directory of the child's own", () => {
    expect(scratchHome({ HOME: "/home/me", PATH: "/bin" }, "/scratch/home", nothing)).toEqual({ HOME: "/scratch/home" });
    expect(scratchHome({}, "/scratch/home", nothing)).toEqual({ HOME: "/scratch/home" });
  });

  it("tells package runners and languages where the real caches are, where there are some", () => {
    const there = new Set(["/home/me/.npm", "/home/me/.npmrc", "/home/me/.cache/uv", "/home/me/.local"]);
    expect(scratchHome({ HOME: "/home/me" }, "/scratch/home", (path) => there.has(path))).toEqual({
      HOME: "/scratch/home",
      npm_config_cache: "/home/me/.npm",
      npm_config_userconfig: "/home/me/.npmrc",
      UV_CACHE_DIR: "/home/me/.cache/uv",
      PYTHONUSERBASE: "/home/me/.local",
    });
  });

  it("takes the places the user's environment names", () => {
    expect(scratchHome({ HOME: "/home/me", CARGO_HOME: "/opt/cargo" }, "/scratch/home", nothing)).toEqual({
      HOME: "/scratch/home",
      CARGO_HOME: "/opt/cargo",
    });
  });

  it("also replaces what stands for the home directory on Windows", () => {
    expect(scratchHome({ USERPROFILE: "C:/Users/me" }, "C:/scratch", nothing)).toEqual({
      HOME: "C:/scratch",
      USERPROFILE: "C:/scratch",
    });
  });
});
