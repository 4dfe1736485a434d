import { expect, it } from "vitest";
import { fakeFiles } from "../../../../test/support/fake-files.ts";
import { mountsOf } from "./mounts.ts";

it("shows each path where it is reached, its links as links, what holds others first and nothing twice", () => {
  const files = fakeFiles({
    "/usr/bin/node": "",
    "/bin": { to: "usr/bin" },
    "/home/me/project/a.js": "",
    "/home/me/project/link": { to: "a.js" },
    "/home/me/now": { to: "project" },
  });
  expect(mountsOf(["/home/me/now/link", "/usr", "/bin/node", "/home/me/project", "/nowhere"], files)).toEqual([
    { kind: "link", path: "/bin", target: "usr/bin" },
    { kind: "link", path: "/home/me/now", target: "project" },
    { kind: "bind", path: "/home/me/project" },
    { kind: "bind", path: "/usr" },
  ]);
});
