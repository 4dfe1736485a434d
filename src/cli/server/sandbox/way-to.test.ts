import { describe, expect, it } from "vitest";
import { fakeFiles } from "../../../../test/support/fake-files.ts";
import { isInside, wayTo } from "./way-to.ts";

const files = fakeFiles({
  "/usr/bin/node": "",
  "/bin": { to: "usr/bin" },
  "/home/me/current": { to: "../../opt/v2" },
  "/opt/v2/bin/tool": { to: "../lib/tool.js" },
  "/opt/v2/lib/tool.js": "",
  "/circle/a": { to: "b" },
  "/circle/b": { to: "a" },
});

describe("wayTo", () => {
  it("tells every link on the way, and where it ends", () => {
    expect(wayTo(files, "/bin/node")).toEqual({ links: [{ path: "/bin", target: "usr/bin" }], end: "/usr/bin/node" });
    expect(wayTo(files, "/home/me/current/bin/tool")).toEqual({
      links: [
        { path: "/home/me/current", target: "../../opt/v2" },
        { path: "/opt/v2/bin/tool", target: "../lib/tool.js" },
      ],
      end: "/opt/v2/lib/tool.js",
    });
  });

  it("ends nowhere where nothing is, and in a circle", () => {
    expect(wayTo(files, "/usr/bin/deno").end).toBeUndefined();
    expect(wayTo(files, "/circle/a").end).toBeUndefined();
  });
});

describe("isInside", () => {
  it("takes a folder and what is in it, and not what is only called alike", () => {
    expect(["/a/b", "/a/b/c", "/a/bc", "/a"].map((path) => isInside(path, ["/a/b"]))).toEqual([true, true, false, false]);
    expect(isInside("/a", ["/"])).toBe(true);
  });
});
